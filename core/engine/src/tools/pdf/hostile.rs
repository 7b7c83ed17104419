//! Documents that were damaged at random.
use super::samples::{four_pages, lines};
use crate::tools::mutated::panics;
use serde_json::json;

#[test]
fn damaged_documents_are_refused() {
    let file = ("a.pdf", "application/pdf");
    for content in [four_pages(), lines(&["Größe", "office"])] {
        for (id, options, times) in [
            ("pdf-properties", json!({}), 80),
            ("pdf-to-text", json!({}), 80),
            ("pdf-to-png", json!({ "dpi": 36 }), 60),
            ("pdf-merge", json!({}), 60),
            ("pdf-split", json!({}), 60),
            ("pdf-rotate", json!({ "angle": 90 }), 60),
            ("pdf-delete-pages", json!({ "pages": "2-3" }), 60),
            ("pdf-reorder", json!({ "order": [4, 3, 2, 1] }), 60),
        ] {
            assert_eq!(panics(id, &options, file, &content, times), 0, "{id}");
        }
    }
}
