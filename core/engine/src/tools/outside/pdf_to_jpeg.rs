//! PDF to JPEG.
use super::pages::{self, Page};
use crate::{About, Category, Code, Convert, Engine, Failure, Limits, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How the pages of a PDF are drawn.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfToJpeg {
    /// How finely pages are drawn, in dots per inch.
    #[serde(default = "dpi")]
    #[garde(range(min = 18, max = 600))]
    #[schemars(range(min = 18, max = 600))]
    dpi: u32,
    /// How well they are kept, of 100: more is larger.
    #[serde(default = "quality")]
    #[garde(range(min = 1, max = 100))]
    #[schemars(range(min = 1, max = 100))]
    quality: u8,
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

const fn dpi() -> u32 {
    150
}

const fn quality() -> u8 {
    85
}

impl Convert for PdfToJpeg {
    const ABOUT: About = About {
        id: "pdf-to-jpeg",
        name: "PDF to JPEG",
        description: "Draws the pages of a PDF as JPEG images, one each.",
        category: Category::Document,
        accepts: &[mime::PDF],
        produces: &[mime::JPEG],
        files: (1, 1),
        engine: Engine::Poppler,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let fits = |page: &Page, limits: &Limits| match page.pixels(self.dpi) > limits.pixels {
            true => {
                let message = format!("page {} has too many pixels at {} dpi", page.number, self.dpi);
                Err(Failure::new(Code::TooManyPixels, message))
            }
            false => Ok(()),
        };
        pages::draw(work, (self.first_page, self.last_page), fits, |work, file, number| {
            let image = work.artifact(&renamed(&file.name, &format!("{number}.jpg")), mime::JPEG)?;
            let mut program = work.program("pdftoppm")?;
            program.args(["-singlefile", "-jpeg", "-jpegopt", &format!("quality={}", self.quality)]);
            program.args(["-r", &self.dpi.to_string(), "-f", number, "-l", number]).arg(work.path(file));
            program.run_into(image)?.good(pages::reading)
        })
    }
}
