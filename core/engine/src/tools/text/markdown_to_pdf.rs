//! Markdown as pages to print.
use super::{
    layout::{self, Names},
    markdown,
};
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, bounded::Bounded, mime, work};
use comrak::{Arena, Node, nodes::NodeValue};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// What lies deeper has no room left beside it.
const NESTING: u64 = 24;
/// More cells than these would be set for minutes; short lines of Markdown make long rows.
const CELLS: usize = 100_000;

/// How Markdown becomes pages to print.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct MarkdownToPdf {
    /// The paper.
    page_size: Paper,
    /// How much of each side stays white, in millimetres.
    #[garde(range(min = 5, max = 60))]
    #[schemars(range(min = 5, max = 60))]
    margin: u8,
    /// A title above the text: none if not said, and the first heading as the document's name.
    #[garde(inner(length(chars, min = 1, max = 200)))]
    #[schemars(length(min = 1, max = 200))]
    title: Option<String>,
}

impl Default for MarkdownToPdf {
    fn default() -> Self {
        Self { page_size: Paper::A4, margin: 22, title: None }
    }
}

/// The size of a page.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl Convert for MarkdownToPdf {
    const ABOUT: About = About {
        id: "markdown-to-pdf",
        name: "Markdown to PDF",
        description: "Sets Markdown (CommonMark, with GitHub's extensions) on pages. \
                      Images are not fetched: what they show stands in their place. \
                      Latin, Greek and Cyrillic letters are known, and others where the server has fonts for them.",
        category: Category::Document,
        accepts: &[mime::MARKDOWN, mime::TEXT],
        produces: &[mime::PDF],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        let mut left = work.limits().output;
        for (number, file) in (0u64..).zip(&files) {
            let steps = Steps { done: number * 4, all: files.len() as u64 * 4 };
            self.convert(work, file, steps, &mut left).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}

/// How many steps are done: reading, setting, printing and writing are one each.
#[derive(Clone, Copy)]
struct Steps {
    done: u64,
    all: u64,
}

impl MarkdownToPdf {
    fn convert(&self, work: &mut Work, file: &Input, steps: Steps, left: &mut u64) -> Result<(), Failure> {
        let text = markdown::text(work, file)?;
        let arena = Arena::new();
        let root = markdown::parse(&arena, &text, work.limits().nesting.min(NESTING))?;
        let cell = |node: &Node| matches!(node.data().value, NodeValue::TableCell);
        if root.descendants().filter(cell).count() > CELLS {
            let message = "the text's tables have too many cells to be set";
            return Err(Failure::new(Code::TooManyEntries, message));
        }
        work.progress(steps.done + 1, steps.all);
        let name = self.title.clone().unwrap_or_else(|| markdown::title(root, file));
        let names = Names { document: &name, title: self.title.as_deref() };
        let pages = work.limits().pages;
        let pdf =
            layout::pdf(root, &names, self.paper(), pages, || work.progress(steps.done + 2, steps.all))?;
        work.progress(steps.done + 3, steps.all);
        let mut out = Bounded::new(work.artifact(&work::renamed(&file.name, "pdf"), mime::PDF)?, left);
        out.write_all(&pdf)?;
        out.flush()?;
        work.progress(steps.done + 4, steps.all);
        Ok(())
    }

    fn paper(&self) -> layout::Paper {
        let (width, height) = match self.page_size {
            Paper::A4 => (595.276, 841.89),
            Paper::Letter => (612.0, 792.0),
        };
        layout::Paper { width, height, margin: f32::from(self.margin) * 72.0 / 25.4 }
    }
}

#[cfg(test)]
mod tests;
