//! PDFs.
use crate::{
    documents::{PDF, TEXT, words},
    stage::Stage,
};
use hosting_engine::{Code, Failed, Limits};
use serde_json::json;

pub async fn run(stage: &Stage) {
    let made = stage.one("office-to-pdf", json!({}), ("a.txt", TEXT, b"a page")).await.2;
    let pdf = three(&made);
    stage.test("pages are drawn as JPEG", jpeg(stage, &pdf)).await;
    stage.test("pages are drawn as SVG", svg(stage, &pdf)).await;
    stage.test("pages that are too many or too large", bombs(stage, &pdf)).await;
    stage.test("a password is put on and taken off", password(stage, &pdf)).await;
    stage.test("a PDF is linearized", linearized(stage, &pdf)).await;
    stage.test("PDFs that are none", broken(stage, &pdf)).await;
}

/// Three times the first page.
fn three(pdf: &[u8]) -> Vec<u8> {
    let mut document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let page = document.get_pages()[&1];
    let root =
        document.catalog().and_then(|catalog| catalog.get(b"Pages")).and_then(lopdf::Object::as_reference);
    let root = root.expect("pages");
    let tree = document.get_object_mut(root).and_then(lopdf::Object::as_dict_mut).expect("a tree");
    tree.set("Kids", vec![lopdf::Object::Reference(page); 3]);
    tree.set("Count", 3);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("a PDF");
    bytes
}

async fn jpeg(stage: &Stage, pdf: &[u8]) {
    let options = json!({"dpi": 72, "firstPage": 2});
    let file = ("a.pdf", PDF, pdf);
    let (made, steps) =
        stage.convert_within(Limits::default(), "pdf-to-jpeg", options, file).await.expect("images");
    assert_eq!(made.iter().map(|one| one.0.as_str()).collect::<Vec<_>>(), ["a.2.jpg", "a.3.jpg"]);
    assert_eq!(steps, [49, 99]);
    let image = image::load_from_memory_with_format(&made[0].2, image::ImageFormat::Jpeg).expect("an image");
    assert!((790..=845).contains(&image.height()), "{}", image.height());
}

async fn svg(stage: &Stage, pdf: &[u8]) {
    let (name, mime, svg) = stage.one("pdf-to-svg", json!({"lastPage": 1}), ("a.pdf", PDF, pdf)).await;
    assert_eq!((name.as_str(), mime.as_str()), ("a.1.svg", "image/svg+xml"));
    let tree = resvg::usvg::Tree::from_data(&svg, &resvg::usvg::Options::default()).expect("an SVG");
    assert!(tree.root().has_children());
}

async fn bombs(stage: &Stage, pdf: &[u8]) {
    let mut document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let page = document.get_pages()[&1];
    let dictionary = document.get_object_mut(page).and_then(lopdf::Object::as_dict_mut).expect("a page");
    dictionary.set("MediaBox", vec![0.into(), 0.into(), 14400.into(), lopdf::Object::from(14400)]);
    let mut huge = Vec::new();
    document.save_to(&mut huge).expect("a PDF");
    assert_eq!(stage.fails("pdf-to-jpeg", json!({"dpi": 600}), ("a", PDF, &huge)).await, Code::TooManyPixels);
    assert_eq!(
        stage.fails("pdf-to-jpeg", json!({"lastPage": 4}), ("a", PDF, pdf)).await,
        Code::OptionsDoNotFit
    );
    let few = Limits { pages: 2, ..Limits::default() };
    match stage.convert_within(few, "pdf-to-svg", json!({}), ("a", PDF, pdf)).await {
        Err(Failed::Failure(failure)) => assert_eq!(failure.code, Code::TooManyPages),
        other => panic!("{other:?}"),
    }
}

async fn password(stage: &Stage, pdf: &[u8]) {
    let word = "-x @ö \"quoted\"";
    let options = json!({"userPassword": word, "copying": false});
    let (_, _, closed) = stage.one("pdf-protect", options, ("a.pdf", PDF, pdf)).await;
    assert!(lopdf::Document::load_mem(&closed).map_or(true, |document| document.is_encrypted()));
    for tool in ["pdf-linearize", "pdf-to-jpeg", "pdf-to-svg"] {
        assert_eq!(
            stage.fails(tool, json!({}), ("a.pdf", PDF, &closed)).await,
            Code::FileEncrypted,
            "{tool}"
        );
    }
    let wrong = json!({"password": "wrong"});
    assert_eq!(stage.fails("pdf-unprotect", wrong, ("a.pdf", PDF, &closed)).await, Code::OptionsDoNotFit);
    let (_, _, open) = stage.one("pdf-unprotect", json!({"password": word}), ("a.pdf", PDF, &closed)).await;
    assert!(words(&open).contains("a page"));
    let schema = hosting_engine::tool("pdf-protect").expect("a tool").options_schema();
    assert_eq!(schema["properties"]["userPassword"]["writeOnly"], true);
    assert_eq!(schema["properties"]["ownerPassword"]["writeOnly"], true);
}

async fn linearized(stage: &Stage, pdf: &[u8]) {
    let (_, _, made) = stage.one("pdf-linearize", json!({}), ("a.pdf", PDF, pdf)).await;
    assert!(String::from_utf8_lossy(&made[..1024]).contains("/Linearized"));
}

async fn broken(stage: &Stage, pdf: &[u8]) {
    for tool in ["pdf-to-jpeg", "pdf-to-svg", "pdf-linearize"] {
        for content in [b"%PDF-1.7\n".as_slice(), &pdf[..20], b"%PDF-1.7\ntrailer <</Root 1 0 R>>"] {
            let code = stage.fails(tool, json!({}), ("a.pdf", PDF, content)).await;
            assert_eq!(code, Code::FileBroken, "{tool}");
        }
    }
}
