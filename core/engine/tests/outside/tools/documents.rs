//! Office documents.
use super::{TEXT, fails, one, words};
use crate::support::{checks::Check, stage::Stage};
use hosting_engine::Code;
use serde_json::json;
use std::{
    io::{Cursor, Read, Write},
    thread,
};

pub const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const ODT: &str = "application/vnd.oasis.opendocument.text";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub const ALL: &[Check] = &[
    Check::new("a text goes around all forms", forms),
    Check::new("a table becomes a PDF", table),
    Check::new("an archive's PDF says so", archive),
    Check::new("two at once do not wait for each other", two),
    Check::new("documents that are none", broken),
];

fn entry(archive: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut text = String::new();
    archive.by_name(name).expect("an entry").read_to_string(&mut text).expect("a text");
    text
}

fn forms(stage: &Stage) {
    let text = "Grüße aus dem Büro\n".as_bytes();
    let (name, mime, docx) = one(stage, "office-convert", json!({"format": "docx"}), ("a.txt", TEXT, text));
    assert_eq!((name.as_str(), mime.as_str()), ("a.docx", DOCX));
    assert!(entry(&docx, "word/document.xml").contains("Grüße aus dem Büro"));
    let (_, _, odt) = one(stage, "office-convert", json!({"format": "odt"}), ("a.docx", DOCX, &docx));
    assert!(entry(&odt, "content.xml").contains("Grüße aus dem Büro"));
    let (_, _, rtf) = one(stage, "office-convert", json!({"format": "rtf"}), ("a.odt", ODT, &odt));
    assert!(rtf.starts_with(b"{\\rtf"));
    let rtf = ("a.rtf", "application/rtf", rtf.as_slice());
    let (_, _, back) = one(stage, "office-convert", json!({"format": "txt"}), rtf);
    assert!(String::from_utf8_lossy(&back).contains("Grüße aus dem Büro"));
    let (name, _, pdf) = one(stage, "office-to-pdf", json!({}), ("a.docx", DOCX, &docx));
    assert_eq!(name, "a.pdf");
    assert!(words(&pdf).contains("aus dem"), "{}", words(&pdf));
    assert_eq!(
        fails(stage, "office-convert", json!({"format": "xlsx"}), ("a.docx", DOCX, &docx)),
        Code::OptionsDoNotFit
    );
}

fn table(stage: &Stage) {
    let csv = ("a.csv", "text/csv", b"fruit,count\napples,42\n".as_slice());
    let (_, _, xlsx) = one(stage, "office-convert", json!({"format": "xlsx"}), csv);
    assert!(entry(&xlsx, "xl/sharedStrings.xml").contains("apples"));
    let (_, _, pdf) = one(stage, "office-to-pdf", json!({}), ("a.xlsx", XLSX, &xlsx));
    assert!(words(&pdf).contains("42"));
}

fn archive(stage: &Stage) {
    let (_, _, pdf) = one(stage, "office-to-pdf", json!({"archive": true}), ("a.txt", TEXT, b"kept"));
    assert!(String::from_utf8_lossy(&pdf).contains("pdfaid:part"));
}

fn two(stage: &Stage) {
    let made = |text: &str| {
        let (_, _, pdf) = one(stage, "office-to-pdf", json!({}), ("a.txt", TEXT, text.as_bytes()));
        assert!(words(&pdf).contains(text));
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| made("first"));
        made("second");
        first.join().expect("the first");
    });
}

/// A package of these entries.
pub fn package(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        archive.write_all(content.as_bytes()).expect("its content");
    }
    archive.finish().expect("an archive").into_inner()
}

fn broken(stage: &Stage) {
    let docx = package(&[("[Content_Types].xml", "no XML"), ("word/document.xml", "none")]);
    let odt = package(&[("mimetype", ODT), ("content.xml", "<a"), ("META-INF/manifest.xml", "")]);
    for (mime, content) in [(DOCX, docx.as_slice()), (ODT, &odt), (DOCX, &docx[..docx.len() / 2])] {
        assert_eq!(
            fails(stage, "office-to-pdf", json!({}), ("a", mime, content)),
            Code::FileBroken,
            "{mime}"
        );
    }
    let manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>";
    let odt = package(&[("mimetype", ODT), ("content.xml", "?"), ("META-INF/manifest.xml", manifest)]);
    assert_eq!(fails(stage, "office-to-pdf", json!({}), ("a", ODT, &odt)), Code::FileEncrypted);
}
