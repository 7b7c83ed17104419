//! The text in images.
use super::reading;
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How images are read.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ImageToText {
    /// The language of the text (ISO 639-2, as `eng`), or several joined with `+`.
    #[serde(default = "reading::english")]
    #[garde(custom(reading::named))]
    #[schemars(regex(pattern = r"^[a-z_]{3,12}(\+[a-z_]{3,12}){0,3}$"))]
    language: String,
}

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
        reading::known(work, &self.language)?;
        let files = work.files().to_vec();
        for (done, file) in (1..).zip(&files) {
            let text = work.artifact(&renamed(&file.name, "txt"), mime::TEXT)?;
            reading::read(work, file, &self.language, "txt", text)
                .map_err(|failure| failure.about(file.id))?;
            work.progress(done, files.len() as u64);
        }
        Ok(())
    }
}
