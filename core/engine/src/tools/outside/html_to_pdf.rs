//! Web pages as pages to print.
use crate::{
    About, Category, Code, Convert, Engine, Failure, Input, Work, mime, program::take,
    tools::text::markdown_to_pdf::Paper, work::renamed,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// What starts WeasyPrint: whatever a page asks for is answered only where the page itself holds it (RFC 2397).
const SCRIPT: &str = include_str!("html_to_pdf.py");
/// What the script ends with where there are too many pages.
const MANY: i32 = 3;

/// How a web page becomes pages to print.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct HtmlToPdf {
    /// The paper, unless the page says another (CSS `@page`).
    page_size: Paper,
    /// How much of each side stays white, in millimetres, unless the page says so itself.
    #[garde(range(min = 0, max = 60))]
    #[schemars(range(min = 0, max = 60))]
    margin: u8,
    /// Whether the paper lies on its long side.
    landscape: bool,
}

impl Default for HtmlToPdf {
    fn default() -> Self {
        Self { page_size: Paper::A4, margin: 22, landscape: false }
    }
}

impl Convert for HtmlToPdf {
    const ABOUT: About = About {
        id: "html-to-pdf",
        name: "HTML to PDF",
        description: "Sets a web page on pages, with its styles. Nothing is fetched, from the network or from elsewhere: \
                      images, styles and fonts are shown where the page holds them (data: URLs). Scripts do not run.",
        category: Category::Document,
        accepts: &[mime::HTML],
        produces: &[mime::PDF],
        files: (1, 10),
        engine: Engine::WeasyPrint,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        for (done, file) in (1..).zip(&files) {
            self.convert(work, file).map_err(|failure| failure.about(file.id))?;
            work.progress(done, files.len() as u64);
        }
        Ok(())
    }
}

impl HtmlToPdf {
    fn convert(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        let made = work.scratch().join("made.pdf");
        let pages = work.limits().pages;
        let mut program = work.program("python3")?;
        // Neither the environment nor the folder has a say in what is imported.
        program.args(["-I", "-c", SCRIPT]).arg(work.path(file)).arg(&made);
        let ended = program.args([&self.style(), &pages.to_string()]).run()?;
        if ended.code == MANY {
            let message = format!("the document would have more than {pages} pages");
            return Err(Failure::new(Code::TooManyPages, message));
        }
        let memory = |errors: &str| errors.contains("MemoryError").then_some(Code::MemoryExceeded);
        ended.good(memory)?;
        let artifact = work.artifact_path(&renamed(&file.name, "pdf"), mime::PDF)?;
        take(&made, &artifact)
    }

    fn style(&self) -> String {
        let size = match self.page_size {
            Paper::A4 => "A4",
            Paper::Letter => "letter",
        };
        let lies = if self.landscape { " landscape" } else { "" };
        format!("@page {{ size: {size}{lies}; margin: {}mm }}", self.margin)
    }
}
