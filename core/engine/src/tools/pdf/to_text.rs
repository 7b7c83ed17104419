//! The text of PDF documents.
use super::{PDF, glyphs::letters, lines, open::open, pages::Pages, show::shown};
use crate::{About, Category, Convert, Engine, Failure, Work, work::renamed};
use garde::Validate;
use hayro::hayro_interpret::InterpreterCache;
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write as _;

/// The pages whose text is wanted.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfToText {
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    #[serde(default)]
    pages: Pages,
}

impl Convert for PdfToText {
    const ABOUT: About = About {
        id: "pdf-to-text",
        name: "PDF to text",
        description: "Reads the text of a PDF document, line by line in the order in which it is drawn; a form \
                      feed stands between pages. The text of scanned pages is not read.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &["text/plain"],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        for (number, file) in (0..).zip(&files) {
            let bytes = work.read(file)?;
            let text = self.read(&bytes, work, (number, files.len() as u64));
            let text = text.map_err(|failure| failure.about(file.id))?;
            work.artifact(&renamed(&file.name, "txt"), "text/plain")?.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

impl PdfToText {
    /// The text of a document, the `number`th of `all` from 0.
    fn read(&self, bytes: &[u8], work: &mut Work, (number, all): (u64, u64)) -> Result<String, Failure> {
        let pdf = open(bytes, work.limits())?;
        let places = self.pages.places(pdf.pages.len())?;
        let shown = shown(&pdf, &places, work.limits())?;
        let cache = InterpreterCache::new();
        let count = places.len() as u64;
        let mut texts = Vec::new();
        for (done, page) in (1..).zip(shown.pages().iter()) {
            texts.push(lines::text(&letters(page, &cache)));
            work.progress(number * count + done, all * count);
        }
        Ok(texts.join("\n\u{c}") + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{four_pages, lines};
    use crate::stage::convert;
    use serde_json::json;

    #[test]
    fn the_text_of_each_page_is_read() {
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &four_pages())];
        let made = convert("pdf-to-text", json!({ "pages": "2-" }), files).expect("a text");
        assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("a.txt", "text/plain"));
        assert_eq!(made[0].2, b"Page 2\n\x0cPage 3\n\x0cPage 4\n");
    }

    #[test]
    fn letters_of_a_part_of_a_font_are_read() {
        let given = ["Größe: 12 € für Ωmega", "office flüssig"];
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &lines(&given))];
        let made = convert("pdf-to-text", json!({}), files).expect("a text");
        assert_eq!(String::from_utf8(made[0].2.clone()).expect("a text"), given.join("\n") + "\n");
    }
}
