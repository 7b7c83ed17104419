//! Markdown.
use crate::{
    folder::{Folder, asked},
    support::{checks::Check, stage::Stage},
};
use serde_json::json;

const MIME: &str = "text/markdown";

pub const ALL: &[Check] = &[
    Check::new("Markdown becomes pages to print", printed),
    Check::new("Markdown becomes a page of the web", web),
];

const TEXT: &str = "# Heading über all\n\nA *soft* and **strong** [link](https://example.com/a?b=1&c=2).\n\n\
    - one\n- two\n  1. inner\n\n| a | b |\n|---|---|\n| cell | other |\n\n> quoted\n\n```rust\nfn code() {}\n```\n\n\
    <script>alert(1)</script>\n\n<b>plain\n\n![picture](http://example.com/a.png)\n\n- [x] done\n";

/// Words that a reader sees.
const WORDS: [&str; 12] = [
    "Heading", "über", "soft", "strong", "link", "one", "inner", "cell", "other", "quoted", "code()", "done",
];

fn printed(stage: &Stage) {
    let pdf = stage.one("markdown-to-pdf", json!({}), (MIME, TEXT.as_bytes()));
    let text = asked(&pdf, "qpdf --check a >&2 && pdftotext a -");
    for word in WORDS {
        assert!(text.contains(word), "{word} in {text}");
    }
}

/// A reader that keeps a stack of what is open, says the words, and stops at what is not closed.
const READER: &str = r"
from html.parser import HTMLParser
class Reader(HTMLParser):
    empty = {'meta', 'br', 'hr', 'img', 'input', 'link'}
    open = []
    def handle_starttag(self, tag, attributes):
        assert tag != 'script' and not any(name.startswith('on') for name, _ in attributes), tag
        if tag not in self.empty: self.open.append(tag)
    def handle_endtag(self, tag):
        assert tag in self.empty or self.open.pop() == tag, tag
    def handle_data(self, data):
        print(data)
reader = Reader()
reader.feed(open('a', encoding='utf-8').read())
reader.close()
assert not reader.open, reader.open
";

fn web(stage: &Stage) {
    let html = stage.one("markdown-to-html", json!({}), (MIME, TEXT.as_bytes()));
    let text = Folder::with(&[("a", &html)]).python(READER);
    for word in WORDS {
        assert!(text.contains(word), "{word} in {text}");
    }
}
