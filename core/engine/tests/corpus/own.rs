//! Tools of our own: what they need of the kernel, the seal leaves them.
use crate::support::{
    checks::Check,
    samples::PHOTO,
    stage::{Given, Made, Stage},
};
use serde_json::{Value, json};

pub const ALL: &[Check] = &[Check::new("tools of our own work behind the seal", work)];

const DRAWING: &[u8] =
    b"<svg xmlns='http://www.w3.org/2000/svg' width='99' height='9'><text y='9'>drawn</text></svg>";

/// The one file that is made of a file.
fn one(stage: &Stage, tool: &str, options: Value, file: Given<'_>) -> Made {
    let mut made = stage.all(tool, options, &[file]);
    assert_eq!(made.len(), 1, "{tool}");
    made.remove(0)
}

fn work(stage: &Stage) {
    let jpeg = ("a.jpg", "image/jpeg", PHOTO);
    for format in ["avif", "webp", "png", "tiff"] {
        let made = one(stage, "image-convert", json!({"format": format}), jpeg);
        let found = image::guess_format(&made.content).expect("an image").to_mime_type();
        assert_eq!((made.mime.as_str(), made.mime.as_str()), (found, format!("image/{format}").as_str()));
    }
    let png = stage.one("svg-to-png", json!({}), ("image/svg+xml", DRAWING));
    assert!(image::load_from_memory(&png).expect("an image").to_rgba8().pixels().any(|pixel| pixel[3] > 0));
    drawn(stage, &stage.one("markdown-to-pdf", json!({}), ("text/plain", b"# printed")));
    let xlsx = one(stage, "csv-to-xlsx", json!({}), ("a.csv", "text/csv", b"a,b\n1,2\n"));
    let json = stage.one("xlsx-to-json", json!({}), (&xlsx.mime, &xlsx.content));
    assert!(serde_json::from_slice::<Value>(&json).expect("JSON").to_string().contains('1'));
    let zip = one(stage, "files-to-zip", json!({}), jpeg);
    assert_eq!(stage.one("zip-to-files", json!({}), (&zip.mime, &zip.content)), PHOTO);
}

fn drawn(stage: &Stage, pdf: &[u8]) {
    let pdf = ("application/pdf", pdf);
    let text = stage.one("pdf-to-text", json!({}), pdf);
    assert!(String::from_utf8_lossy(&text).contains("printed"));
    let page = stage.one("pdf-to-png", json!({}), pdf);
    let page = image::load_from_memory(&page).expect("an image").to_luma8();
    assert!(page.pixels().any(|pixel| pixel[0] < 100));
}
