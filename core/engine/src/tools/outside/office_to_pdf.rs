//! Office documents to PDF.
use super::office::{self, Family};
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a document becomes a PDF.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct OfficeToPdf {
    /// Whether the PDF is for an archive (PDF/A-2b).
    #[serde(default)]
    archive: bool,
}

impl Convert for OfficeToPdf {
    const ABOUT: About = About {
        id: "office-to-pdf",
        name: "Office document to PDF",
        description: "Makes a PDF of a text, a table or slides, as they would be printed.",
        category: Category::Document,
        accepts: &office::TYPES,
        produces: &[mime::PDF],
        files: (1, 1),
        engine: Engine::LibreOffice,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            let filter = match office::family(&file)? {
                Family::Text => "writer_pdf_Export",
                Family::Table => "calc_pdf_Export",
                Family::Slides => "impress_pdf_Export",
            };
            let archive = r#":{"SelectPdfVersion":{"type":"long","value":"2"}}"#;
            let filter = format!("{filter}{}", if self.archive { archive } else { "" });
            let name = renamed(&file.name, "pdf");
            office::make(work, &file, ("pdf", &filter), (&name, mime::PDF))
                .map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}
