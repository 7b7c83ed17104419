//! PDFs.
use super::{PDF, fails, one};
use crate::support::{checks::Check, samples::sample, stage::Stage};
use hosting_engine::Code;
use serde_json::json;

pub const ALL: &[Check] = &[
    Check::new("a PDF is linearized", |stage| linearized(stage, &three())),
    Check::new("PDFs that are none", |stage| broken(stage, &three())),
];

/// Three pages.
fn three() -> Vec<u8> {
    sample("printed.pdf")
}

fn linearized(stage: &Stage, pdf: &[u8]) {
    let (_, _, made) = one(stage, "pdf-linearize", json!({}), ("a.pdf", PDF, pdf));
    assert!(String::from_utf8_lossy(&made[..1024]).contains("/Linearized"));
    let closed = sample("aes256.pdf");
    assert_eq!(fails(stage, "pdf-linearize", json!({}), ("a.pdf", PDF, &closed)), Code::FileEncrypted);
}

fn broken(stage: &Stage, pdf: &[u8]) {
    for content in [b"%PDF-1.7\n".as_slice(), &pdf[..20], b"%PDF-1.7\ntrailer <</Root 1 0 R>>"] {
        assert_eq!(fails(stage, "pdf-linearize", json!({}), ("a.pdf", PDF, content)), Code::FileBroken);
    }
}
