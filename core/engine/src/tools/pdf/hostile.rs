//! Documents that were damaged at random.
use super::samples::{four_pages, lines};
use crate::tools::mutated::panics;
use serde_json::json;

#[test]
fn damaged_documents_are_refused() {
    let file = ("a.pdf", "application/pdf");
    for content in [four_pages(), lines(&["Größe", "office"])] {
        for (id, options, times) in [
            ("pdf-properties", json!({}), 300),
            ("pdf-to-text", json!({}), 300),
            ("pdf-to-png", json!({ "dpi": 36 }), 200),
            ("pdf-merge", json!({}), 200),
            ("pdf-split", json!({}), 200),
            ("pdf-rotate", json!({ "angle": 90 }), 200),
            ("pdf-delete-pages", json!({ "pages": "2-3" }), 200),
            ("pdf-reorder", json!({ "order": [4, 3, 2, 1] }), 200),
        ] {
            assert_eq!(panics(id, &options, file, &content, times), 0, "{id}");
        }
    }
}
