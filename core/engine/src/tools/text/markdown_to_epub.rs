//! Markdown as books.
use super::{converting, writing::epub::known_language};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How Markdown becomes a book.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct MarkdownToEpub {
    /// The language of the text (BCP 47), as `en` or `pt-BR`: `und` is one that is not said.
    #[garde(length(min = 2, max = 35), custom(known_language))]
    #[schemars(length(min = 2, max = 35), regex(pattern = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"))]
    language: String,
}

impl Default for MarkdownToEpub {
    fn default() -> Self {
        Self { language: "und".to_owned() }
    }
}

impl Convert for MarkdownToEpub {
    const ABOUT: About = About {
        id: "markdown-to-epub",
        name: "Markdown to EPUB",
        description: "Makes EPUB books of Markdown (CommonMark, with GitHub's extensions), with a list of their headings. \
                      Pictures are not fetched: what they show stands in their place. HTML within the text is shown as text.",
        category: Category::Document,
        accepts: &[mime::MARKDOWN, mime::TEXT],
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
