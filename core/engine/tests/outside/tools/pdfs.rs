//! PDFs.
use super::{PDF, fails, one, told, words};
use crate::folder::{Folder, asked};
use crate::support::{checks::Check, samples::sample, stage::Stage};
use hosting_engine::{Code, Limits};
use serde_json::json;

pub const ALL: &[Check] = &[
    Check::new("pages are drawn as JPEG", |stage| jpeg(stage, &three())),
    Check::new("pages are drawn as SVG", |stage| svg(stage, &three())),
    Check::new("pages that are too many or too large", |stage| bombs(stage, &three())),
    Check::new("a password is put on and taken off", |stage| password(stage, &three())),
    Check::new("a PDF is linearized", |stage| linearized(stage, &three())),
    Check::new("a PDF for archives says so, and has all of its fonts", archive),
    Check::new("scanned pages get a text", scanned),
    Check::new("PDFs that are none", |stage| broken(stage, &three())),
];

/// Three pages.
fn three() -> Vec<u8> {
    sample("printed.pdf")
}

fn jpeg(stage: &Stage, pdf: &[u8]) {
    let options = json!({"dpi": 72, "firstPage": 2});
    let file = ("a.pdf", PDF, pdf);
    let (made, steps) = told(stage, Limits::default(), ("pdf-to-jpeg", options), file).expect("images");
    assert_eq!(made.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a.2.jpg", "a.3.jpg"]);
    assert_eq!(steps, [49, 99]);
    let image =
        image::load_from_memory_with_format(&made[0].content, image::ImageFormat::Jpeg).expect("an image");
    assert!((790..=845).contains(&image.height()), "{}", image.height());
}

fn svg(stage: &Stage, pdf: &[u8]) {
    let (name, mime, svg) = one(stage, "pdf-to-svg", json!({"lastPage": 1}), ("a.pdf", PDF, pdf));
    assert_eq!((name.as_str(), mime.as_str()), ("a.1.svg", "image/svg+xml"));
    let tree = resvg::usvg::Tree::from_data(&svg, &resvg::usvg::Options::default()).expect("an SVG");
    assert!(tree.root().has_children());
}

fn bombs(stage: &Stage, pdf: &[u8]) {
    let mut document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let page = document.get_pages()[&1];
    let dictionary = document.get_object_mut(page).and_then(lopdf::Object::as_dict_mut).expect("a page");
    dictionary.set("MediaBox", vec![0.into(), 0.into(), 14400.into(), lopdf::Object::from(14400)]);
    let mut huge = Vec::new();
    document.save_to(&mut huge).expect("a PDF");
    assert_eq!(fails(stage, "pdf-to-jpeg", json!({"dpi": 600}), ("a", PDF, &huge)), Code::TooManyPixels);
    assert_eq!(fails(stage, "pdf-to-jpeg", json!({"lastPage": 4}), ("a", PDF, pdf)), Code::OptionsDoNotFit);
    let few = Limits { pages: 2, ..Limits::default() };
    let failure = told(stage, few, ("pdf-to-svg", json!({})), ("a", PDF, pdf)).expect_err("too many");
    assert_eq!(failure.code, Code::TooManyPages);
}

fn password(stage: &Stage, pdf: &[u8]) {
    let word = "-x @ö \"quoted\"";
    let options = json!({"userPassword": word, "copying": false});
    let (_, _, closed) = one(stage, "pdf-protect", options, ("a.pdf", PDF, pdf));
    assert!(lopdf::Document::load_mem(&closed).map_or(true, |document| document.is_encrypted()));
    for tool in ["pdf-linearize", "pdf-to-jpeg", "pdf-to-svg"] {
        assert_eq!(fails(stage, tool, json!({}), ("a.pdf", PDF, &closed)), Code::FileEncrypted, "{tool}");
    }
    let wrong = json!({"password": "wrong"});
    assert_eq!(fails(stage, "pdf-unprotect", wrong, ("a.pdf", PDF, &closed)), Code::OptionsDoNotFit);
    let (_, _, open) = one(stage, "pdf-unprotect", json!({"password": word}), ("a.pdf", PDF, &closed));
    assert!(words(&open).contains("alpha first"));
    let schema = hosting_engine::tool("pdf-protect").expect("a tool").options_schema();
    assert_eq!(schema["properties"]["userPassword"]["writeOnly"], true);
    assert_eq!(schema["properties"]["ownerPassword"]["writeOnly"], true);
}

fn linearized(stage: &Stage, pdf: &[u8]) {
    let (_, _, made) = one(stage, "pdf-linearize", json!({}), ("a.pdf", PDF, pdf));
    assert!(String::from_utf8_lossy(&made[..1024]).contains("/Linearized"));
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
    let scan = super::images::scan();
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

fn broken(stage: &Stage, pdf: &[u8]) {
    for tool in ["pdf-to-jpeg", "pdf-to-svg", "pdf-linearize", "pdf-to-pdfa", "pdf-ocr"] {
        for content in [b"%PDF-1.7\n".as_slice(), &pdf[..20], b"%PDF-1.7\ntrailer <</Root 1 0 R>>"] {
            let code = fails(stage, tool, json!({}), ("a.pdf", PDF, content));
            assert_eq!(code, Code::FileBroken, "{tool}");
        }
    }
}
