//! The text in images.
use super::{PDF, fails, one, told, words};
use crate::folder::Folder;
use crate::support::{checks::Check, stage::Stage};
use hosting_engine::{Code, Limits};
use image::{GrayImage, ImageFormat, Luma};
use serde_json::json;
use std::io::Cursor;

/// Letters of five by seven points.
const LETTERS: [(char, [u8; 7]); 4] = [
    ('H', [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001]),
    ('E', [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111]),
    ('L', [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111]),
    ('O', [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110]),
];
/// The side of a point in pixels.
const POINT: u32 = 6;

pub const ALL: &[Check] = &[
    Check::new("the text of an image is read", |stage| read(stage, &hello())),
    Check::new("an image becomes a PDF that can be searched", |stage| searchable(stage, &hello())),
    Check::new("a photo of a telephone becomes one that all can show", |stage| photo(stage, &hello())),
    Check::new("what Tesseract shall not open", |stage| refused(stage, &hello())),
];

/// A photo as telephones keep it.
fn photo(stage: &Stage, png: &[u8]) {
    let folder = Folder::with(&[("a.png", png)]);
    folder.sh("heif-enc a.png -o a.heic >&2; heif-enc -A a.png -o a.avif >&2");
    for (name, mime) in [("a.heic", "image/heic"), ("a.heic", "image/heif"), ("a.avif", "image/avif")] {
        let content = folder.read(name);
        for (format, becomes) in [("jpeg", "image/jpeg"), ("png", "image/png")] {
            let (_, made, picture) =
                one(stage, "heic-convert", json!({"format": format}), (name, mime, &content));
            assert_eq!(made, becomes);
            let there = Folder::with(&[("a.png", png), ("b", &picture)]);
            assert!(there.difference("a.png", "b") < 0.05, "{name} as {format}");
        }
        let few = Limits { pixels: 9_999, ..Limits::default() };
        let large = told(stage, few, ("heic-convert", json!({})), (name, mime, &content));
        assert_eq!(large.expect_err("too large").code, Code::TooManyPixels, "{name}");
        let half = &content[..content.len() / 2];
        assert_eq!(fails(stage, "heic-convert", json!({}), (name, mime, half)), Code::FileBroken);
    }
}

/// A word on a sheet of paper (A4) at 150 dpi.
pub fn scan(word: &str) -> Vec<u8> {
    let word = image::load_from_memory(&picture(word)).expect("an image").into_luma8();
    let mut sheet = GrayImage::from_pixel(1240, 1754, Luma([255]));
    image::imageops::overlay(&mut sheet, &word, 200, 400);
    let mut bytes = Vec::new();
    sheet.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("an image");
    bytes
}

fn hello() -> Vec<u8> {
    picture("HELLO")
}

/// A word in large letters.
fn picture(word: &str) -> Vec<u8> {
    let known =
        |letter| LETTERS.iter().find(|(known, _)| *known == letter).expect("a letter that is known").1;
    let letters: Vec<_> = word.chars().map(known).collect();
    let dark = |x: u32, y: u32| {
        let (column, row) = (x / POINT, y / POINT);
        let letter = letters.get((column.wrapping_sub(4) / 7) as usize);
        let line = letter.and_then(|letter| letter.get(row.wrapping_sub(4) as usize));
        let within = column.wrapping_sub(4) % 7;
        column >= 4 && within < 5 && line.is_some_and(|line| line >> (4 - within) & 1 == 1)
    };
    let pixel = |x, y| if dark(x, y) { Luma([0]) } else { Luma([255]) };
    let mut bytes = Vec::new();
    let columns = 8 + 7 * u32::try_from(letters.len()).expect("few");
    let image = GrayImage::from_fn(POINT * columns, POINT * 15, pixel);
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("an image");
    bytes
}

fn read(stage: &Stage, png: &[u8]) {
    let (name, mime, text) = one(stage, "image-to-text", json!({}), ("a.png", "image/png", png));
    assert_eq!((name.as_str(), mime.as_str()), ("a.txt", "text/plain"));
    assert_eq!(String::from_utf8_lossy(&text).trim(), "HELLO");
}

fn searchable(stage: &Stage, png: &[u8]) {
    let (name, mime, pdf) = one(stage, "image-to-searchable-pdf", json!({}), ("a.png", "image/png", png));
    assert_eq!((name.as_str(), mime.as_str()), ("a.pdf", PDF));
    assert!(words(&pdf).contains("HELLO"), "{}", words(&pdf));
}

fn refused(stage: &Stage, png: &[u8]) {
    let list = ("a.png", "image/png", b"/usr/share/pixmaps/debian-logo.png\n".as_slice());
    assert_eq!(fails(stage, "image-to-text", json!({}), list), Code::FileTypeMismatch);
    let cut = ("a.png", "image/png", &png[..100]);
    assert_eq!(fails(stage, "image-to-text", json!({}), cut), Code::FileBroken);
    let tool = hosting_engine::tool("image-to-text").expect("a tool");
    for language in ["../../x", "-l", "", "eng+eng+eng+eng+eng", "ENG"] {
        assert!(tool.check(&json!({"language": language})).is_err(), "{language}");
    }
    let klingon = stage.convert("image-to-text", json!({"language": "tlh"}), &[("a.png", "image/png", png)]);
    assert_eq!(klingon.expect_err("no such language").code, Code::OptionsDoNotFit);
}
