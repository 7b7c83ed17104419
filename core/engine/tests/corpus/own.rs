//! Tools of our own: what they need of the kernel, the seal leaves them.
use crate::{
    archives::packed,
    support::{
        checks::Check,
        samples::{PHOTO, sample},
        stage::{Given, Made, Stage},
    },
};
use serde_json::{Value, json};

pub const ALL: &[Check] = &[
    Check::new("tools of our own work behind the seal", work),
    Check::new("data of one form becomes data of another behind the seal", data),
    Check::new("texts of one form become texts of another behind the seal", texts),
];

pub const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
pub const EPUB: &str = "application/epub+zip";

/// A page with whatever a text can have.
pub const PAGE: &str = "<?xml version='1.0'?><!DOCTYPE html><html><head><title>T</title><script>x()</script></head><body>\
    <h1>Head</h1><p>a <b>b</b> <i>c</i> <a href='https://x.test/?a&amp;b'>d</a><br/>&#233;</p><ul><li>e<ol><li>f</li></ol></li>\
    </ul><table><tr><th>g</th><th>h</th></tr><tr><td>i</td><td>j</td></tr></table><pre><code>k\n l</code></pre><hr/>\
    <blockquote><p>m</p></blockquote><img src='n' alt='o'/></body></html>";

/// A book of one chapter.
pub fn book(chapter: &str) -> Vec<u8> {
    let list = "<package><manifest><item id='c' href='c.xhtml'/></manifest><spine><itemref idref='c'/></spine></package>";
    let container = "<container><rootfiles><rootfile full-path='l.opf'/></rootfiles></container>";
    packed([("mimetype", EPUB), ("META-INF/container.xml", container), ("l.opf", list), ("c.xhtml", chapter)])
}

const DRAWING: &[u8] =
    b"<svg xmlns='http://www.w3.org/2000/svg' width='99' height='9'><text y='9'>drawn</text></svg>";

/// The one file that is made of a file.
fn one(stage: &Stage, tool: &str, options: Value, file: Given<'_>) -> Made {
    let mut made = stage.all(tool, options, &[file]);
    assert_eq!(made.len(), 1, "{tool}");
    made.remove(0)
}

fn work(stage: &Stage) {
    let jpeg = ("a.jpg", "image/jpeg", PHOTO);
    for format in ["avif", "webp", "png", "tiff"] {
        let made = one(stage, "image-convert", json!({"format": format}), jpeg);
        let found = image::guess_format(&made.content).expect("an image").to_mime_type();
        assert_eq!((made.mime.as_str(), made.mime.as_str()), (found, format!("image/{format}").as_str()));
    }
    let png = stage.one("svg-to-png", json!({}), ("image/svg+xml", DRAWING));
    assert!(image::load_from_memory(&png).expect("an image").to_rgba8().pixels().any(|pixel| pixel[3] > 0));
    drawn(stage, &stage.one("markdown-to-pdf", json!({}), ("text/plain", b"# printed")));
    let xlsx = one(stage, "csv-to-xlsx", json!({}), ("a.csv", "text/csv", b"a,b\n1,2\n"));
    let json = stage.one("xlsx-to-json", json!({}), (&xlsx.mime, &xlsx.content));
    assert!(serde_json::from_slice::<Value>(&json).expect("JSON").to_string().contains('1'));
    let zip = one(stage, "files-to-zip", json!({}), jpeg);
    assert_eq!(stage.one("zip-to-files", json!({}), (&zip.mime, &zip.content)), PHOTO);
    let tar = one(stage, "files-to-tar-gz", json!({}), jpeg);
    assert_eq!(stage.one("archive-to-files", json!({}), (&tar.mime, &tar.content)), PHOTO);
}

fn data(stage: &Stage) {
    let json: &[u8] = br#"{"a":{"@b":"1","c":["2","x: y"]}}"#;
    for (to, kind, from) in [
        ("json-to-yaml", "application/yaml", "yaml-to-json"),
        ("json-to-xml", "application/xml", "xml-to-json"),
    ] {
        let made = one(stage, to, json!({}), ("a.json", "application/json", json));
        assert_eq!(made.mime, kind);
        let again = stage.one(from, json!({"pretty": false}), (kind, &made.content));
        assert_eq!(again.trim_ascii(), json, "{to}");
    }
    let made = stage.one("toml-to-json", json!({"pretty": false}), ("application/toml", b"a = [1]"));
    assert_eq!(made.trim_ascii(), b"{\"a\":[1]}");
}

fn texts(stage: &Stage) {
    for (tool, mime, content) in [
        ("html-to-markdown", "text/html", PAGE.as_bytes().to_vec()),
        ("epub-to-markdown", EPUB, book(PAGE)),
        ("docx-to-markdown", DOCX, sample("letter.docx")),
    ] {
        let made = String::from_utf8(stage.one(tool, json!({}), (mime, &content))).expect("a text");
        assert!(made.contains("# Head") && made.contains("**b**"), "{tool}: {made}");
    }
    for (to, from, mime) in
        [("markdown-to-docx", "docx-to-html", DOCX), ("markdown-to-epub", "epub-to-html", EPUB)]
    {
        let made = one(stage, to, json!({}), ("a.md", "text/markdown", b"# Head\n\nA *text*.\n"));
        assert_eq!(made.mime, mime);
        let page = String::from_utf8(stage.one(from, json!({}), (mime, &made.content))).expect("a page");
        assert!(page.contains("<em>text</em>"), "{page}");
    }
    let book = stage.one("html-to-epub", json!({}), ("text/html", PAGE.as_bytes()));
    assert_eq!(&book[30..38], b"mimetype");
    let both = [("a.md", "text/markdown", b"# A".as_slice()), ("a.md", "text/markdown", b"# B")];
    let zip = stage.all("markdown-to-html", json!({"zip": true}), &both);
    assert_eq!(zip.len(), 1);
    let held = stage.all("zip-to-files", json!({}), &[("a.zip", &zip[0].mime, &zip[0].content)]);
    assert_eq!(held.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a.html", "a (2).html"]);
}

fn drawn(stage: &Stage, pdf: &[u8]) {
    let pdf = ("application/pdf", pdf);
    let text = stage.one("pdf-to-text", json!({}), pdf);
    assert!(String::from_utf8_lossy(&text).contains("printed"));
    let page = stage.one("pdf-to-png", json!({}), pdf);
    let page = image::load_from_memory(&page).expect("an image").to_luma8();
    assert!(page.pixels().any(|pixel| pixel[0] < 100));
}
