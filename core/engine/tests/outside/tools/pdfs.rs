//! PDFs.
use super::{PDF, fails, one, told};
use crate::folder::{Folder, asked};
use crate::support::{checks::Check, samples::sample, stage::Stage};
use hosting_engine::{Code, Limits};
use serde_json::json;

pub const ALL: &[Check] = &[
    Check::new("a PDF is linearized", |stage| linearized(stage, &three())),
    Check::new("a PDF for archives says so, and has all of its fonts", archive),
    Check::new("scanned pages get a text", scanned),
    Check::new("each of many scanned pages gets its own text", each_its_own),
    Check::new("PDFs that are none", |stage| broken(stage, &three())),
];

/// Three pages.
fn three() -> Vec<u8> {
    sample("printed.pdf")
}

fn linearized(stage: &Stage, pdf: &[u8]) {
    let (_, _, made) = one(stage, "pdf-linearize", json!({}), ("a.pdf", PDF, pdf));
    assert!(String::from_utf8_lossy(&made[..1024]).contains("/Linearized"));
    let closed = sample("aes256.pdf");
    assert_eq!(fails(stage, "pdf-linearize", json!({}), ("a.pdf", PDF, &closed)), Code::FileEncrypted);
}

fn archive(stage: &Stage) {
    for name in ["printed.pdf", "text.pdf", "open.pdf"] {
        let (_, _, pdf) = one(stage, "pdf-to-pdfa", json!({}), ("a.pdf", PDF, &sample(name)));
        assert!(asked(&pdf, "pdftotext a -").contains("alpha"), "{name}");
        let said =
            asked(&pdf, "strings a | grep -o \"pdfaid:[a-z]*='.'\"; strings a | grep -c /OutputIntents");
        assert_eq!(
            said.lines().collect::<Vec<_>>(),
            ["pdfaid:part='2'", "pdfaid:conformance='B'", "1"],
            "{name}"
        );
        assert_eq!(embedded(&pdf), ["yes"], "{name}");
    }
    // One of the fonts that every reader has (ISO 32000-1 section 9.6.2.2), and that is in no file.
    let folder = Folder::with(&[]);
    let text = "/Helvetica findfont 20 scalefont setfont 50 50 moveto (alpha) show showpage";
    let without = "-dEmbedAllFonts=false -dPDFSETTINGS=/screen";
    folder.sh(&format!("printf '%s' '{text}' | gs -q {without} -sDEVICE=pdfwrite -o a.pdf -"));
    let given = folder.read("a.pdf");
    assert_eq!(embedded(&given), ["no"]);
    let (_, _, pdf) = one(stage, "pdf-to-pdfa", json!({}), ("a.pdf", PDF, &given));
    assert_eq!(embedded(&pdf), ["yes"]);
}

/// Whether the fonts of a PDF are in it, as Poppler finds them.
fn embedded(pdf: &[u8]) -> Vec<String> {
    let said = asked(pdf, "pdffonts a | tail -n +3 | awk '{ print $(NF - 4) }' | sort -u");
    said.lines().map(str::to_owned).collect()
}

/// Scans after pages that have text: upright, turned and turned back, and one that is not asked for.
fn scanned(stage: &Stage) {
    let scan = super::images::scan("HELLO");
    let picture =
        |png: &[u8]| stage.one("images-to-pdf", json!({"pageSize": "a4", "margin": 0}), ("image/png", png));
    let upright = picture(&scan);
    let lying = picture(&stage.one("image-rotate", json!({"angle": 90}), ("image/png", &scan)));
    let turned = stage.one("pdf-rotate", json!({"angle": 270}), (PDF, &lying));
    let files: [(&str, &str, &[u8]); 4] = [
        ("a.pdf", PDF, &three()),
        ("b.pdf", PDF, &upright),
        ("c.pdf", PDF, &turned),
        ("d.pdf", PDF, &upright),
    ];
    let given = stage.all("pdf-merge", json!({}), &files).remove(0).content;
    let (name, mime, made) = one(stage, "pdf-ocr", json!({"pages": "1-5"}), ("a.pdf", PDF, &given));
    assert_eq!((name.as_str(), mime.as_str()), ("a.pdf", PDF));
    let text = |pdf: &[u8], page: u8| asked(pdf, &format!("pdftotext -f {page} -l {page} a -"));
    for page in [1, 2, 3, 6] {
        assert_eq!(text(&made, page), text(&given, page), "page {page} stays as it was");
    }
    for page in [4, 5] {
        assert_eq!((text(&given, page).trim(), text(&made, page).trim()), ("", "HELLO"), "page {page}");
        // Where the letters are: they begin 224 and 424 pixels from the corner, of which 150 are an inch.
        let part = "-x 100 -y 195 -W 120 -H 45";
        let there = asked(&made, &format!("pdftotext -r 72 {part} -f {page} -l {page} a -"));
        assert_eq!(there.trim(), "HELLO", "page {page}");
    }
    let folder = Folder::with(&[("a.pdf", &given), ("b.pdf", &made)]);
    folder.sh("pdftoppm -r 40 -f 5 -singlefile a.pdf a; pdftoppm -r 40 -f 5 -singlefile b.pdf b");
    assert!(folder.difference("a.ppm", "b.ppm") < 0.001, "it shows what it showed");
    let klingon = stage.convert("pdf-ocr", json!({"language": "tlh"}), &[("a.pdf", PDF, &given)]);
    assert_eq!(klingon.expect_err("no such language").code, Code::OptionsDoNotFit);
}

/// They are read several at once: those with more to read, and those with a text, must not move the others.
fn each_its_own(stage: &Stage) {
    let words = ["HELLO", "HOLE", "", "HELL", "HELLO", "HELL", "", "HOLE", "HELLO"];
    let pages: Vec<_> = words
        .iter()
        .map(|word| match *word {
            "" => stage.one("pdf-split", json!({"ranges": ["1"]}), (PDF, &three())),
            word => {
                let scan = super::images::scan(word);
                stage.one("images-to-pdf", json!({"pageSize": "a4", "margin": 0}), ("image/png", &scan))
            }
        })
        .collect();
    let files: Vec<_> = pages.iter().map(|page| ("a.pdf", PDF, page.as_slice())).collect();
    let given = stage.all("pdf-merge", json!({}), &files).remove(0).content;
    let ended = told(stage, Limits::default(), ("pdf-ocr", json!({})), ("a.pdf", PDF, &given));
    let (mut made, steps) = ended.expect("a document");
    let made = made.remove(0).content;
    for (page, word) in (1..).zip(words) {
        let text = asked(&made, &format!("pdftotext -f {page} -l {page} a -"));
        let before = asked(&given, &format!("pdftotext -f {page} -l {page} a -"));
        assert_eq!(text.trim(), if word.is_empty() { before.trim() } else { word }, "page {page}");
    }
    // One step for each page, and the last when all are laid over.
    assert!(steps.is_sorted() && steps.len() >= words.len(), "{steps:?}");
}

fn broken(stage: &Stage, pdf: &[u8]) {
    for tool in ["pdf-linearize", "pdf-to-pdfa", "pdf-ocr"] {
        for content in [b"%PDF-1.7\n".as_slice(), &pdf[..20], b"%PDF-1.7\ntrailer <</Root 1 0 R>>"] {
            let code = fails(stage, tool, json!({}), ("a.pdf", PDF, content));
            assert_eq!(code, Code::FileBroken, "{tool}");
        }
    }
}
