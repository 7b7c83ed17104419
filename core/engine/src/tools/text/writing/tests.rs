use crate::{mime, stage};
use quick_xml::{Reader, events::Event};
use serde_json::json;
use std::io::{Cursor, Read};
use zip::ZipArchive;

const ALL: &[u8] = include_bytes!("../markdown_to_pdf/all.md");

/// The parts of what a tool makes of this text.
fn parts(tool: &str, text: &[u8]) -> Vec<(String, String)> {
    let made = stage::convert(tool, json!({}), &[("a.md", mime::MARKDOWN, text)]).expect("a package");
    let mut archive = ZipArchive::new(Cursor::new(made[0].2.clone())).expect("an archive");
    let count = archive.len();
    let part = |at| {
        let mut part = archive.by_index(at).expect("a part");
        let mut text = String::new();
        part.read_to_string(&mut text).expect("a text");
        (part.name().expect("a name").into_owned(), text)
    };
    (0..count).map(part).collect()
}

/// Whether a text is well-formed XML.
fn check(name: &str, text: &str) {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => return,
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                assert!(tag.attributes().all(|attribute| attribute.is_ok()), "{name}: {tag:?}");
            }
            Ok(Event::GeneralRef(reference)) => {
                let known =
                    quick_xml::escape::resolve_predefined_entity(&reference.xml10_content()).is_some();
                assert!(known || reference.is_char_ref(), "{name}: {reference:?}");
            }
            Ok(_) => {}
            Err(cause) => panic!("{name}: {cause}"),
        }
    }
}

#[test]
fn every_part_of_a_package_is_well_formed() {
    let odd = b"# A & <b> \"c\" \x01\n\n## A\n\nnote[^1] <x y> ![a & b](http://x.test/p.png)\n\n[^1]: end\n\n- [x] done\n\n- \n\n\
                1. a\n\n   b\n\n> [!NOTE]\n> n\n\n<div>\nraw\n</div>\n\n|a|b|\n|-|-|\n|1|**2**|\n\n***\n\n    code\tx\n";
    for tool in ["markdown-to-docx", "markdown-to-epub"] {
        for text in [ALL, odd, b""] {
            let parts = parts(tool, text);
            for (name, text) in &parts {
                if ["ml", "rels", "opf"].iter().any(|end| name.ends_with(end)) {
                    check(name, text);
                }
                let fetched = ["<img", "x.test", "<script"].into_iter().find(|part| text.contains(part));
                assert!(fetched.is_none() || text.contains("hyperlink"), "{name}: {fetched:?}");
            }
        }
    }
}

#[test]
fn a_book_says_what_it_is_first() {
    let made = stage::convert(
        "markdown-to-epub",
        json!({"language": "pt-BR"}),
        &[("a.md", mime::MARKDOWN, b"# T\n\n## U")],
    );
    let (name, kind, book) = made.expect("a book").remove(0);
    assert_eq!((name.as_str(), kind.as_str()), ("a.epub", mime::EPUB));
    assert_eq!(&book[30..58], b"mimetypeapplication/epub+zip");
    let all = parts("markdown-to-epub", b"# T\n\n## U");
    let contents = &all.iter().find(|(name, _)| name == "book/contents.xhtml").expect("contents").1;
    assert!(contents.contains("<li><a href=\"text.xhtml#u\">U</a></li>"), "{contents}");
    let tool = crate::tool("markdown-to-epub").expect("a tool");
    for language in ["", "e", "en_US", "1a", "en-"] {
        tool.check(&json!({"language": language})).expect_err(language);
    }
}

#[test]
fn what_is_written_is_read_again() {
    let text = "# Head\n\nA *b* **c** ~~d~~ [e](https://x.test/).\n\n- one\n  1. in\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n";
    for (to, kind, from) in [
        ("markdown-to-docx", mime::DOCX, "docx-to-markdown"),
        ("markdown-to-epub", mime::EPUB, "epub-to-markdown"),
        ("markdown-to-html", mime::HTML, "html-to-markdown"),
    ] {
        let made =
            stage::convert(to, json!({}), &[("a.md", mime::MARKDOWN, text.as_bytes())]).expect("a text");
        let again = stage::convert(from, json!({}), &[("a", kind, &made[0].2)]).expect("Markdown");
        let again = String::from_utf8(again[0].2.clone()).expect("UTF-8");
        let shown = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let again = again.replace("**a**", "a").replace("**b**", "b");
        assert_eq!(shown(&again), shown(text), "{to}");
    }
}
