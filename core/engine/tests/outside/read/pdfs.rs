//! PDF documents.
use crate::{
    folder::{Folder, asked},
    support::{
        checks::Check,
        pages::{self, MIME, words},
        samples::{PDFS, sample},
        stage::Stage,
    },
};
use serde_json::{Value, json};

pub const ALL: &[Check] = &[
    Check::new("the pages of new PDFs are found by Poppler, and qpdf finds no fault", |stage| {
        every(|pdf| pages::stay_whole(stage, pdf, found));
    }),
    Check::new("qpdf finds no fault in PDFs that were changed, and Poppler finds their words", |stage| {
        every(|pdf| changed(stage, pdf));
    }),
    Check::new("pages are turned as Poppler sees it", |stage| every(|pdf| turned(stage, pdf))),
    Check::new("the text of PDFs is the one that Poppler reads", |stage| every(|pdf| read(stage, pdf))),
    Check::new("pages look as Poppler draws them", |stage| every(|pdf| drawn(stage, pdf))),
    Check::new("PDFs are described as Poppler does", |stage| every(|pdf| described(stage, pdf))),
];

fn every(check: impl Fn(&[u8])) {
    for name in PDFS {
        check(&sample(name));
    }
}

fn found(pdf: &[u8]) -> Vec<String> {
    words(&asked(pdf, "qpdf --check a >&2 && pdftotext a -"))
}

fn changed(stage: &Stage, pdf: &[u8]) {
    let top = json!({"left": 0, "top": 0, "width": 500, "height": 500});
    for (tool, options) in [
        ("pdf-compress", json!({})),
        ("pdf-number-pages", json!({})),
        ("pdf-watermark", json!({"text": "Draft", "pages": "2"})),
        ("pdf-crop", json!({"margins": {"left": 9}})),
        ("pdf-flatten", json!({})),
        ("pdf-redact", json!({"areas": [{"page": 2, "area": top}]})),
        ("pdf-repair", json!({})),
    ] {
        let made = stage.all(tool, options, &[("a.pdf", MIME, pdf)]).remove(0).content;
        let found = found(&made);
        let first = found.first().is_some_and(|page| page.starts_with(pages::WORDS[0]));
        assert!(first && found.len() == if tool == "pdf-redact" { 2 } else { 3 }, "{tool}: {found:?}");
    }
}

fn turned(stage: &Stage, pdf: &[u8]) {
    let turned = stage.one("pdf-rotate", json!({"angle": 90, "pages": "2"}), (MIME, pdf));
    let turns = asked(&turned, "pdfinfo -f 1 -l 3 a | grep rot: | awk '{print $4}'");
    assert_eq!(turns.split_whitespace().collect::<Vec<_>>(), ["0", "90", "0"]);
}

/// What pdfinfo says in a line.
fn said(pdf: &[u8], line: &str) -> String {
    let info = asked(pdf, "pdfinfo a");
    info.lines().find_map(|found| found.strip_prefix(line)).unwrap_or_default().trim().to_owned()
}

fn number(pdf: &[u8], line: &str) -> usize {
    said(pdf, line).parse().expect("a number")
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
