//! The text in images.
use super::reading::{self, Reading};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How images are read.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
pub struct ImageToText(#[garde(dive)] Reading);

impl Convert for ImageToText {
    const ABOUT: About = About {
        id: "image-to-text",
        name: "Image to text",
        description: "Reads the text in images (OCR).",
        category: Category::Image,
        accepts: reading::IMAGES,
        produces: &[mime::TEXT],
        files: (1, 10),
        engine: Engine::Tesseract,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        self.0.make(work, "txt", mime::TEXT)
    }
}
