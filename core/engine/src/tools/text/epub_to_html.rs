//! Books as pages of the web.
use super::converting;
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a book becomes a page of the web.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct EpubToHtml {}

impl Convert for EpubToHtml {
    const ABOUT: About = About {
        id: "epub-to-html",
        name: "EPUB to HTML",
        description: "Reads EPUB books as one web page each. Headings, paragraphs, lists, tables, links, bold, italic and struck letters and code are kept, \
                      of pictures only their descriptions; styles, links within the book and what runs are lost. Nothing is fetched.",
        category: Category::Document,
        accepts: &[mime::EPUB],
        produces: &[mime::HTML],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        converting::each(work, mime::HTML, converting::to_html)
    }
}
