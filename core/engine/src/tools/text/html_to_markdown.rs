//! Pages of the web as Markdown.
use super::converting;
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a page of the web becomes Markdown.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct HtmlToMarkdown {}

impl Convert for HtmlToMarkdown {
    const ABOUT: About = About {
        id: "html-to-markdown",
        name: "HTML to Markdown",
        description: "Reads web pages as Markdown (CommonMark, with GitHub's extensions). Headings, paragraphs, lists, tables, links, bold, italic and struck letters and code are kept, \
                      of pictures only their descriptions; styles, scripts and forms are lost, and links within the page. \
                      Nothing is fetched.",
        category: Category::Document,
        accepts: &[mime::HTML],
        produces: &[mime::MARKDOWN],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        converting::each(work, mime::MARKDOWN, converting::to_markdown)
    }
}
