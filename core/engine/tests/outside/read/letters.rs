//! Letters that the engine's own fonts lack, set with those of the machine.
use crate::{
    folder::{Folder, asked},
    support::{checks::Check, stage::Stage},
};
use serde_json::json;

const MARKDOWN: &str = "text/markdown";

pub const ALL: &[Check] = &[
    Check::new("letters of all the world are read as they were written", read),
    Check::new("letters of all the world are drawn on pages as they are", |stage| differ(stage, page)),
    Check::new("letters of all the world are drawn in pictures as they are", |stage| differ(stage, picture)),
    Check::new("letters of all the world stand on pages of others", stamped),
    Check::new("letters that are written from the right stand at the right", from_the_right),
];

/// What no font has: Unicode gives these no letters.
const NONE: [&str; 2] = ["\u{378}", "\u{379}"];

const TEXT: &str = "# 世界 heading\n\n永和東 **粗體** `代碼` ひらがな 한글\n\nשלום עולם\n\nمرحبا بالعالم\n\n\
    | 列 | b |\n|---|---|\n| 行 | *x* |\n\nface 😀, 🦊, 🫀\u{fe0f} and 👩\u{200d}💻\n";

fn read(stage: &Stage) {
    let pdf = stage.one("markdown-to-pdf", json!({}), (MARKDOWN, TEXT.as_bytes()));
    let text = asked(&pdf, "qpdf --check a >&2 && pdftotext a -");
    let words = [
        "世界",
        "永和東",
        "粗體",
        "代碼",
        "ひらがな",
        "한글",
        "שלום",
        "עולם",
        "مرحبا",
        "بالعالم",
        "列",
        "行",
        "😀",
        "🦊",
        "🫀",
        "👩\u{200d}💻",
    ];
    for word in words {
        assert!(text.contains(word), "{word} in {text}");
    }
    let fonts = asked(&pdf, "pdffonts a | tail -n +3");
    assert!(fonts.lines().all(|font| font.contains(" yes ")), "each is in the file: {fonts}");
}

/// A page with a text, drawn by Poppler, without its number.
fn page(stage: &Stage, text: &str) -> Vec<u8> {
    let pdf = stage.one("markdown-to-pdf", json!({}), (MARKDOWN, text.as_bytes()));
    let folder = Folder::with(&[("a", &pdf)]);
    folder.sh("pdftoppm -r 100 -png -singlefile a b && convert b.png -gravity north -crop 100%x40%+0+0 +repage c.png");
    folder.read("c.png")
}

/// A picture of a text.
fn picture(stage: &Stage, text: &str) -> Vec<u8> {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='60'><text x='9' y='40' font-size='30'>{text}</text></svg>"
    );
    stage.one("svg-to-png", json!({"background": "#ffffff"}), ("image/svg+xml", svg.as_bytes()))
}

fn differ(stage: &Stage, draw: fn(&Stage, &str) -> Vec<u8>) {
    let difference = |one: &str, other: &str| {
        Folder::with(&[("a.png", &draw(stage, one)), ("b.png", &draw(stage, other))])
            .difference("a.png", "b.png")
    };
    assert!(difference(NONE[0], NONE[1]) == 0.0, "what no font has looks like nothing else");
    for [one, other] in [["永", "東"], ["あ", "い"], ["한", "글"], ["ا", "ل"], ["א", "ב"], ["😀", "🦊"]]
    {
        assert!(difference(one, other) > 0.0, "{one} and {other}");
        assert!(difference(one, NONE[0]) > 0.0 && difference(other, NONE[0]) > 0.0, "{one} and {other}");
        assert!(
            difference(&format!("{one}{}", NONE[0]), &format!("{other}{}", NONE[0])) > 0.0,
            "{one}, {other}"
        );
    }
    assert!(colours(&draw(stage, "😀")) > 0.5 && colours(&draw(stage, "永")) < 0.01);
}

/// How strong the strongest colour of a picture is, from 0 to 1.
fn colours(png: &[u8]) -> f64 {
    let said = asked(png, "convert a -colorspace HSB -channel G -separate -format '%[fx:maxima]' info:");
    said.trim().parse().expect("a number")
}

fn stamped(stage: &Stage) {
    let pdf = stage.one("markdown-to-pdf", json!({}), (MARKDOWN, b"one"));
    for (tool, options, word) in [
        ("pdf-watermark", json!({"text": "草稿 🦊", "angle": 0}), "草稿"),
        ("pdf-number-pages", json!({"format": "第{page}頁"}), "第1頁"),
    ] {
        let stamped = stage.one(tool, options, ("application/pdf", &pdf));
        let text = asked(&stamped, "qpdf --check a >&2 && pdftotext a -");
        assert!(text.contains("one") && text.contains(word), "{tool}: {text}");
    }
}

fn from_the_right(stage: &Stage) {
    for (text, share) in [("shalom", 0.0), ("שלום", 1.0), ("مرحبا", 1.0), ("| a |\n|---|\n| שלום |", 0.0)]
    {
        let drawn = asked(&page(stage, text), "convert a -format '%w %@' info:");
        let numbers: Vec<f64> =
            drawn.split([' ', 'x', '+']).map(|number| number.parse().expect("a number")).collect();
        let [page, width, _, left, _] = numbers[..] else { panic!("{drawn}") };
        let margin = 22.0 / 25.4 * 100.0;
        let (left, right) = (left - margin, page - margin - left - width);
        let (near, far) = if share > 0.5 { (right, left) } else { (left, right) };
        assert!(near.abs() < 6.0 && far > 300.0, "{text}: {left} and {right}");
    }
}
