//! Pictures changed, and written in the format that they have or in another.
use super::{
    colour::Colour,
    each::{Made, together},
    encode::{Style, encode},
    format::Format,
    frames::animate,
    open::{Picture, kind, open},
};
use crate::{Failure, Input, Limits, Work, work::renamed};
use image::DynamicImage;

/// How changed pictures are written.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The format; the one that each has where none is said, or PNG where that is never written.
    pub format: Option<Format>,
    /// 1 to 100, for the formats that lose something.
    pub quality: u8,
    /// What shows where a picture is transparent and the format cannot be.
    pub background: Colour,
}

impl Written {
    /// In the format that each picture has.
    pub const fn as_it_was(quality: u8) -> Self {
        Self { format: None, quality, background: Colour::WHITE }
    }
}

/// Changes every picture, each frame of an animated GIF that stays one.
pub fn changed(
    work: &mut Work,
    written: Written,
    change: impl Fn(DynamicImage, &Limits) -> Result<DynamicImage, Failure> + Sync,
) -> Result<(), Failure> {
    together(work, |file, bytes, limits| one(file, bytes, limits, written, &change))
}

/// The changed picture of a file.
pub fn one(
    file: &Input,
    bytes: &[u8],
    limits: &Limits,
    written: Written,
    change: impl Fn(DynamicImage, &Limits) -> Result<DynamicImage, Failure>,
) -> Result<Made, Failure> {
    let has = kind(file, bytes)?;
    let format = written.format.unwrap_or(has.written());
    let style = Style { format, quality: written.quality, background: written.background };
    let content = if (has, format) == (Format::Gif, Format::Gif) {
        animate(bytes, limits, style, |pixels| change(pixels, limits))?
    } else {
        let Picture { pixels, profile } = open(file, bytes, limits)?;
        encode(Picture { pixels: change(pixels, limits)?, profile }, style)?
    };
    let name = if has == format { file.name.clone() } else { renamed(&file.name, format.extension()) };
    Ok(Made { name, mime: format.mime(), content })
}
