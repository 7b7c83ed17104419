//! A PDF without its password.
use super::qpdf;
use crate::{About, Category, Code, Convert, Engine, Failure, Work, mime, work::plain};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// What opens a protected PDF.
#[derive(Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfUnprotect {
    /// The password that the file has: at most 127 bytes.
    #[garde(length(bytes, min = 1, max = 127))]
    #[schemars(length(min = 1, max = 127), extend("writeOnly" = true))]
    password: String,
}

impl Convert for PdfUnprotect {
    const ABOUT: About = About {
        id: "pdf-unprotect",
        name: "Unprotect a PDF",
        description: "Takes the password off a PDF, for those who know it.",
        category: Category::Document,
        accepts: &[mime::PDF],
        produces: &[mime::PDF],
        files: (1, 1),
        engine: Engine::Qpdf,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            let job = json!({"password": self.password, "decrypt": ""});
            qpdf::run(work, &file, &plain(&file.name), job)
                .map_err(|failure| wrong(failure).about(file.id))?;
        }
        Ok(())
    }
}

/// The customer knows that the file is encrypted.
fn wrong(failure: Failure) -> Failure {
    match failure.code {
        Code::FileEncrypted => Failure::new(Code::OptionsDoNotFit, "the file has another password"),
        _ => failure,
    }
}
