//! A picture as PDF documents hold it.
use super::{
    format::Format,
    open::{decoder, kind, open},
};
use crate::{Code, Failure, Input, Limits};
use image::{ImageDecoder as _, metadata::Orientation};
use krilla::image::Image;

/// What a file shows, upright; a JPEG that is upright is taken over without a loss.
pub fn embedded(file: &Input, bytes: &[u8], limits: &Limits) -> Result<Image, Failure> {
    if kind(file, bytes)? == Format::Jpeg {
        let turned = decoder(Format::Jpeg, bytes, limits)?.orientation().unwrap_or(Orientation::NoTransforms);
        if turned == Orientation::NoTransforms
            && let Ok(image) = Image::from_jpeg(bytes.to_vec().into(), true)
        {
            return Ok(image);
        }
    }
    let pixels = open(file, bytes, limits)?.pixels.into_rgba8();
    // They are kept until the document is put together, and once more then.
    if pixels.len() as u64 > limits.memory / 3 {
        return Err(Failure::new(Code::MemoryExceeded, "the image needs more memory than there is for it"));
    }
    let (width, height) = pixels.dimensions();
    Ok(Image::from_rgba8(pixels.into_raw(), width, height))
}
