//! A PDF for the web.
use super::qpdf;
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work::plain};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// A PDF is linearized in one way only.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PdfLinearize {}

impl Convert for PdfLinearize {
    const ABOUT: About = About {
        id: "pdf-linearize",
        name: "Linearize a PDF",
        description: "Orders a PDF so that its first page shows before the rest has come over the network.",
        category: Category::Document,
        accepts: &[mime::PDF],
        produces: &[mime::PDF],
        files: (1, 1),
        engine: Engine::Qpdf,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            let job = json!({"linearize": "", "objectStreams": "generate"});
            qpdf::run(work, &file, &plain(&file.name), job).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}
