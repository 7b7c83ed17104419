//! PDF documents.
use crate::{
    folder::{Folder, asked},
    support::{
        checks::Check,
        pages::{self, MIME, words},
        samples::{PDFS, sample},
        stage::{Made, Stage},
    },
};
use hosting_engine::Code;
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
    Check::new("qpdf opens the PDFs that we close", |stage| every(|pdf| closed(stage, pdf))),
    Check::new("we open the PDFs that qpdf closes", opened),
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
    let file = [("a.pdf", MIME, pdf)];
    let photos = json!({"dpi": 72, "pages": "1-2", "quality": 95});
    let mut pages = stage.all("pdf-to-png", json!({"dpi": 72, "pages": "1-2"}), &file);
    pages.extend(stage.all("pdf-to-jpeg", photos, &file));
    let drawings = stage.all("pdf-to-svg", json!({"pages": "1-2"}), &file);
    for Made { mime, content, .. } in &drawings {
        let white = json!({"background": "#ffffff"});
        pages.extend(stage.all("svg-to-png", white, &[("a.svg", mime, content)]));
    }
    for (page, Made { name, content, .. }) in [1, 2].into_iter().cycle().zip(&pages) {
        let folder = Folder::with(&[("a.pdf", pdf), ("a", content)]);
        folder.sh(&format!("pdftoppm -r 72 -png -singlefile -f {page} a.pdf p"));
        let size = folder.sh("identify -format %wx%h p.png");
        folder.sh(&format!("convert a -resize {size}! q.png"));
        let difference = folder.difference("p.png", "q.png");
        assert!(difference < 0.08, "{name}, page {page}: {difference}");
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

fn closed(stage: &Stage, pdf: &[u8]) {
    let word = "-x @ö \"quoted\"";
    let options = json!({"userPassword": word, "ownerPassword": "mine", "copying": false, "printing": false});
    let closed = stage.one("pdf-protect", options, (MIME, pdf));
    let folder = Folder::with(&[("a.pdf", &closed), ("word", word.as_bytes()), ("mine", b"mine")]);
    for password in ["word", "mine"] {
        let said = folder.sh(&format!("qpdf --password-file={password} --show-encryption --check a.pdf"));
        for line in [
            "R = 6",
            "stream encryption method: AESv3",
            "extract for accessibility: allowed",
            "extract for any purpose: not allowed",
            "print low resolution: not allowed",
            "print high resolution: not allowed",
            "modify anything: allowed",
        ] {
            assert!(said.lines().any(|said| said == line), "{line}: {said}");
        }
        let text = folder
            .sh(&format!("qpdf --password-file={password} --decrypt a.pdf b.pdf >&2 && pdftotext b.pdf -"));
        assert_eq!(words(&text), pages::WORDS);
    }
    assert!(folder.sh("qpdf --password=wrong --check a.pdf 2>&1 || true").contains("invalid password"));
}

fn opened(stage: &Stage) {
    for name in ["aes256.pdf", "aes128.pdf", "rc4.pdf"] {
        let closed = sample(name);
        for password in ["secret", "owner"] {
            let open = stage.one("pdf-unprotect", json!({"password": password}), (MIME, &closed));
            assert_eq!(found(&open), pages::WORDS, "{name}");
            assert_eq!(said(&open, "Encrypted:"), "no");
        }
        let files = [("a.pdf", MIME, closed.as_slice())];
        let failure = stage.convert("pdf-unprotect", json!({"password": "wrong"}), &files).expect_err(name);
        assert_eq!(failure.code, Code::OptionsDoNotFit, "{failure:?}");
        assert!(failure.message.starts_with("password: "), "{failure:?}");
    }
}
