//! Images as a PDF that can be searched.
use super::reading::{self, Reading};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How images are read.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
pub struct ImageToSearchablePdf(#[garde(dive)] Reading);

impl Convert for ImageToSearchablePdf {
    const ABOUT: About = About {
        id: "image-to-searchable-pdf",
        name: "Image to searchable PDF",
        description: "Makes a PDF of each image, with the text that is in it (OCR) to be searched and copied.",
        category: Category::Image,
        accepts: reading::IMAGES,
        produces: &[mime::PDF],
        files: (1, 10),
        engine: Engine::Tesseract,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        self.0.make(work, "pdf", mime::PDF)
    }
}
