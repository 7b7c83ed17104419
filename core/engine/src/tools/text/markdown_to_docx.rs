//! Markdown as texts of Office.
use super::{converting, writing::docx};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How Markdown becomes a text of Office.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct MarkdownToDocx {}

impl Convert for MarkdownToDocx {
    const ABOUT: About = About {
        id: "markdown-to-docx",
        name: "Markdown to Word",
        description: "Writes Markdown (CommonMark, with GitHub's extensions) as Word documents (DOCX). Pictures are not fetched: what they \
                      show stands in their place. HTML within the text is shown as text.",
        category: Category::Document,
        accepts: &[mime::MARKDOWN, mime::TEXT],
        produces: &[mime::DOCX],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        converting::each(work, mime::DOCX, |text, file, out| {
            docx::write(&converting::title(text, file), text.root, out)
        })
    }
}
