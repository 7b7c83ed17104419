//! The text in images.
use crate::{
    documents::{PDF, words},
    stage::Stage,
};
use hosting_engine::Code;
use image::{GrayImage, ImageFormat, Luma};
use serde_json::json;
use std::io::Cursor;

/// Letters of five by seven points: `HELLO`.
const LETTERS: [[u8; 7]; 5] = [
    [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
    [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
    [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
    [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
    [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
];
/// The side of a point in pixels.
const POINT: u32 = 6;

pub async fn run(stage: &Stage) {
    let png = hello();
    stage.test("the text of an image is read", read(stage, &png)).await;
    stage.test("an image becomes a PDF that can be searched", searchable(stage, &png)).await;
    stage.test("what Tesseract shall not open", refused(stage, &png)).await;
}

fn hello() -> Vec<u8> {
    let dark = |x: u32, y: u32| {
        let (column, row) = (x / POINT, y / POINT);
        let letter = LETTERS.get((column.wrapping_sub(4) / 7) as usize);
        let line = letter.and_then(|letter| letter.get(row.wrapping_sub(4) as usize));
        let within = column.wrapping_sub(4) % 7;
        column >= 4 && within < 5 && line.is_some_and(|line| line >> (4 - within) & 1 == 1)
    };
    let pixel = |x, y| if dark(x, y) { Luma([0]) } else { Luma([255]) };
    let mut bytes = Vec::new();
    let image = GrayImage::from_fn(POINT * 43, POINT * 15, pixel);
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("an image");
    bytes
}

async fn read(stage: &Stage, png: &[u8]) {
    let (name, mime, text) = stage.one("image-to-text", json!({}), ("a.png", "image/png", png)).await;
    assert_eq!((name.as_str(), mime.as_str()), ("a.txt", "text/plain"));
    assert_eq!(String::from_utf8_lossy(&text).trim(), "HELLO");
}

async fn searchable(stage: &Stage, png: &[u8]) {
    let (name, mime, pdf) =
        stage.one("image-to-searchable-pdf", json!({}), ("a.png", "image/png", png)).await;
    assert_eq!((name.as_str(), mime.as_str()), ("a.pdf", PDF));
    assert!(words(&pdf).contains("HELLO"), "{}", words(&pdf));
}

async fn refused(stage: &Stage, png: &[u8]) {
    let list = ("a.png", "image/png", b"/usr/share/pixmaps/debian-logo.png\n".as_slice());
    assert_eq!(stage.fails("image-to-text", json!({}), list).await, Code::FileTypeMismatch);
    let cut = ("a.png", "image/png", &png[..100]);
    assert_eq!(stage.fails("image-to-text", json!({}), cut).await, Code::FileBroken);
    let tool = hosting_engine::tool("image-to-text").expect("a tool");
    for language in ["../../x", "-l", "", "eng+eng+eng+eng+eng", "ENG"] {
        assert!(tool.check(&json!({"language": language})).is_err(), "{language}");
    }
    match stage.convert("image-to-text", json!({"language": "tlh"}), ("a.png", "image/png", png)).await {
        Err(hosting_engine::Failed::Failure(failure)) => assert_eq!(failure.code, Code::OptionsDoNotFit),
        other => panic!("{other:?}"),
    }
}
