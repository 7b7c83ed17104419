//! Reading the text in images, with Tesseract.
use crate::{Code, Failure, Input, Work, mime, work::renamed};
use garde::Validate;
use image::{ImageFormat, ImageReader};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{fs::File, io::BufReader};

/// The types of images that Tesseract reads.
pub(super) const IMAGES: &[&str] = &[mime::BMP, mime::GIF, mime::JPEG, mime::PNG, mime::TIFF, mime::WEBP];

/// How images are read.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct Reading {
    /// The language of the text (ISO 639-2, as `eng`), or several joined with `+`.
    #[serde(default = "english")]
    #[garde(custom(named))]
    #[schemars(regex(pattern = r"^[a-z_]{3,12}(\+[a-z_]{3,12}){0,3}$"))]
    language: String,
}

/// English, which all have that have Tesseract.
pub(super) fn english() -> String {
    "eng".to_owned()
}

impl Reading {
    /// Reads the files, and makes of each what Tesseract calls `form`, which its name ends in too.
    pub(super) fn make(&self, work: &mut Work, form: &str, mime: &str) -> Result<(), Failure> {
        known(work, &self.language)?;
        let files = work.files().to_vec();
        for (done, file) in (1..).zip(&files) {
            let made = work.artifact(&renamed(&file.name, form), mime)?;
            read(work, file, &self.language, form, made).map_err(|failure| failure.about(file.id))?;
            work.progress(done, files.len() as u64);
        }
        Ok(())
    }
}

/// Refuses what is no name of languages.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "garde passes its context in this way")]
pub(super) fn named(language: &str, _: &()) -> garde::Result {
    let one = |name: &str| {
        (3..=12).contains(&name.len()) && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase())
    };
    match language.split('+').count() <= 4 && language.split('+').all(one) {
        true => Ok(()),
        false => Err(garde::Error::new("is no language, nor up to four joined with +")),
    }
}

/// Reads `file` in `language`, and writes what `form` says to `into`.
fn read(work: &Work, file: &Input, language: &str, form: &str, into: File) -> Result<(), Failure> {
    measure(work, file)?;
    let mut program = work.program("tesseract")?;
    program.arg(work.path(file)).args(["stdout", "-l", language, form]);
    program.run_into(into)?.good(|_| None)
}

/// Refuses languages that are not installed.
pub(super) fn known(work: &Work, language: &str) -> Result<(), Failure> {
    let (ended, text) = work.program("tesseract")?.arg("--list-langs").run_for_text()?;
    ended.good(|_| None)?;
    let known: Vec<_> = text.lines().skip(1).map(str::trim).filter(|known| *known != "osd").collect();
    match language.split('+').find(|wanted| !known.contains(wanted)) {
        None => Ok(()),
        Some(missing) => {
            let message = format!("there is no language {missing} here, only {}", known.join(", "));
            Err(Failure::new(Code::OptionsDoNotFit, message))
        }
    }
}

/// Refuses what is no image of its type: Tesseract would take a text for a list of other files.
fn measure(work: &Work, file: &Input) -> Result<(), Failure> {
    let format = ImageFormat::from_mime_type(mime::meant(&file.mime))
        .ok_or_else(|| Failure::new(Code::FileUnsupported, "images of this type cannot be read"))?;
    let reader = ImageReader::with_format(BufReader::new(File::open(work.path(file))?), format);
    let (width, height) = reader.into_dimensions().map_err(Failure::broken)?;
    match u64::from(width) * u64::from(height) > work.limits().pixels {
        true => Err(Failure::new(Code::TooManyPixels, format!("the image has {width} × {height} pixels"))),
        false => Ok(()),
    }
}
