//! Pages of the web as books.
use super::{converting, writing::epub::known_language};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a page of the web becomes a book.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct HtmlToEpub {
    /// The language of the text (BCP 47), as `en` or `pt-BR`: `und` is one that is not said.
    #[garde(length(min = 2, max = 35), custom(known_language))]
    #[schemars(length(min = 2, max = 35), regex(pattern = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"))]
    language: String,
}

impl Default for HtmlToEpub {
    fn default() -> Self {
        Self { language: "und".to_owned() }
    }
}

impl Convert for HtmlToEpub {
    const ABOUT: About = About {
        id: "html-to-epub",
        name: "HTML to EPUB",
        description: "Makes EPUB books of web pages, with a list of their headings. Headings, paragraphs, lists, tables, links, bold, italic and struck letters and code are kept, \
                      of pictures only their descriptions; styles, scripts and forms are lost, and links within the page. \
                      Nothing is fetched.",
        category: Category::Document,
        accepts: &[mime::HTML],
        produces: &[mime::EPUB],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        converting::each(work, mime::EPUB, |text, file, out| {
            converting::to_epub(text, file, &self.language, out)
        })
    }
}
