//! PDF documents.
use crate::{
    checks::Check,
    folder::{Folder, asked, office},
    stage::Stage,
};
use hosting_engine::Code;
use serde_json::{Value, json};
use std::sync::LazyLock;

const MIME: &str = "application/pdf";
const PROGRAMS: &[&str] = &["gs", "qpdf", "pdftotext", "pdfinfo", "pdftoppm", "compare"];
const OFFICE: &[&str] = &["soffice", "gs", "qpdf", "pdftotext", "pdfinfo", "pdftoppm", "compare"];

pub const ALL: &[Check] = &[
    Check::new("a PDF by LibreOffice goes through every tool", OFFICE, |stage| every(stage, &by_office())),
    Check::new("a PDF by Ghostscript goes through every tool", PROGRAMS, |stage| every(stage, &printed())),
    Check::new("a linearized PDF goes through every tool", PROGRAMS, |stage| {
        every(stage, &rewritten("--linearize"));
    }),
    Check::new("a PDF with streams of objects goes through every tool", PROGRAMS, |stage| {
        every(stage, &rewritten("--object-streams=generate"));
    }),
    Check::new("a PDF with nothing packed goes through every tool", PROGRAMS, |stage| {
        every(stage, &rewritten("--qdf --object-streams=disable"));
    }),
    Check::new("encrypted PDFs are said to be so", PROGRAMS, encrypted),
];

/// The words of the three pages.
const PAGES: [&str; 3] = ["alpha first", "beta second", "gamma third"];

/// Three pages that Ghostscript prints.
pub fn printed() -> Vec<u8> {
    static PDF: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let page = |(number, words): (usize, &&str)| {
            let at = 700 - number * 50;
            format!(
                "/Times-Roman findfont 30 scalefont setfont 72 {at} moveto ({words}) show 1 0 0 setrgbcolor 100 100 {at} 50 rectfill showpage\n"
            )
        };
        let text = PAGES.iter().enumerate().map(page).collect::<String>();
        let folder = Folder::with(&[("a.ps", format!("%!PS\n{text}").as_bytes())]);
        folder.sh(
            "gs -q -dSAFER -sDEVICE=pdfwrite -dDEVICEWIDTHPOINTS=595 -dDEVICEHEIGHTPOINTS=842 -o a.pdf a.ps",
        );
        folder.read("a.pdf")
    });
    PDF.clone()
}

pub fn rewritten(how: &str) -> Vec<u8> {
    let folder = Folder::with(&[("a.pdf", &printed())]);
    folder.sh(&format!("qpdf {how} a.pdf b.pdf"));
    folder.read("b.pdf")
}

fn by_office() -> Vec<u8> {
    let page = |words: &&str| format!("<text:p text:style-name=\"P\">{words}</text:p>");
    let text = include_str!("text.fodt").replace("PAGES", &PAGES.iter().map(page).collect::<String>());
    office("a.fodt", text.as_bytes(), "pdf")
}

/// The words of each page, as Poppler finds them; qpdf finds no fault.
fn pages(pdf: &[u8]) -> Vec<String> {
    let text = asked(pdf, "qpdf --check a >&2 && pdftotext a -");
    let words = |page: &str| page.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut pages: Vec<_> = text.split('\u{c}').map(words).collect();
    pages.pop_if(|last| last.is_empty());
    // LibreOffice ends with a page without a word where the last text asks for one.
    pages.pop_if(|last| last.is_empty());
    pages
}

fn every(stage: &Stage, pdf: &[u8]) {
    let first: Vec<_> = pages(pdf);
    assert_eq!(first, PAGES);
    let count = number(pdf, "Pages:");
    merge_and_split(stage, pdf, count);
    arrange(stage, pdf, count);
    read(stage, pdf);
    drawn(stage, pdf);
    described(stage, pdf);
}

/// What pdfinfo says in a line.
fn said(pdf: &[u8], line: &str) -> String {
    let info = asked(pdf, "pdfinfo a");
    info.lines().find_map(|found| found.strip_prefix(line)).unwrap_or_default().trim().to_owned()
}

fn number(pdf: &[u8], line: &str) -> usize {
    said(pdf, line).parse().expect("a number")
}

fn merge_and_split(stage: &Stage, pdf: &[u8], count: usize) {
    let both = [("a.pdf", MIME, pdf), ("b.pdf", MIME, pdf)];
    let merged = stage.all("pdf-merge", json!({}), &both).remove(0).content;
    assert_eq!(number(&merged, "Pages:"), 2 * count);
    let words: Vec<_> = pages(&merged).into_iter().filter(|page| !page.is_empty()).collect();
    assert_eq!(words, [PAGES, PAGES].concat());
    let parts = stage.all("pdf-split", json!({}), &[("a.pdf", MIME, pdf)]);
    assert_eq!(parts.len(), count);
    for (part, words) in parts.iter().zip(PAGES) {
        assert_eq!(pages(&part.content), [words]);
    }
    let parts = stage.all("pdf-split", json!({"ranges": ["2-3", "1"]}), &[("a.pdf", MIME, pdf)]);
    assert_eq!(pages(&parts[0].content), PAGES[1..]);
    assert_eq!(pages(&parts[1].content), PAGES[..1]);
}

fn arrange(stage: &Stage, pdf: &[u8], count: usize) {
    let one = |tool, options| stage.one(tool, options, (MIME, pdf));
    let turned = one("pdf-rotate", json!({"angle": 90, "pages": "2"}));
    let turns = asked(&turned, "pdfinfo -f 1 -l 3 a | grep rot: | awk '{print $4}'");
    assert_eq!(turns.split_whitespace().collect::<Vec<_>>(), ["0", "90", "0"]);
    assert_eq!(pages(&one("pdf-delete-pages", json!({"pages": "2"}))), [PAGES[0], PAGES[2]]);
    let order: Vec<usize> = [3, 1, 2].into_iter().chain(4..=count).collect();
    assert_eq!(pages(&one("pdf-reorder", json!({"order": order}))), [PAGES[2], PAGES[0], PAGES[1]]);
}

fn read(stage: &Stage, pdf: &[u8]) {
    let text = stage.one("pdf-to-text", json!({}), (MIME, pdf));
    let text = String::from_utf8(text).expect("a text");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words, asked(pdf, "pdftotext a -").split_whitespace().collect::<Vec<_>>().join(" "));
}

fn drawn(stage: &Stage, pdf: &[u8]) {
    let made = stage.all("pdf-to-png", json!({"dpi": 72, "pages": "1-2"}), &[("a.pdf", MIME, pdf)]);
    let folder = Folder::with(&[("a.pdf", pdf), ("1.png", &made[0].content), ("2.png", &made[1].content)]);
    folder.sh("pdftoppm -r 72 -png -l 2 a.pdf p");
    for page in 1..=2 {
        let size = folder.sh(&format!("identify -format %wx%h p-{page}.png"));
        folder.sh(&format!("convert {page}.png -resize {size}! q-{page}.png"));
        let difference = folder.difference(&format!("p-{page}.png"), &format!("q-{page}.png"));
        assert!(difference < 0.08, "page {page}: {difference}");
    }
}

fn described(stage: &Stage, pdf: &[u8]) {
    let told = stage.one("pdf-properties", json!({}), (MIME, pdf));
    let told: Value = serde_json::from_slice(&told).expect("JSON");
    assert_eq!(told["pages"], number(pdf, "Pages:"));
    assert_eq!(told["version"].as_str().unwrap_or_default(), said(pdf, "PDF version:"));
    assert_eq!(told["producer"].as_str().unwrap_or_default(), said(pdf, "Producer:"));
    assert_eq!(told["linearized"], said(pdf, "Optimized:") == "yes");
    assert_eq!((&told["encrypted"], &told["tagged"]), (&json!(false), &json!(said(pdf, "Tagged:") == "yes")));
    let size = said(pdf, "Page size:");
    let size: Vec<f64> = size.split(' ').filter_map(|word| word.parse().ok()).collect();
    for (side, right) in ["width", "height"].into_iter().zip(size) {
        let found = told["pageSizes"][0][side].as_f64().expect("a number");
        assert!((found - right).abs() < 0.1, "{found}, {right}");
    }
}

fn encrypted(stage: &Stage) {
    for how in [
        "--encrypt secret owner 256 --",
        "--encrypt secret owner 128 --use-aes=y --",
        "--allow-weak-crypto --encrypt secret owner 40 --",
    ] {
        let pdf = rewritten(how);
        for (tool, options) in TOOLS {
            let options = serde_json::from_str(options).expect("JSON");
            let files = [("a.pdf", MIME, pdf.as_slice()); 2];
            let files = if *tool == "pdf-merge" { &files[..] } else { &files[..1] };
            let code = stage.convert(tool, options, files).err().map(|failure| failure.code);
            assert_eq!(code, Some(Code::FileEncrypted), "{tool}, {how}");
        }
        assert_eq!(stage.code("pdf-properties", json!({}), (MIME, &pdf)), Some(Code::FileEncrypted), "{how}");
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
];
