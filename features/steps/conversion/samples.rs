//! The files that customers of scenarios have.
use super::hostile;
use base64::{Engine, prelude::BASE64_STANDARD};

/// Prices, as a table.
pub const PRICES: &str = "title,price\nBaobab,12.50\nKente,8\n";

/// What the file `name` holds.
pub fn content(name: &str) -> Vec<u8> {
    if let Some(content) = hostile::content(name) {
        return content;
    }
    match name {
        "prices.csv" => PRICES.as_bytes().to_vec(),
        "notes.md" => b"# Notes\n\nBuy *paper*.\n".to_vec(),
        "parcel.tar.gz" => include_bytes!("../../../core/engine/tests/corpus/samples/gnu.tar.gz").to_vec(),
        "parcel.7z" => include_bytes!("../../../core/engine/tests/corpus/samples/lzma2.7z").to_vec(),
        "prices.yaml" => b"- title: Baobab\n  price: 12.50\n".to_vec(),
        "prices.xml" => b"<prices><price of=\"Baobab\">12.50</price></prices>".to_vec(),
        "prices.json" => b"{\"prices\": [{\"title\": \"Baobab\", \"price\": 12.5}]}".to_vec(),
        "shop.toml" => b"[shop]\nopen = true\n".to_vec(),
        "page.html" => b"<h1>Notes</h1><p>Buy <i>paper</i>.<script>alert(1)</script>".to_vec(),
        "photo.png" => picture(),
        "poster.psd" => include_bytes!("../../../core/engine/tests/corpus/samples/half.psd").to_vec(),
        "report.pdf" => include_bytes!("../../../core/engine/tests/corpus/samples/printed.pdf").to_vec(),
        "broken.png" => b"this is no picture, whatever its name says".to_vec(),
        "cut.png" => picture()[..60].to_vec(),
        "huge.png" => huge(),
        "broken.json" => b"[{\"title\": \"Baobab\", ".to_vec(),
        name if mime(name) == "image/svg+xml" => DRAWING.as_bytes().to_vec(),
        name => format!("the content of {name}").into_bytes(),
    }
}

/// The type of the file `name`.
pub fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("7z") => "application/x-7z-compressed",
        Some("csv") => "text/csv",
        Some("gz") => "application/gzip",
        Some("html") => "text/html",
        Some("json") => "application/json",
        Some("md") => "text/markdown",
        Some("pdf") => "application/pdf",
        Some("png") => "image/png",
        Some("psd") => "image/vnd.adobe.photoshop",
        Some("svg") => "image/svg+xml",
        Some("toml") => "application/toml",
        Some("xml") => "application/xml",
        Some("yaml") => "application/yaml",
        Some("zip") => "application/zip",
        _ => "application/octet-stream",
    }
}

const DRAWING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="teal"/></svg>"#;

/// 16 × 16 pixels, made by another program.
fn picture() -> Vec<u8> {
    BASE64_STANDARD.decode(PICTURE).expect("a picture")
}

const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAAMFBMVEX/AADuABHdACLMADO7AESqAFWZAGaIAHd3AIhmAJlVAKpEALszAMwiAN0RAO4AAP8lworGAAAAO0lEQVQI1zXBwQAAIQAAwVVIIYUUUkghhRRSSCGFUziFFFKozzYDTxBRJJFFEVU00cUQU3ziF0tscXQBlZU/wUAVODIAAAAASUVORK5CYII=";

/// The beginning of a picture of 50 000 × 50 000 pixels: its head says so, and is whole.
fn huge() -> Vec<u8> {
    let mut picture = picture();
    let side = 50_000_u32.to_be_bytes();
    picture[16..20].copy_from_slice(&side);
    picture[20..24].copy_from_slice(&side);
    let sum = crc32fast::hash(&picture[12..29]).to_be_bytes();
    picture[29..33].copy_from_slice(&sum);
    picture
}
