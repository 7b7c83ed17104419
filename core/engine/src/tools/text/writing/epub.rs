//! Writing EPUB (EPUB 3.3): one chapter, and a list of its headings.
use super::{escaped, is_xml, package};
use crate::{Code, Failure};
use comrak::{Anchorizer, Node, nodes::NodeValue};
use std::{
    fmt::Write as _,
    io::{Seek, Write},
};
use uuid::Uuid;

const CONTAINER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/list.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"#;

/// Refuses what is no name of a language (BCP 47): letters, digits and dashes, as `en` or `pt-BR`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "garde passes its context in this way")]
pub fn known_language(name: &str, _: &()) -> garde::Result {
    let part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let first =
        name.split('-').next().is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    match first && name.split('-').all(part) {
        true => Ok(()),
        false => Err(garde::Error::new("is no language, as en or pt-BR are")),
    }
}

/// What a book is called, and by what it is told from all others.
pub struct Book<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its language (BCP 47).
    pub language: &'a str,
    /// Its identity.
    pub id: Uuid,
}

/// Writes a document as a book.
pub fn write(book: &Book<'_>, root: Node<'_>, out: impl Write + Seek) -> Result<(), Failure> {
    super::without_pictures(root);
    let (title, language) = (escaped(book.title), escaped(book.language));
    let mut text = String::new();
    comrak::format_html(root, &super::super::markdown::options(), &mut text)
        .map_err(|_| Failure::new(Code::ConversionFailed, "the book cannot be written"))?;
    let text = page(&title, &language, &well_formed(text));
    let list = list(&title, &language, book.id);
    let contents = page(&title, &language, &contents(&title, root));
    let style = include_str!("../page.css");
    package(
        out,
        &[
            ("mimetype", crate::mime::EPUB, true),
            ("META-INF/container.xml", CONTAINER, false),
            ("book/list.opf", &list, false),
            ("book/contents.xhtml", &contents, false),
            ("book/text.xhtml", &text, false),
            ("book/page.css", style, false),
        ],
    )
}

/// What HTML leaves out and XML wants: the values of attributes. In texts a `>` is never written so.
fn well_formed(html: String) -> String {
    let mut text = html;
    for (bare, whole) in [
        (" data-footnotes>", " data-footnotes=\"\">"),
        (" data-footnote-ref>", " data-footnote-ref=\"\">"),
        (" data-footnote-backref data-footnote-backref-idx=\"", " data-footnote-backref-idx=\""),
    ] {
        text = text.replace(bare, whole);
    }
    text.retain(is_xml);
    text
}

fn page(title: &str, language: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
         xmlns:epub=\"http://www.idpf.org/2007/ops\" xml:lang=\"{language}\">\n<head>\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" type=\"text/css\" href=\"page.css\"/>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// When it was changed is not told: the same text makes the same book.
fn list(title: &str, language: &str, id: Uuid) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{id}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>{language}</dc:language>
<meta property="dcterms:modified">1980-01-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="text" href="text.xhtml" media-type="application/xhtml+xml"/>
<item id="style" href="page.css" media-type="text/css"/>
</manifest>
<spine><itemref idref="text"/></spine>
</package>
"#
    )
}

/// The headings of the first two levels, and where they are; the title where there are none.
fn contents(title: &str, root: Node<'_>) -> String {
    let mut names = Anchorizer::new();
    let mut items = String::new();
    for node in root.descendants() {
        if let NodeValue::Heading(heading) = node.data().value {
            let words = node.collect_text();
            // Each heading has a name, shown here or not.
            let place = escaped(&names.anchorize(&words));
            if heading.level <= 2 && !words.trim().is_empty() {
                let _written =
                    writeln!(items, "<li><a href=\"text.xhtml#{place}\">{}</a></li>", escaped(&words));
            }
        }
    }
    if items.is_empty() {
        items = format!("<li><a href=\"text.xhtml\">{title}</a></li>\n");
    }
    format!("<nav epub:type=\"toc\">\n<h1>{title}</h1>\n<ol>\n{items}</ol>\n</nav>\n")
}
