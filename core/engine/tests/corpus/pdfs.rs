//! PDF documents.
use crate::support::{
    checks::Check,
    pages::{self, MIME, WORDS, words},
    samples::{PDFS, sample},
    stage::Stage,
};
use hosting_engine::Code;
use serde_json::{Value, json};

pub const ALL: &[Check] = &[
    Check::new("PDFs by other programs keep their words whatever is drawn on them", drawn_on),
    Check::new("what is taken out of PDFs by other programs is gone", redacted),
    Check::new("PDFs by other programs that are cut off are repaired", repaired),
    Check::new("PDFs by other programs keep their pages", keep),
    Check::new("PDFs by other programs are described and drawn", seen),
    Check::new("encrypted PDFs are said to be so", encrypted),
];

fn keep(stage: &Stage) {
    for name in PDFS {
        pages::stay_whole(stage, &sample(name), |pdf| {
            let text = stage.one("pdf-to-text", json!({}), (MIME, pdf));
            words(&String::from_utf8(text).expect("a text"))
        });
    }
}

fn seen(stage: &Stage) {
    for name in PDFS {
        let pdf = sample(name);
        let told = stage.one("pdf-properties", json!({}), (MIME, &pdf));
        let told: Value = serde_json::from_slice(&told).expect("JSON");
        let maker = if name == "text.pdf" { "LibreOffice" } else { "GPL Ghostscript" };
        assert!(told["producer"].as_str().unwrap_or_default().starts_with(maker), "{name}: {told}");
        assert_eq!(told["linearized"], name == "linearized.pdf", "{name}");
        assert_eq!(told["encrypted"], false, "{name}");
        let drawn = stage.all("pdf-to-png", json!({"dpi": 36, "pages": "1-2"}), &[("a.pdf", MIME, &pdf)]);
        for page in drawn {
            let page = image::load_from_memory(&page.content).expect("an image").to_luma8();
            assert!(page.pixels().any(|pixel| pixel[0] < 200), "{name}: nothing is drawn");
        }
    }
}

/// The words of each page that has any.
fn read(stage: &Stage, pdf: &[u8]) -> Vec<String> {
    let text = stage.one("pdf-to-text", json!({}), (MIME, pdf));
    words(&String::from_utf8(text).expect("a text"))
}

fn drawn_on(stage: &Stage) {
    for name in PDFS {
        let pdf = sample(name);
        let made = |tool, options| read(stage, &stage.one(tool, options, (MIME, &pdf)));
        for (tool, options) in [
            ("pdf-compress", json!({})),
            ("pdf-crop", json!({"margins": {"top": 5, "left": 5}})),
            ("pdf-flatten", json!({})),
            ("pdf-watermark", json!({"text": "x", "pages": "1", "opacity": 1, "layer": "below"})),
        ] {
            let found = made(tool, options);
            let alike = found.iter().zip(WORDS).all(|(found, words)| found.contains(words));
            assert!(found.len() == 3 && alike, "{tool}, {name}: {found:?}");
        }
        let numbered = made("pdf-number-pages", json!({"format": "p. {page}", "pages": "1-3"}));
        let expected: Vec<_> =
            (1..).zip(WORDS).map(|(number, words)| format!("{words} p. {number}")).collect();
        assert_eq!(numbered, expected, "{name}");
        let small = stage.one("pdf-compress", json!({}), (MIME, &pdf));
        assert!(small.len() <= pdf.len(), "{name}");
    }
}

fn redacted(stage: &Stage) {
    for name in PDFS {
        let all = json!({"left": 0, "top": 0, "width": 500, "height": 500});
        let options = json!({"areas": [{"page": 2, "area": all}], "dpi": 72});
        let made = stage.one("pdf-redact", options, (MIME, &sample(name)));
        assert_eq!(read(stage, &made), [WORDS[0], WORDS[2]], "{name}");
        let page = stage.one("pdf-to-png", json!({"dpi": 36, "pages": "2"}), (MIME, &made));
        let page = image::load_from_memory(&page).expect("an image").to_luma8();
        // A page that ends within a pixel shares it with what is around it.
        let light = page.pixels().filter(|pixel| pixel[0] > 8).count();
        assert!(light < (page.width() + page.height()) as usize, "{name}: {light}");
    }
}

fn repaired(stage: &Stage) {
    for name in ["printed.pdf", "open.pdf", "text.pdf"] {
        let pdf = sample(name);
        let end = pdf.windows(5).rposition(|part| part == b"xref\n").unwrap_or(pdf.len() - 100);
        let made = stage.all("pdf-repair", json!({}), &[("a.pdf", MIME, &pdf[..end])]);
        let told: Value = serde_json::from_slice(&made[1].content).expect("JSON");
        assert_eq!(
            (read(stage, &made[0].content), &told["table"]),
            (WORDS.map(str::to_owned).to_vec(), &json!("rebuilt")),
            "{name}: {told}"
        );
    }
}

fn encrypted(stage: &Stage) {
    for name in ["aes256.pdf", "aes128.pdf", "rc4.pdf"] {
        let pdf = sample(name);
        for (tool, options) in TOOLS {
            let options = serde_json::from_str(options).expect("JSON");
            let files = [("a.pdf", MIME, pdf.as_slice()); 2];
            let files = if *tool == "pdf-merge" { &files[..] } else { &files[..1] };
            let code = stage.convert(tool, options, files).err().map(|failure| failure.code);
            assert_eq!(code, Some(Code::FileEncrypted), "{tool}, {name}");
        }
    }
}

/// Tools of our own that take a PDF, with options for three pages.
pub const TOOLS: &[(&str, &str)] = &[
    ("pdf-merge", "{}"),
    ("pdf-split", "{}"),
    ("pdf-rotate", r#"{"angle": 90}"#),
    ("pdf-delete-pages", r#"{"pages": "2"}"#),
    ("pdf-reorder", r#"{"order": [3, 2, 1]}"#),
    ("pdf-compress", r#"{"quality": 40}"#),
    ("pdf-number-pages", r#"{"format": "{page} / {pages}"}"#),
    ("pdf-watermark", r#"{"text": "Draft"}"#),
    ("pdf-crop", r#"{"margins": {"left": 20}}"#),
    ("pdf-flatten", "{}"),
    (
        "pdf-redact",
        r#"{"areas": [{"page": 2, "area": {"left": 0, "top": 0, "width": 200, "height": 40}}], "dpi": 72}"#,
    ),
    ("pdf-repair", "{}"),
    ("pdf-to-text", "{}"),
    ("pdf-to-png", r#"{"dpi": 36}"#),
    ("pdf-to-jpeg", r#"{"dpi": 36}"#),
    ("pdf-to-svg", "{}"),
    ("pdf-protect", r#"{"userPassword": "open sesame"}"#),
    ("pdf-properties", "{}"),
];
