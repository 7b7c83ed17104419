//! What a PDF document says of itself.
use super::{
    PDF, dates,
    found::Found,
    open::{is_encrypted, load},
    tree::{self, Page},
};
use crate::{About, Category, Convert, Engine, Failure, Limits, Work, work::renamed};
use garde::Validate;
use lopdf::{Dictionary, Document, Object, decode_text_string};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write as _;

/// Nothing is to be chosen.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfProperties {}

impl Convert for PdfProperties {
    const ABOUT: About = About {
        id: "pdf-properties",
        name: "Properties of a PDF document",
        description: "Tells, as JSON, what a PDF document says of itself: its version, title, author and dates, \
                      its pages and their sizes, and whether it has forms, scripts, attachments and links.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &["application/json"],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        for (done, file) in (1..).zip(&files) {
            let bytes = work.read(file)?;
            let properties = properties(&bytes, work.limits()).map_err(|failure| failure.about(file.id))?;
            let text = serde_json::to_vec_pretty(&properties).map_err(std::io::Error::from)?;
            work.artifact(&renamed(&file.name, "json"), "application/json")?.write_all(&text)?;
            work.progress(done, files.len() as u64);
        }
        Ok(())
    }
}

/// What a PDF document says of itself.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is said of the document by itself")]
struct Properties {
    version: String,
    pages: usize,
    page_sizes: Vec<PageSize>,
    title: Option<String>,
    author: Option<String>,
    subject: Option<String>,
    keywords: Option<String>,
    creator: Option<String>,
    producer: Option<String>,
    created: Option<String>,
    modified: Option<String>,
    encrypted: bool,
    linearized: bool,
    tagged: bool,
    has_forms: bool,
    #[serde(flatten)]
    found: Found,
}

/// A page's size as it is shown, in points (1/72 inch).
#[derive(Debug, Serialize)]
struct PageSize {
    width: f64,
    height: f64,
    rotation: i64,
}

fn properties(bytes: &[u8], limits: &Limits) -> Result<Properties, Failure> {
    let document = load(bytes, limits)?;
    if document.trailer.has(b"Encrypt") {
        return Err(super::open::encrypted());
    }
    let pages = tree::pages(&document, limits)?;
    let info = document.trailer.get_deref(b"Info", &document).and_then(Object::as_dict).ok();
    let said = |key: &[u8]| said(&document, info?, key);
    let whole = |linear: &lopdf::Linearization| linear.file_length == bytes.len() as u64;
    Ok(Properties {
        version: version(&document),
        pages: pages.len(),
        page_sizes: pages.iter().map(|page| size(&document, page)).collect(),
        title: said(b"Title"),
        author: said(b"Author"),
        subject: said(b"Subject"),
        keywords: said(b"Keywords"),
        creator: said(b"Creator"),
        producer: said(b"Producer"),
        created: said(b"CreationDate").and_then(|date| dates::standard(&date)),
        modified: said(b"ModDate").and_then(|date| dates::standard(&date)),
        encrypted: is_encrypted(&document),
        linearized: document.linearization.as_ref().is_some_and(whole),
        tagged: of_catalog(&document, b"MarkInfo", b"Marked").and_then(|marked| marked.as_bool().ok())
            == Some(true),
        has_forms: of_catalog(&document, b"AcroForm", b"XFA").is_some()
            || of_catalog(&document, b"AcroForm", b"Fields")
                .and_then(|fields| fields.as_array().ok())
                .is_some_and(|fields| !fields.is_empty()),
        found: Found::within(&document),
    })
}

/// The catalog may name a later version than the first line (ISO 32000-1 section 7.2.2).
fn version(document: &Document) -> String {
    let named = document.catalog().and_then(|catalog| catalog.get_deref(b"Version", document)?.as_name());
    match named.ok().and_then(|name| std::str::from_utf8(name).ok()) {
        Some(later) if later > document.version.as_str() => later.to_owned(),
        _ => document.version.clone(),
    }
}

fn said(document: &Document, info: &Dictionary, key: &[u8]) -> Option<String> {
    let text = decode_text_string(info.get_deref(key, document).ok()?).ok()?;
    Some(text).filter(|text| !text.is_empty())
}

fn of_catalog<'a>(document: &'a Document, within: &[u8], key: &[u8]) -> Option<&'a Object> {
    let within = document.get_dict_in_dict(document.catalog().ok()?, within).ok()?;
    within.get_deref(key, document).ok()
}

fn size(document: &Document, page: &Page) -> PageSize {
    let whole = page.whole(document);
    let shown = area(document, &whole, b"CropBox").or_else(|| area(document, &whole, b"MediaBox"));
    let (width, height) = shown.unwrap_or((612.0, 792.0));
    let turned = whole.get_deref(b"Rotate", document).and_then(Object::as_i64).unwrap_or(0).rem_euclid(360);
    match turned {
        90 | 270 => PageSize { width: height, height: width, rotation: turned },
        _ => PageSize { width, height, rotation: turned },
    }
}

fn area(document: &Document, page: &Dictionary, key: &[u8]) -> Option<(f64, f64)> {
    let corners = page.get_deref(key, document).ok()?.as_array().ok()?;
    let corner = |corner: &Object| document.dereference(corner).ok()?.1.as_float().ok();
    let corners: Vec<f32> = corners.iter().map_while(corner).collect();
    match corners[..] {
        [left, bottom, right, top] => Some((length(left, right), length(bottom, top))),
        _ => None,
    }
}

/// To a hundredth of a point.
fn length(from: f32, to: f32) -> f64 {
    (f64::from(to - from).abs() * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::super::samples::{encrypted, four_pages, written};
    use crate::{Code, stage::convert};
    use serde_json::{Value, json};

    fn properties(content: &[u8]) -> Result<Value, Code> {
        let made = convert("pdf-properties", json!({}), &[("a.pdf", "application/pdf", content)]);
        let made = made.map_err(|failure| failure.code)?;
        Ok(serde_json::from_slice(&made[0].2).expect("JSON"))
    }

    #[test]
    fn a_document_tells_what_it_is() {
        let lying = json!({ "width": 200.0, "height": 100.0, "rotation": 90 });
        let small = json!({ "width": 60.0, "height": 60.0, "rotation": 0 });
        let expected = json!({
            "version": "1.4", "pages": 4, "pageSizes": [lying, lying, small, small],
            "title": null, "author": null, "subject": null, "keywords": null, "creator": null, "producer": null,
            "created": null, "modified": null, "encrypted": false, "linearized": false, "tagged": false,
            "hasForms": false, "hasJavaScript": true, "attachments": 0, "links": 2,
        });
        assert_eq!(properties(&four_pages()), Ok(expected));
    }

    #[test]
    fn what_is_said_of_it_is_told() {
        let text = String::from_utf8(written(&[
            "<< /Type /Catalog /Pages 2 0 R /Version /1.7 /MarkInfo << /Marked true >> /AcroForm << /Fields [5 0 R] >> >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R >>",
            "<< /Title (Report) /Author <FEFF00C4> /CreationDate (D:20261121093005+01'00') >>",
            "<< /T (name) /FT /Tx >>",
            "<< /Type /Filespec /F (a.txt) /EF << >> >>",
        ]));
        let text = text.expect("a text").replace("trailer\n<<", "trailer\n<< /Info 4 0 R");
        let told = properties(text.as_bytes()).expect("properties");
        for (key, value) in [
            ("version", json!("1.7")),
            ("title", json!("Report")),
            ("author", json!("Ä")),
            ("created", json!("2026-11-21T09:30:05+01:00")),
            ("tagged", json!(true)),
            ("hasForms", json!(true)),
            ("attachments", json!(1)),
            ("hasJavaScript", json!(false)),
        ] {
            assert_eq!(told[key], value, "{key}");
        }
    }

    #[test]
    fn an_encrypted_document_tells_so_without_a_password_only() {
        let told = properties(&encrypted(&four_pages(), "")).expect("properties");
        assert_eq!((&told["encrypted"], &told["pages"]), (&json!(true), &json!(4)));
        assert_eq!(properties(&encrypted(&four_pages(), "secret")), Err(Code::FileEncrypted));
    }
}
