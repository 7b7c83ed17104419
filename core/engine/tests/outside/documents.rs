//! Office documents.
use crate::stage::Stage;
use hosting_engine::Code;
use serde_json::json;
use std::io::{Cursor, Read, Write};

pub const TEXT: &str = "text/plain";
pub const PDF: &str = "application/pdf";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const ODT: &str = "application/vnd.oasis.opendocument.text";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub async fn run(stage: &Stage) {
    stage.test("a text goes around all forms", forms(stage)).await;
    stage.test("a table becomes a PDF", table(stage)).await;
    stage.test("an archive's PDF says so", archive(stage)).await;
    stage.test("two at once do not wait for each other", two(stage)).await;
    stage.test("documents that are none", broken(stage)).await;
    stage.test("links of documents lead nowhere", links(stage)).await;
}

/// The words of a PDF, as another reader finds them.
pub fn words(pdf: &[u8]) -> String {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    document.extract_text(&pages).expect("its text")
}

fn entry(archive: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut text = String::new();
    archive.by_name(name).expect("an entry").read_to_string(&mut text).expect("a text");
    text
}

async fn forms(stage: &Stage) {
    let text = "Grüße aus dem Büro\n".as_bytes();
    let (name, mime, docx) =
        stage.one("office-convert", json!({"format": "docx"}), ("a.txt", TEXT, text)).await;
    assert_eq!((name.as_str(), mime.as_str()), ("a.docx", DOCX));
    assert!(entry(&docx, "word/document.xml").contains("Grüße aus dem Büro"));
    let (_, _, odt) = stage.one("office-convert", json!({"format": "odt"}), ("a.docx", DOCX, &docx)).await;
    assert!(entry(&odt, "content.xml").contains("Grüße aus dem Büro"));
    let (_, _, rtf) = stage.one("office-convert", json!({"format": "rtf"}), ("a.odt", ODT, &odt)).await;
    assert!(rtf.starts_with(b"{\\rtf"));
    let rtf = ("a.rtf", "application/rtf", rtf.as_slice());
    let (_, _, back) = stage.one("office-convert", json!({"format": "txt"}), rtf).await;
    assert!(String::from_utf8_lossy(&back).contains("Grüße aus dem Büro"));
    let (name, _, pdf) = stage.one("office-to-pdf", json!({}), ("a.docx", DOCX, &docx)).await;
    assert_eq!(name, "a.pdf");
    assert!(words(&pdf).contains("aus dem"), "{}", words(&pdf));
    assert_eq!(
        stage.fails("office-convert", json!({"format": "xlsx"}), ("a.docx", DOCX, &docx)).await,
        Code::OptionsDoNotFit
    );
}

async fn table(stage: &Stage) {
    let csv = ("a.csv", "text/csv", b"fruit,count\napples,42\n".as_slice());
    let (_, _, xlsx) = stage.one("office-convert", json!({"format": "xlsx"}), csv).await;
    assert!(entry(&xlsx, "xl/sharedStrings.xml").contains("apples"));
    let (_, _, pdf) = stage.one("office-to-pdf", json!({}), ("a.xlsx", XLSX, &xlsx)).await;
    assert!(words(&pdf).contains("42"));
}

async fn archive(stage: &Stage) {
    let (_, _, pdf) = stage.one("office-to-pdf", json!({"archive": true}), ("a.txt", TEXT, b"kept")).await;
    assert!(String::from_utf8_lossy(&pdf).contains("pdfaid:part"));
}

async fn two(stage: &Stage) {
    let one = |text: &'static [u8]| stage.one("office-to-pdf", json!({}), ("a.txt", TEXT, text));
    let (first, second) = tokio::join!(one(b"first"), one(b"second"));
    assert!(words(&first.2).contains("first") && words(&second.2).contains("second"));
}

/// A package of these entries.
fn package(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        archive.write_all(content.as_bytes()).expect("its content");
    }
    archive.finish().expect("an archive").into_inner()
}

async fn broken(stage: &Stage) {
    let docx = package(&[("[Content_Types].xml", "no XML"), ("word/document.xml", "none")]);
    let odt = package(&[("mimetype", ODT), ("content.xml", "<a"), ("META-INF/manifest.xml", "")]);
    for (mime, content) in [(DOCX, docx.as_slice()), (ODT, &odt), (DOCX, &docx[..docx.len() / 2])] {
        assert_eq!(
            stage.fails("office-to-pdf", json!({}), ("a", mime, content)).await,
            Code::FileBroken,
            "{mime}"
        );
    }
    let manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>";
    let odt = package(&[("mimetype", ODT), ("content.xml", "?"), ("META-INF/manifest.xml", manifest)]);
    assert_eq!(stage.fails("office-to-pdf", json!({}), ("a", ODT, &odt)).await, Code::FileEncrypted);
}

/// A document that shows a picture from the network, and one from the machine.
async fn links(stage: &Stage) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("no waiting");
    let address = listener.local_addr().expect("its address");
    let rtf = format!(
        "{{\\rtf1 before {{\\field{{\\*\\fldinst INCLUDEPICTURE \"http://{address}/a.png\" \\\\d}}{{\\fldrslt x}}}}\
         {{\\field{{\\*\\fldinst INCLUDETEXT \"/etc/passwd\"}}{{\\fldrslt y}}}} after}}"
    );
    let (_, _, pdf) =
        stage.one("office-to-pdf", json!({}), ("a.rtf", "application/rtf", rtf.as_bytes())).await;
    let words = words(&pdf);
    assert!(words.contains("before") && words.contains("after") && !words.contains("root:"), "{words}");
    assert!(listener.accept().is_err());
}
