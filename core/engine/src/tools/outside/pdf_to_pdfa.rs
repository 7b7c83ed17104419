//! PDF documents for archives.
use crate::{
    About, Category, Code, Convert, Engine, Failure, Input, Work, mime, program::take,
    tools::pdf::anew::anew, work::plain,
};
use garde::Validate;
use moxcms::ColorProfile;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fs;

/// What Ghostscript is told of the colours of the whole document (ISO 19005-2 section 6.2.3).
const INTENT: &str = include_str!("pdf_to_pdfa.ps");

/// A PDF is made ready for archives in one way only.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PdfToPdfa {}

impl Convert for PdfToPdfa {
    const ABOUT: About = About {
        id: "pdf-to-pdfa",
        name: "PDF to PDF/A",
        description: "Writes a PDF for archives (PDF/A-2b): with all of its fonts, and with colours that mean the same \
                      everywhere (sRGB). What archives must not have is left out: scripts, sound and film, \
                      attached files, and fields of forms, of which what they show stays.",
        category: Category::Document,
        accepts: &[mime::PDF],
        produces: &[mime::PDF],
        files: (1, 1),
        engine: Engine::Ghostscript,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            convert(work, &file).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}

/// Ghostscript gets a document that was written anew here, and nothing that the file holds beside it.
fn convert(work: &mut Work, file: &Input) -> Result<(), Failure> {
    let (scratch, limits) = (work.scratch(), *work.limits());
    let [given, made, profile, intent] =
        ["given.pdf", "made.pdf", "srgb.icc", "intent.ps"].map(|name| scratch.join(name));
    fs::write(&given, anew(&work.read(file)?, &limits)?)?;
    work.progress(1, 4);
    let colours = ColorProfile::new_srgb().encode().map_err(|cause| {
        Failure::new(Code::ConversionFailed, format!("there are no colours to be told of: {cause}"))
    })?;
    fs::write(&profile, colours)?;
    fs::write(&intent, INTENT)?;
    let mut program = work.program("gs")?;
    program.args(["-dSAFER", "-dBATCH", "-dNOPAUSE", "-dQUIET", "-sDEVICE=pdfwrite"]);
    program.args(["-dPDFA=2", "-dPDFACompatibilityPolicy=1", "-sColorConversionStrategy=RGB"]);
    program.args(["-dEmbedAllFonts=true", "-dSubsetFonts=true", "-dAutoRotatePages=/None"]);
    program.arg(format!("--permit-file-read={}", profile.display()));
    program.arg(format!("-sProfile={}", profile.display()));
    program.arg(format!("-sOutputFile={}", made.display())).arg(&intent).arg(&given);
    program.run()?.good(|_| None)?;
    work.progress(3, 4);
    let artifact = work.artifact_path(&plain(&file.name), mime::PDF)?;
    take(&made, &artifact)
}
