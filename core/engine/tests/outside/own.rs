//! Tools of our own: what they need of the kernel, the seal leaves them, with namespaces and without.
use crate::{
    documents::{TEXT, words},
    stage::Stage,
};
use serde_json::{Value, json};

const PHOTO: &[u8] = include_bytes!("../corpus/photo.jpg");
const DRAWING: &[u8] =
    b"<svg xmlns='http://www.w3.org/2000/svg' width='99' height='9'><text y='9'>drawn</text></svg>";

pub async fn run(stage: &Stage) {
    stage.test("tools of our own work behind the seal", work(stage)).await;
}

async fn work(stage: &Stage) {
    let jpeg = ("a.jpg", "image/jpeg", PHOTO);
    for format in ["avif", "webp", "png", "tiff"] {
        let (_, mime, made) = stage.one("image-convert", json!({"format": format}), jpeg).await;
        assert_eq!(
            (mime, infer::get(&made).map(|found| found.extension())),
            (format!("image/{format}"), Some(known(format)))
        );
    }
    let png = stage.one("svg-to-png", json!({}), ("a.svg", "image/svg+xml", DRAWING)).await.2;
    assert!(image::load_from_memory(&png).expect("an image").to_rgba8().pixels().any(|pixel| pixel[3] > 0));
    let pdf = stage.one("markdown-to-pdf", json!({}), ("a.txt", TEXT, b"# printed")).await.2;
    assert!(words(&pdf).contains("printed"));
    drawn(stage, &pdf).await;
    let csv = ("a.csv", "text/csv", b"a,b\n1,2\n".as_slice());
    let xlsx = stage.one("csv-to-xlsx", json!({}), csv).await;
    let json = stage.one("xlsx-to-json", json!({}), ("a.xlsx", &xlsx.1, &xlsx.2)).await.2;
    assert!(serde_json::from_slice::<Value>(&json).expect("JSON").to_string().contains('1'));
    let zip = stage.one("files-to-zip", json!({}), jpeg).await;
    assert_eq!(stage.one("zip-to-files", json!({}), ("a.zip", &zip.1, &zip.2)).await.2, PHOTO);
}

async fn drawn(stage: &Stage, pdf: &[u8]) {
    let pdf = ("a.pdf", "application/pdf", pdf);
    let text = stage.one("pdf-to-text", json!({}), pdf).await.2;
    assert!(String::from_utf8_lossy(&text).contains("printed"));
    let page = stage.one("pdf-to-png", json!({}), pdf).await.2;
    assert!(
        image::load_from_memory(&page).expect("an image").to_luma8().pixels().any(|pixel| pixel[0] < 100)
    );
}

fn known(format: &str) -> &str {
    if format == "tiff" { "tif" } else { format }
}
