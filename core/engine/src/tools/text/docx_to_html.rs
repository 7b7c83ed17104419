//! Texts of Office as pages of the web.
use super::converting;
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a text of Office becomes a page of the web.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct DocxToHtml {}

impl Convert for DocxToHtml {
    const ABOUT: About = About {
        id: "docx-to-html",
        name: "Word to HTML",
        description: "Reads Word documents (DOCX) as web pages. Headings, paragraphs, lists, tables, links, bold, italic and struck letters \
                      are kept; pictures, notes, text boxes, headers and footers, and other formats are lost.",
        category: Category::Document,
        accepts: &[mime::DOCX],
        produces: &[mime::HTML],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        converting::each(work, mime::HTML, converting::to_html)
    }
}
