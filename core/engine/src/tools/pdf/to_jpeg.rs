//! Pages of PDF documents as JPEG images.
use super::{
    PDF,
    each_page::{colours, draw, each_page},
    pages::Pages,
};
use crate::{About, Category, Convert, Engine, Failure, Work, mime, tools::image::jpeg};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write;

const fn usual_dpi() -> u16 {
    150
}

const fn usual_quality() -> u8 {
    85
}

/// Which pages, how large and how well they are kept.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfToJpeg {
    /// How many pixels an inch of a page becomes.
    #[serde(default = "usual_dpi")]
    #[garde(range(min = 18, max = 600))]
    dpi: u16,
    /// How well they are kept, of 100: more is larger.
    #[serde(default = "usual_quality")]
    #[garde(range(min = 1, max = 100))]
    quality: u8,
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    #[serde(default)]
    pages: Pages,
}

impl Convert for PdfToJpeg {
    const ABOUT: About = About {
        id: "pdf-to-jpeg",
        name: "PDF to JPEG",
        description: "Draws the pages of a PDF document as JPEG images, one for each page.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[mime::JPEG],
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each_page(work, &self.pages, ("jpg", mime::JPEG), draw(self.dpi), |pixels, mut out| {
            let image = jpeg::encode(&colours(pixels).into(), None, self.quality)?;
            Ok(out.write_all(&image)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::four_pages;
    use crate::{
        Code,
        stage::{Held, convert},
        tool,
    };
    use image::{ImageFormat, load_from_memory_with_format};
    use serde_json::{Value, json};

    fn drawn(options: Value) -> Result<Vec<Held>, Code> {
        let made = convert("pdf-to-jpeg", options, &[("report.pdf", "application/pdf", &four_pages())]);
        made.map_err(|failure| failure.code)
    }

    #[test]
    fn pages_are_drawn() {
        let made = drawn(json!({ "dpi": 36, "pages": "4,1" })).expect("images");
        let seen = made.iter().map(|(name, mime, content)| {
            let image = load_from_memory_with_format(content, ImageFormat::Jpeg).expect("an image");
            let image = image.into_rgb8();
            let red = image.get_pixel(10, 5).0[0].abs_diff(if name == "report-4.jpg" { 200 } else { 50 });
            (name.as_str(), mime.as_str(), image.dimensions(), red < 8)
        });
        let expected =
            [("report-4.jpg", "image/jpeg", (30, 30), true), ("report-1.jpg", "image/jpeg", (100, 50), true)];
        assert_eq!(seen.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_kept_less_well_is_smaller() {
        let size = |quality: u8| {
            let made = drawn(json!({ "pages": "1", "quality": quality })).expect("an image");
            made[0].2.len()
        };
        assert!(size(20) < size(95));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(drawn(json!({ "pages": "2-5" })), Err(Code::OptionsDoNotFit));
        let tool = tool("pdf-to-jpeg").expect("a tool");
        for refused in [
            json!({ "dpi": 17 }),
            json!({ "quality": 0 }),
            json!({ "pages": "x" }),
            json!({ "firstPage": 1 }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
