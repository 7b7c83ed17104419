//! Books as Markdown.
use super::converting;
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a book becomes Markdown.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct EpubToMarkdown {}

impl Convert for EpubToMarkdown {
    const ABOUT: About = About {
        id: "epub-to-markdown",
        name: "EPUB to Markdown",
        description: "Reads EPUB books as Markdown. Headings, paragraphs, lists, tables, links, bold, italic and struck letters and code are kept, \
                      of pictures only their descriptions; styles, links within the book and what runs are lost. Nothing is fetched.",
        category: Category::Document,
        accepts: &[mime::EPUB],
        produces: &[mime::MARKDOWN],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        converting::each(work, mime::MARKDOWN, converting::to_markdown)
    }
}
