//! Scans that can be searched.
use super::reading;
use crate::{
    About, Category, Convert, Engine, Failure, Input, Work, mime,
    tools::pdf::{pages::Pages, scanned::Scanned},
    work::plain,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    fs::{self, File},
    io::Write as _,
};

/// How finely a page is drawn that is to be read: what Tesseract was taught with.
const DPI: u16 = 300;

/// Which pages are read, and how.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfOcr {
    /// The language of the text (ISO 639-2, as `eng`), or several joined with `+`.
    #[serde(default = "reading::english")]
    #[garde(custom(reading::named))]
    #[schemars(regex(pattern = r"^[a-z_]{3,12}(\+[a-z_]{3,12}){0,3}$"))]
    language: String,
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    #[serde(default)]
    pages: Pages,
}

impl Convert for PdfOcr {
    const ABOUT: About = About {
        id: "pdf-ocr",
        name: "PDF with searchable text",
        description: "Reads the text of scanned pages (OCR) and lays it over them, invisible, to be searched and copied. \
                      What the pages show stays as it is; pages that have text already are left alone. A signature is \
                      no longer valid.",
        category: Category::Document,
        accepts: &[mime::PDF],
        produces: &[mime::PDF],
        files: (1, 1),
        engine: Engine::Tesseract,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        reading::known(work, &self.language)?;
        for file in work.files().to_vec() {
            self.convert(work, &file).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}

impl PdfOcr {
    fn convert(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        let scanned = Scanned::open(work.read(file)?, &self.pages, work.limits())?;
        let (mut done, all) = (0, scanned.count() as u64 + 1);
        let mut texts = Vec::new();
        scanned.each(DPI, |place, png| {
            if let Some(png) = png {
                texts.push((place, self.text(work, &png)?));
            }
            done += 1;
            work.progress(done, all);
            Ok(())
        })?;
        let made = scanned.laid(&texts)?;
        Ok(work.artifact(&plain(&file.name), mime::PDF)?.write_all(&made)?)
    }

    /// The text of a page as a PDF that shows nothing else, and that neither.
    fn text(&self, work: &Work, png: &[u8]) -> Result<Vec<u8>, Failure> {
        let [page, text] = ["page.png", "text.pdf"].map(|name| work.scratch().join(name));
        fs::write(&page, png)?;
        let mut program = work.program("tesseract")?;
        program.arg(&page).args(["stdout", "-l", &self.language, "--dpi", &DPI.to_string()]);
        program.args(["-c", "textonly_pdf=1", "pdf"]);
        program.run_into(File::create(&text)?)?.good(|_| None)?;
        Ok(fs::read(&text)?)
    }
}
