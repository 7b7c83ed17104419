//! PDF documents.
use crate::support::{
    checks::Check,
    pages::{self, MIME, words},
    samples::{PDFS, sample},
    stage::Stage,
};
use hosting_engine::Code;
use serde_json::{Value, json};

pub const ALL: &[Check] = &[
    Check::new("PDFs by other programs keep their pages", keep),
    Check::new("PDFs by other programs are described and drawn", seen),
    Check::new("encrypted PDFs are said to be so", encrypted),
];

fn keep(stage: &Stage) {
    for name in PDFS {
        pages::stay_whole(stage, &sample(name), |pdf| {
            let text = stage.one("pdf-to-text", json!({}), (MIME, pdf));
            words(&String::from_utf8(text).expect("a text"))
        });
    }
}

fn seen(stage: &Stage) {
    for name in PDFS {
        let pdf = sample(name);
        let told = stage.one("pdf-properties", json!({}), (MIME, &pdf));
        let told: Value = serde_json::from_slice(&told).expect("JSON");
        let maker = if name == "text.pdf" { "LibreOffice" } else { "GPL Ghostscript" };
        assert!(told["producer"].as_str().unwrap_or_default().starts_with(maker), "{name}: {told}");
        assert_eq!(told["linearized"], name == "linearized.pdf", "{name}");
        assert_eq!(told["encrypted"], false, "{name}");
        let drawn = stage.all("pdf-to-png", json!({"dpi": 36, "pages": "1-2"}), &[("a.pdf", MIME, &pdf)]);
        for page in drawn {
            let page = image::load_from_memory(&page.content).expect("an image").to_luma8();
            assert!(page.pixels().any(|pixel| pixel[0] < 200), "{name}: nothing is drawn");
        }
    }
}

fn encrypted(stage: &Stage) {
    for name in ["aes256.pdf", "aes128.pdf", "rc4.pdf"] {
        let pdf = sample(name);
        for (tool, options) in TOOLS {
            let options = serde_json::from_str(options).expect("JSON");
            let files = [("a.pdf", MIME, pdf.as_slice()); 2];
            let files = if *tool == "pdf-merge" { &files[..] } else { &files[..1] };
            let code = stage.convert(tool, options, files).err().map(|failure| failure.code);
            assert_eq!(code, Some(Code::FileEncrypted), "{tool}, {name}");
        }
    }
}

/// Tools of our own that take a PDF, with options for three pages.
pub const TOOLS: &[(&str, &str)] = &[
    ("pdf-merge", "{}"),
    ("pdf-split", "{}"),
    ("pdf-rotate", r#"{"angle": 90}"#),
    ("pdf-delete-pages", r#"{"pages": "2"}"#),
    ("pdf-reorder", r#"{"order": [3, 2, 1]}"#),
    ("pdf-to-text", "{}"),
    ("pdf-to-png", r#"{"dpi": 36}"#),
    ("pdf-properties", "{}"),
];
