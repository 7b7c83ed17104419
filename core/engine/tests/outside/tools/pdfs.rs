//! PDFs.
use super::{PDF, fails, one, told, words};
use crate::support::{checks::Check, samples::sample, stage::Stage};
use hosting_engine::{Code, Limits};
use serde_json::json;

pub const ALL: &[Check] = &[
    Check::new("pages are drawn as JPEG", |stage| jpeg(stage, &three())),
    Check::new("pages are drawn as SVG", |stage| svg(stage, &three())),
    Check::new("pages that are too many or too large", |stage| bombs(stage, &three())),
    Check::new("a password is put on and taken off", |stage| password(stage, &three())),
    Check::new("a PDF is linearized", |stage| linearized(stage, &three())),
    Check::new("PDFs that are none", |stage| broken(stage, &three())),
];

/// Three pages.
fn three() -> Vec<u8> {
    sample("printed.pdf")
}

fn jpeg(stage: &Stage, pdf: &[u8]) {
    let options = json!({"dpi": 72, "firstPage": 2});
    let file = ("a.pdf", PDF, pdf);
    let (made, steps) = told(stage, Limits::default(), ("pdf-to-jpeg", options), file).expect("images");
    assert_eq!(made.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a.2.jpg", "a.3.jpg"]);
    assert_eq!(steps, [49, 99]);
    let image =
        image::load_from_memory_with_format(&made[0].content, image::ImageFormat::Jpeg).expect("an image");
    assert!((790..=845).contains(&image.height()), "{}", image.height());
}

fn svg(stage: &Stage, pdf: &[u8]) {
    let (name, mime, svg) = one(stage, "pdf-to-svg", json!({"lastPage": 1}), ("a.pdf", PDF, pdf));
    assert_eq!((name.as_str(), mime.as_str()), ("a.1.svg", "image/svg+xml"));
    let tree = resvg::usvg::Tree::from_data(&svg, &resvg::usvg::Options::default()).expect("an SVG");
    assert!(tree.root().has_children());
}

fn bombs(stage: &Stage, pdf: &[u8]) {
    let mut document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let page = document.get_pages()[&1];
    let dictionary = document.get_object_mut(page).and_then(lopdf::Object::as_dict_mut).expect("a page");
    dictionary.set("MediaBox", vec![0.into(), 0.into(), 14400.into(), lopdf::Object::from(14400)]);
    let mut huge = Vec::new();
    document.save_to(&mut huge).expect("a PDF");
    assert_eq!(fails(stage, "pdf-to-jpeg", json!({"dpi": 600}), ("a", PDF, &huge)), Code::TooManyPixels);
    assert_eq!(fails(stage, "pdf-to-jpeg", json!({"lastPage": 4}), ("a", PDF, pdf)), Code::OptionsDoNotFit);
    let few = Limits { pages: 2, ..Limits::default() };
    let failure = told(stage, few, ("pdf-to-svg", json!({})), ("a", PDF, pdf)).expect_err("too many");
    assert_eq!(failure.code, Code::TooManyPages);
}

fn password(stage: &Stage, pdf: &[u8]) {
    let word = "-x @ö \"quoted\"";
    let options = json!({"userPassword": word, "copying": false});
    let (_, _, closed) = one(stage, "pdf-protect", options, ("a.pdf", PDF, pdf));
    assert!(lopdf::Document::load_mem(&closed).map_or(true, |document| document.is_encrypted()));
    for tool in ["pdf-linearize", "pdf-to-jpeg", "pdf-to-svg"] {
        assert_eq!(fails(stage, tool, json!({}), ("a.pdf", PDF, &closed)), Code::FileEncrypted, "{tool}");
    }
    let wrong = json!({"password": "wrong"});
    assert_eq!(fails(stage, "pdf-unprotect", wrong, ("a.pdf", PDF, &closed)), Code::OptionsDoNotFit);
    let (_, _, open) = one(stage, "pdf-unprotect", json!({"password": word}), ("a.pdf", PDF, &closed));
    assert!(words(&open).contains("alpha first"));
    let schema = hosting_engine::tool("pdf-protect").expect("a tool").options_schema();
    assert_eq!(schema["properties"]["userPassword"]["writeOnly"], true);
    assert_eq!(schema["properties"]["ownerPassword"]["writeOnly"], true);
}

fn linearized(stage: &Stage, pdf: &[u8]) {
    let (_, _, made) = one(stage, "pdf-linearize", json!({}), ("a.pdf", PDF, pdf));
    assert!(String::from_utf8_lossy(&made[..1024]).contains("/Linearized"));
}

fn broken(stage: &Stage, pdf: &[u8]) {
    for tool in ["pdf-to-jpeg", "pdf-to-svg", "pdf-linearize"] {
        for content in [b"%PDF-1.7\n".as_slice(), &pdf[..20], b"%PDF-1.7\ntrailer <</Root 1 0 R>>"] {
            let code = fails(stage, tool, json!({}), ("a.pdf", PDF, content));
            assert_eq!(code, Code::FileBroken, "{tool}");
        }
    }
}
