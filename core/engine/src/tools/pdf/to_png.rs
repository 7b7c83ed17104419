//! Pages of PDF documents as PNG images.
use super::{
    PDF,
    each_page::{colours, draw, each_page},
    pages::Pages,
};
use crate::{About, Category, Code, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use hayro::vello_cpu::Pixmap;
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write;

const fn usual_dpi() -> u16 {
    144
}

/// Which pages, and how large.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfToPng {
    /// How many pixels an inch of a page becomes.
    #[serde(default = "usual_dpi")]
    #[garde(range(min = 36, max = 300))]
    dpi: u16,
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    #[serde(default)]
    pages: Pages,
}

impl Convert for PdfToPng {
    const ABOUT: About = About {
        id: "pdf-to-png",
        name: "PDF to PNG",
        description: "Draws the pages of a PDF document as PNG images, one for each page.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[mime::PNG],
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each_page(work, &self.pages, ("png", mime::PNG), draw(self.dpi), write)
    }
}

/// A page as PNG.
pub fn write(pixels: &Pixmap, out: impl Write) -> Result<(), Failure> {
    let (width, height) = (pixels.width().into(), pixels.height().into());
    let written = PngEncoder::new(out).write_image(&colours(pixels), width, height, ExtendedColorType::Rgb8);
    written.map_err(|error| match error {
        image::ImageError::IoError(cause) => cause.into(),
        other => Failure::new(Code::ConversionFailed, format!("a page could not be written: {other}")),
    })
}

#[cfg(test)]
mod tests {
    use super::super::samples::{four_pages, one_page, stream};
    use crate::{
        Code, Limits,
        stage::{Held, convert, convert_within},
    };
    use image::load_from_memory;
    use serde_json::{Value, json};

    fn drawn(options: Value, content: &[u8]) -> Result<Vec<Held>, Code> {
        let made = convert("pdf-to-png", options, &[("report.pdf", "application/pdf", content)]);
        made.map_err(|failure| failure.code)
    }

    #[test]
    fn pages_are_drawn() {
        let made = drawn(json!({ "dpi": 36, "pages": "4,1" }), &four_pages()).expect("images");
        let seen = made.iter().map(|(name, mime, content)| {
            let image = load_from_memory(content).expect("an image").into_rgb8();
            (name.as_str(), mime.as_str(), image.dimensions(), image.get_pixel(10, 5).0)
        });
        let expected = [
            ("report-4.png", "image/png", (30, 30), [200, 0, 0]),
            ("report-1.png", "image/png", (100, 50), [50, 0, 0]),
        ];
        assert_eq!(seen.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let wide = String::from_utf8(one_page("", &[])).expect("a text").replace("100 100]", "14400 14400]");
        assert_eq!(drawn(json!({ "dpi": 300 }), wide.as_bytes()), Err(Code::TooManyPixels));
        let few = Limits { pixels: 999, ..Limits::default() };
        let small = one_page("", &[]);
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &small)];
        let refused = convert_within(few, "pdf-to-png", json!({}), files);
        assert_eq!(refused.expect_err("too large").code, Code::TooManyPixels);
        let image = stream("/Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceGray", "x");
        assert_eq!(drawn(json!({}), &one_page("/X Do", &[&image])), Err(Code::TooManyPixels));
    }

    #[test]
    fn a_bomb_is_refused() {
        let mut document = lopdf::Document::load_mem(&one_page(" ", &[])).expect("a document");
        let mut content = lopdf::Stream::new(lopdf::Dictionary::new(), vec![b' '; 40 << 20]);
        content.compress().expect("a stream");
        document.objects.insert((4, 0), content.into());
        let mut bomb = Vec::new();
        document.save_to(&mut bomb).expect("a document");
        assert!(bomb.len() < 100_000);
        assert_eq!(drawn(json!({}), &bomb), Err(Code::ExpansionTooLarge));
    }
}
