//! PDF to SVG.
use super::pages;
use crate::{About, Category, Convert, Engine, Failure, Work, mime, program::told, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// Which pages of a PDF are drawn.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfToSvg {
    /// The first page that is drawn, from 1.
    #[serde(default = "pages::first")]
    #[garde(range(min = 1))]
    #[schemars(range(min = 1))]
    first_page: u64,
    /// The last page that is drawn; all that there are where it is left out.
    #[garde(inner(range(min = 1)))]
    #[schemars(inner(range(min = 1)))]
    last_page: Option<u64>,
}

impl Convert for PdfToSvg {
    const ABOUT: About = About {
        id: "pdf-to-svg",
        name: "PDF to SVG",
        description: "Draws the pages of a PDF as SVG images, one each, which stay sharp at any size.",
        category: Category::Document,
        accepts: &[mime::PDF],
        produces: &[mime::SVG],
        files: (1, 1),
        engine: Engine::Poppler,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        pages::draw(
            work,
            (self.first_page, self.last_page),
            |_, _| Ok(()),
            |work, file, number| {
                let image = work.artifact_path(&renamed(&file.name, &format!("{number}.svg")), mime::SVG)?;
                let mut program = work.program("pdftocairo")?;
                program.args(["-svg", "-f", number, "-l", number]).arg(work.path(file)).arg(told(&image));
                program.run()?.good(pages::reading)
            },
        )
    }
}
