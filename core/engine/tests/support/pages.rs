//! What tools do to the pages of a document, whoever reads them afterwards.
use super::stage::Stage;
use serde_json::json;

pub const MIME: &str = "application/pdf";

/// The words of the three pages of each sample.
pub const WORDS: [&str; 3] = ["alpha first", "beta second", "gamma third"];

/// Pages are put together, taken apart and moved; `read` gives the words of each page that has any.
pub fn stay_whole(stage: &Stage, pdf: &[u8], read: impl Fn(&[u8]) -> Vec<String>) {
    assert_eq!(read(pdf), WORDS);
    let count = lopdf::Document::load_mem(pdf).expect("a PDF").get_pages().len();
    let both = [("a.pdf", MIME, pdf), ("b.pdf", MIME, pdf)];
    let merged = stage.all("pdf-merge", json!({}), &both).remove(0).content;
    assert_eq!(read(&merged), [WORDS, WORDS].concat());
    let parts = stage.all("pdf-split", json!({}), &both[..1]);
    assert_eq!(parts.len(), count);
    for (part, words) in parts.iter().zip(WORDS) {
        assert_eq!(read(&part.content), [words]);
    }
    let parts = stage.all("pdf-split", json!({"ranges": ["2-3", "1"]}), &both[..1]);
    assert_eq!(read(&parts[0].content), WORDS[1..]);
    assert_eq!(read(&parts[1].content), WORDS[..1]);
    let one = |tool, options| read(&stage.one(tool, options, (MIME, pdf)));
    assert_eq!(one("pdf-delete-pages", json!({"pages": "2"})), [WORDS[0], WORDS[2]]);
    let order: Vec<usize> = [3, 1, 2].into_iter().chain(4..=count).collect();
    assert_eq!(one("pdf-reorder", json!({"order": order})), [WORDS[2], WORDS[0], WORDS[1]]);
    assert_eq!(one("pdf-rotate", json!({"angle": 90, "pages": "2"})), WORDS);
}

/// The words of each page that has any, in a text with a form feed between pages.
pub fn words(text: &str) -> Vec<String> {
    let words = |page: &str| page.split_whitespace().collect::<Vec<_>>().join(" ");
    // LibreOffice ends with a page without a word where the last text asks for one.
    text.split('\u{c}').map(words).filter(|page| !page.is_empty()).collect()
}
