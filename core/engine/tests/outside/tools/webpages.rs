//! Web pages.
use super::{PDF, one, told, words};
use crate::{
    folder::asked,
    support::{checks::Check, stage::Stage},
};
use hosting_engine::{Code, Limits};
use serde_json::json;

pub const ALL: &[Check] = &[Check::new("a web page becomes a PDF", printed)];

const PAGE: &str = "<!DOCTYPE html><meta charset=utf-8><title>Grüße</title><style>p { page-break-after: always }</style>\
    <p>first page<p>second page<img src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'>\
    <p>third<script>document.body.innerHTML = ''</script>";

fn printed(stage: &Stage) {
    let file = ("a.html", "text/html", PAGE.as_bytes());
    let (name, mime, pdf) = one(stage, "html-to-pdf", json!({"pageSize": "letter", "landscape": true}), file);
    assert_eq!((name.as_str(), mime.as_str()), ("a.pdf", PDF));
    assert!(words(&pdf).contains("first page") && words(&pdf).contains("third"), "{}", words(&pdf));
    let said = asked(&pdf, "pdfinfo a");
    assert!(said.contains("792 x 612") && said.contains("Title:           Grüße"), "{said}");
    let few = Limits { pages: 2, ..Limits::default() };
    let many = told(stage, few, ("html-to-pdf", json!({})), file).expect_err("three pages");
    assert_eq!(many.code, Code::TooManyPages);
    let tool = hosting_engine::tool("html-to-pdf").expect("a tool");
    assert_eq!(tool.check(&json!({"margin": 61})).expect_err("too wide")[0].pointer, "/margin");
}
