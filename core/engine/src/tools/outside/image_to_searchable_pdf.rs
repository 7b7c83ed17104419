//! Images as a PDF that can be searched.
use super::reading;
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How images are read.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ImageToSearchablePdf {
    /// The language of the text (ISO 639-2, as `eng`), or several joined with `+`.
    #[serde(default = "reading::english")]
    #[garde(custom(reading::named))]
    #[schemars(regex(pattern = r"^[a-z_]{3,12}(\+[a-z_]{3,12}){0,3}$"))]
    language: String,
}

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
        reading::known(work, &self.language)?;
        let files = work.files().to_vec();
        for (done, file) in (1..).zip(&files) {
            let pdf = work.artifact(&renamed(&file.name, "pdf"), mime::PDF)?;
            reading::read(work, file, &self.language, "pdf", pdf)
                .map_err(|failure| failure.about(file.id))?;
            work.progress(done, files.len() as u64);
        }
        Ok(())
    }
}
