//! Texts of Office as Markdown.
use super::converting;
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a text of Office becomes Markdown.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct DocxToMarkdown {}

impl Convert for DocxToMarkdown {
    const ABOUT: About = About {
        id: "docx-to-markdown",
        name: "Word to Markdown",
        description: "Reads Word documents (DOCX) as Markdown. Headings, paragraphs, lists, tables, links, bold, italic and struck letters \
                      are kept; pictures, notes, text boxes, headers and footers, and other formats are lost.",
        category: Category::Document,
        accepts: &[mime::DOCX],
        produces: &[mime::MARKDOWN],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        converting::each(work, mime::MARKDOWN, converting::to_markdown)
    }
}
