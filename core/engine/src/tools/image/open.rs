//! Opening one image within the limits.
use super::{
    format::Format,
    ico, jxl, psd,
    rare::{is_rare, open_rare},
    segments::{SCAN, segments},
};
use crate::{Code, Failure, Input, Limits, mime};
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits as Bounds, error::LimitErrorKind};
use std::io::Cursor;

/// A picture that was opened, upright.
pub struct Picture {
    /// What it shows.
    pub pixels: DynamicImage,
    /// What its colours mean, where it says so (ICC.1).
    pub profile: Option<Vec<u8>>,
}

/// What `bytes` show: the first frame, if there are several.
pub fn open(file: &Input, bytes: &[u8], limits: &Limits) -> Result<Picture, Failure> {
    let (format, bytes) = match kind(file, bytes)? {
        Format::Jxl => return jxl::open(bytes, limits),
        Format::Psd => return psd::open(bytes, limits),
        Format::Ico => ico::png(bytes).map_or((Format::Ico, bytes), |png| (Format::Png, png)),
        format => (format, bytes),
    };
    let mut decoder = decoder(format, bytes, limits)?;
    // What is wrong with these says nothing of the picture.
    let turned = decoder.orientation().ok();
    let profile = decoder.icc_profile().unwrap_or_default();
    let mut pixels = match format == Format::Jpeg && is_rare(bytes) {
        true => open_rare(bytes, limits)?,
        false => DynamicImage::from_decoder(decoder).map_err(failure)?,
    };
    if let Some(turned) = turned {
        pixels.apply_orientation(turned);
    }
    Ok(Picture { pixels, profile })
}

/// What a PNG shows as it stands, with what its colours mean: whoever made it has turned it already.
pub fn png(bytes: &[u8], limits: &Limits) -> Result<Picture, Failure> {
    let mut decoder = decoder(Format::Png, bytes, limits)?;
    let profile = decoder.icc_profile().unwrap_or_default();
    Ok(Picture { pixels: DynamicImage::from_decoder(decoder).map_err(failure)?, profile })
}

/// What a JPEG shows, however it is to be turned.
pub fn jpeg(bytes: &[u8], limits: &Limits) -> Result<DynamicImage, Failure> {
    let decoder = decoder(Format::Jpeg, bytes, limits)?;
    match is_rare(bytes) {
        true => open_rare(bytes, limits),
        false => DynamicImage::from_decoder(decoder).map_err(failure),
    }
}

/// The format of `bytes`, which is the one that the file was declared to have.
pub fn kind(file: &Input, bytes: &[u8]) -> Result<Format, Failure> {
    let declared = mime::meant(&file.mime);
    match Format::of(bytes) {
        Some(format) if declared == format.mime() => Ok(format),
        Some(format) => {
            let message = format!("the file is {} and not {declared}", format.mime());
            Err(Failure::new(Code::FileTypeMismatch, message))
        }
        None => Err(Failure::new(Code::FileTypeMismatch, format!("the file is not {declared}"))),
    }
}

/// A reader that has seen the head of the file only, and refuses what is too large.
pub fn decoder<'a>(
    format: Format,
    bytes: &'a [u8],
    limits: &Limits,
) -> Result<impl ImageDecoder + 'a, Failure> {
    if format == Format::Jpeg && !is_whole_jpeg(bytes) {
        return Err(Failure::broken("it is cut off"));
    }
    let unknown = || Failure::new(Code::FileUnsupported, "images of this format cannot be read here");
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format.reader().ok_or_else(unknown)?);
    reader.limits(bounds(limits));
    let decoder = reader.into_decoder().map_err(failure)?;
    let (width, height) = decoder.dimensions();
    fits(width, height, limits)?;
    if decoder.total_bytes() > limits.memory / 2 {
        return Err(Failure::new(Code::MemoryExceeded, "the image needs more memory than there is for it"));
    }
    Ok(decoder)
}

/// How much a reader may take: what it reads is kept a second time to be changed.
pub fn bounds(limits: &Limits) -> Bounds {
    let mut bounds = Bounds::no_limits();
    bounds.max_alloc = Some(limits.memory / 2);
    bounds
}

/// Refuses what is larger than an image may be.
pub fn fits(width: u32, height: u32, limits: &Limits) -> Result<(), Failure> {
    if u64::from(width) * u64::from(height) > limits.pixels {
        let message = format!("{width} × {height} are more than {} pixels", limits.pixels);
        return Err(Failure::new(Code::TooManyPixels, message));
    }
    Ok(())
}

/// What went wrong, in our words.
pub fn failure(error: ImageError) -> Failure {
    match error {
        ImageError::Limits(limit) => match limit.kind() {
            LimitErrorKind::DimensionError => Failure::new(Code::TooManyPixels, "the image is too large"),
            _ => Failure::new(Code::MemoryExceeded, "the image needs more memory than there is for it"),
        },
        ImageError::Unsupported(what) => Failure::new(Code::FileUnsupported, what.to_string()),
        other => Failure::broken(other),
    }
}

/// Whether there is an end of image after the first scan (ITU-T T.81 B.1.1.2): the reader of JPEG takes
/// one that is cut off for a grey area. Where it is no JPEG as others write them, the reader shall say what
/// is wrong.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let Some(scan) = segments(bytes).find(|segment| segment.marker == SCAN) else { return true };
    // It is at the end, if at all.
    bytes[scan.at + scan.content.len()..].windows(2).rev().any(|pair| pair == [0xff, 0xd9])
}
