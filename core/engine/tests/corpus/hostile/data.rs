//! Data and texts that mean harm.
use super::{Asked, Case, Forbidden, tried};
use crate::{
    archives::packed,
    own::{DOCX, EPUB, book},
    support::{checks::Check, stage::Stage},
};
use hosting_engine::Code;

pub const ALL: &[Check] = &[Check::new("hostile data", data), Check::new("hostile pages and books", texts)];

const BROKEN: &[Option<Code>] = &[Some(Code::FileBroken)];
const UNKNOWN: &[Option<Code>] = &[Some(Code::FileUnsupported)];
const MANY: &[Option<Code>] = &[Some(Code::TooManyEntries)];
const DEEP: &[Option<Code>] = &[Some(Code::NestingTooDeep)];
const BOMB: &[Option<Code>] = &[Some(Code::ExpansionTooLarge)];
const JSON: &str = "application/json";
const YAML: &str = "application/yaml";
const XML: &str = "application/xml";
const HTML: &str = "text/html";

/// An entity that stands for a file of the machine.
const OUTSIDE: &str = "<!DOCTYPE d [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>";

fn data(stage: &Stage) {
    let json: &[Asked] = &[("json-to-yaml", "{}"), ("json-to-xml", "{}")];
    let yaml: &[Asked] = &[("yaml-to-json", "{}")];
    let xml: &[Asked] = &[("xml-to-json", "{}")];
    let toml: &[Asked] = &[("toml-to-json", "{}")];
    let case =
        |name, asked, mime, content: String, ends| Case { name, asked, mime, content: content.into(), ends };
    let laughs = |of: &str| {
        let level = |n: u32| format!("a{n}: &a{n} {}\n", of.replace('*', &format!("*a{}", n - 1)));
        format!("a0: &a0 {{k: lol}}\n{}", (1..30).map(level).collect::<String>())
    };
    let attributes: String = (0..1 << 19).map(|n| format!("a{n}='' ")).collect();
    let entities = "<!DOCTYPE a [<!ENTITY l0 'lol'><!ENTITY l1 '&l0;&l0;'>]>";
    let program = "!!python/object/apply:os.system [id]";
    tried(
        stage,
        &[
            case("deep arrays", json, JSON, "[".repeat(1 << 20), DEEP),
            case("deep objects", json, JSON, "{\"a\":".repeat(1 << 20), DEEP),
            case("many values", json, JSON, format!("[{}1]", "1,".repeat(9 << 20)), MANY),
            case("many objects", json, JSON, format!("[{}1]", "{\"a\":{}},".repeat(1 << 20)), MANY),
            case("laughs in lists", yaml, YAML, laughs("[* , * , * ]"), MANY),
            case("laughs in objects", yaml, YAML, laughs("{a: * , b: * , c: * }"), MANY),
            case("laughs that are taken over", yaml, YAML, laughs("{<<: [* , * ], b: * , c: * }"), MANY),
            case("deep lists", yaml, YAML, "[".repeat(1 << 20), DEEP),
            case("deep lines", yaml, YAML, "- ".repeat(1 << 20), DEEP),
            case("a value within itself", yaml, YAML, "&a [*a ]".to_owned(), BROKEN),
            case("an object of a program", yaml, YAML, program.to_owned(), UNKNOWN),
            case("deep elements", xml, XML, "<a>".repeat(1 << 20), DEEP),
            case("many attributes", xml, XML, format!("<a {attributes}/>"), &[None]),
            case("laughs", xml, XML, format!("{entities}<a>&l1;</a>"), UNKNOWN),
            case("a file of the machine", xml, XML, format!("{OUTSIDE}<d>&b;</d>"), UNKNOWN),
            case("deep tables", toml, "application/toml", format!("a = {}", "[".repeat(1 << 20)), DEEP),
            case(
                "tables that stay open",
                toml,
                "application/toml",
                format!("a = {}", "[".repeat(9999)),
                BROKEN,
            ),
        ],
    );
}

fn texts(stage: &Stage) {
    let html: &[Asked] = &[("html-to-markdown", "{}"), ("html-to-epub", "{}")];
    let epub: &[Asked] = &[("epub-to-markdown", "{}"), ("epub-to-html", "{}")];
    let docx: &[Asked] = &[("docx-to-markdown", "{}"), ("docx-to-html", "{}")];
    let forbidden = Forbidden::open();
    let page = "<link rel=stylesheet href=@><img src=@><iframe src=@></iframe><script src=@></script>\
                <p>a<object data='file:///etc/passwd'></object>"
        .replace('@', &forbidden.address());
    let table = format!("<table><tr>{}{}", "<td>".repeat(5000), "<tr><td>".repeat(9000));
    let blank = " ".repeat(60 << 20);
    let text = |within: &str| packed([("[Content_Types].xml", ""), ("word/document.xml", within)]);
    let outside = text(&format!("{OUTSIDE}<d><p><r><t>a&b;</t></r></p></d>"));
    let page_of =
        |name, content: String, ends| Case { name, asked: html, mime: HTML, content: content.into(), ends };
    let book_of = |name, content, ends| Case { name, asked: epub, mime: EPUB, content, ends };
    let text_of = |name, content, ends| Case { name, asked: docx, mime: DOCX, content, ends };
    let cut: &[Option<Code>] =
        &[None, Some(Code::FileBroken), Some(Code::NestingTooDeep), Some(Code::ExpansionTooLarge)];
    tried(
        stage,
        &[
            page_of("a page that fetches", page.clone(), &[None]),
            page_of("deep quotes", "<blockquote>".repeat(1 << 20), DEEP),
            page_of("deep boxes", format!("{}a", "<div>".repeat(1 << 20)), &[None]),
            page_of("many paragraphs", "<p>a".repeat(2 << 20), MANY),
            page_of("a wide table", table, MANY),
            page_of("many looks of one line", format!("<p>{}", "<b>a</b>".repeat(100_000)), &[None]),
            book_of("a book that fetches", book(&page), &[None]),
            book_of("a long chapter", book(&blank), BOMB),
            book_of("a book without a chapter", packed([("mimetype", EPUB)]), BROKEN),
            text_of("a file of the machine", outside, &[None]),
            text_of("a long text", text(&blank), BOMB),
            text_of("deep tables", text(&"<tbl><tr><tc>".repeat(1 << 18)), cut),
            text_of("much that was removed", text(&"<del>".repeat(1 << 19)), cut),
        ],
    );
    forbidden.stayed_alone();
}
