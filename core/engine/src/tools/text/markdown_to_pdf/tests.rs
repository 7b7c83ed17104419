use super::*;
use crate::{Limits, stage};
use lopdf::Document;
use serde_json::json;

fn pdf(options: serde_json::Value, text: &str) -> Document {
    let made = stage::convert("markdown-to-pdf", options, &[("a.md", mime::MARKDOWN, text.as_bytes())]);
    let made = made.unwrap_or_else(|failure| panic!("{failure} for {text}"));
    assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("a.pdf", mime::PDF));
    Document::load_mem(&made[0].2).expect("a PDF that another crate reads")
}

fn words(document: &Document) -> String {
    let pages: Vec<_> = document.get_pages().into_keys().collect();
    document.extract_text(&pages).expect("its text")
}

/// Everything that is known, once.
const ALL: &str = include_str!("all.md");

#[test]
fn everything_that_is_known_is_set() {
    let document = pdf(json!({}), ALL);
    let words = words(&document).replace(char::is_whitespace, "");
    for part in [
        "Heading",
        "emphasis",
        "strong",
        "struck",
        "codespan",
        "fnmain",
        "nestedtwice",
        "quoted",
        "Centre",
        "Warning",
    ] {
        assert!(words.contains(part), "{part} in {words}");
    }
    let text = format!("{document:?}");
    assert!(
        text.contains("https://example.com/") && !text.contains("picture.example"),
        "links, but no pictures"
    );
}

#[test]
fn no_word_of_a_text_becomes_code() {
    let text = "#read(\"/etc/passwd\") $x^2$ <label> @ref // c /* d \"quoted\\\" ] } ) \\u{41} `#panic()`\n\n\
                # #eval(\"1+1\")\n\n[a](https://x.test/\\\"#panic(1)) <b onclick=\"#panic()\"> \u{7}\n\n```#panic()\n#panic()\"\n```\n";
    let words = words(&pdf(json!({"title": "\"); #panic(\""}), text)).replace(char::is_whitespace, "");
    for part in ["#read(\"/etc/passwd\")", "$x^2$", "#eval(\"1+1\")", "#panic()\"", "\");#panic(\""] {
        assert!(words.contains(part), "{part} in {words}");
    }
}

#[test]
fn the_page_is_as_large_as_it_is_asked_to_be() {
    for (paper, width) in [("a4", 595.0), ("letter", 612.0)] {
        let document = pdf(json!({"pageSize": paper, "margin": 5, "title": "T"}), "x");
        let page = document.get_pages()[&1];
        let size =
            document.get_dictionary(page).and_then(|page| page.get(b"MediaBox")?.as_array()).expect("a size");
        assert!((size[2].as_float().expect("a width") - width).abs() < 1.0, "{size:?}");
        assert!(words(&document).contains('T'));
    }
}

#[test]
fn a_footnote_that_leads_to_itself_has_an_end() {
    let words =
        words(&pdf(json!({}), "a[^1] b[^1] c[^2] d[^3]\n\n[^1]: one [^1] and [^2]\n\n[^2]: two [^1]\n"));
    assert!(words.contains("two") && words.contains("[^3]"), "{words}");
}

#[test]
fn an_empty_text_is_an_empty_page() {
    for text in
        ["", "\n", "| a |\n|---|\n", "-\n-", "[](https://x.test/)", "#", "> ", "![]()", "1. ", "- [ ] "]
    {
        assert_eq!(pdf(json!({}), text).get_pages().len(), 1, "{text:?}");
    }
}

#[test]
fn what_is_longer_than_a_letter_or_a_line_is_set_too() {
    let marks = format!("e{} x", "\u{301}".repeat(1000));
    let joined = "\u{1f468}\u{200d}".repeat(500);
    let spans = "`a` *b* ".repeat(10_000);
    for text in [marks.as_str(), &joined, &"a".repeat(100_000), &spans, "\u{202e}a\u{202c} \u{5d0} \u{2028}b"]
    {
        assert!(!pdf(json!({}), text).get_pages().is_empty());
    }
}

#[test]
fn as_deep_as_is_allowed_is_set_and_deeper_is_refused() {
    for part in ["> ", "- ", "1. ", "- > ", "*a **b "] {
        let failure = |count: usize| {
            let text = part.repeat(count) + "x";
            stage::convert("markdown-to-pdf", json!({}), &[("a", mime::MARKDOWN, text.as_bytes())])
                .map_err(|failure| failure.code)
        };
        assert!(failure(5).is_ok(), "{part}");
        for count in [8, 12, 15, 20, 30, 300] {
            assert!(matches!(failure(count), Ok(_) | Err(Code::NestingTooDeep)), "{part} {count}");
        }
    }
}

#[test]
fn a_table_of_more_cells_than_can_be_set_is_refused() {
    let table = format!("|{}\n|{}\n{}", "a|".repeat(500), "-|".repeat(500), "|x\n".repeat(300));
    let made = stage::convert("markdown-to-pdf", json!({}), &[("a", mime::MARKDOWN, table.as_bytes())]);
    assert_eq!(made.expect_err("too many cells").code, Code::TooManyEntries);
}

#[test]
fn more_pages_than_there_may_be_are_refused() {
    let limits = Limits { pages: 2, ..Limits::default() };
    let files: [(&str, &str, &[u8]); 1] = [("a", mime::MARKDOWN, &b"# a\n\nb\n\n".repeat(100))];
    let failure = stage::convert_within(limits, "markdown-to-pdf", json!({}), &files).expect_err("too many");
    assert_eq!((failure.code, failure.file.is_some()), (Code::TooManyPages, true));
}
