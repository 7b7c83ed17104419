//! Scans that can be searched.
use super::reading;
use crate::{
    About, Category, Convert, Engine, Failure, Input, Work, mime,
    program::Program,
    tools::{
        beside::Beside,
        pdf::{pages::Pages, scanned::Scanned},
    },
    work::plain,
};
use garde::Validate;
use image::{ImageFormat, ImageReader};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    fs::{self, File},
    io::{Cursor, Write as _},
    path::PathBuf,
    thread,
};

/// How finely a page is drawn that is to be read: what Tesseract was taught with.
const DPI: u16 = 300;
/// How much memory Tesseract 5 needs for any page, and for each pixel of it, in bytes: at most, of pages of 2 to 75 million.
const PAGE: u64 = 40 << 20;
const PIXEL: u64 = 12;

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
        let (mut taken, all) = (0, scanned.count() as u64 + 1);
        // The other half is for the next page, which is drawn meanwhile.
        let memory = work.limits().memory / 2;
        let processors = thread::available_parallelism().map_or(1, Into::into);
        let texts = thread::scope(|scope| {
            let mut readers = Beside::new(scope, processors, memory);
            scanned.each(DPI, |place, png| {
                if let Some(png) = png {
                    let (needed, page) = (need(&png)?, self.page(work, place, png)?);
                    readers.begin(needed, || page.read())?;
                }
                taken += 1;
                work.progress(taken - readers.count() as u64, all);
                Ok(())
            })?;
            while readers.end()? {
                work.progress(taken - readers.count() as u64, all);
            }
            Ok::<_, Failure>(readers.made())
        })?;
        let made = scanned.laid(&texts)?;
        Ok(work.artifact(&plain(&file.name), mime::PDF)?.write_all(&made)?)
    }

    fn page(&self, work: &Work, place: usize, png: Vec<u8>) -> Result<Page, Failure> {
        let [picture, text] = ["png", "pdf"].map(|form| work.scratch().join(format!("{place}.{form}")));
        let mut program = work.program("tesseract")?;
        program.arg(&picture).args(["stdout", "-l", &self.language, "--dpi", &DPI.to_string()]);
        program.args(["-c", "textonly_pdf=1", "pdf"]);
        // Several pages are read at once: threads of each would be in each other's way.
        program.env("OMP_THREAD_LIMIT", "1");
        Ok(Page { place, png, picture, text, program })
    }
}

/// A page that is to be read.
struct Page {
    place: usize,
    png: Vec<u8>,
    picture: PathBuf,
    text: PathBuf,
    program: Program,
}

impl Page {
    /// Makes of its text a PDF that shows nothing else, and that neither.
    fn read(mut self) -> Result<(usize, Vec<u8>), Failure> {
        fs::write(&self.picture, self.png)?;
        self.program.run_into(File::create(&self.text)?)?.good(|_| None)?;
        let made = fs::read(&self.text)?;
        fs::remove_file(self.picture)?;
        fs::remove_file(self.text)?;
        Ok((self.place, made))
    }
}

/// How much memory Tesseract needs for a page.
fn need(png: &[u8]) -> Result<u64, Failure> {
    let size = ImageReader::with_format(Cursor::new(png), ImageFormat::Png).into_dimensions();
    let (width, height) = size.map_err(Failure::broken)?;
    Ok((u64::from(width) * u64::from(height)).saturating_mul(PIXEL).saturating_add(PAGE))
}
