//! The pictures of a document, made again as JPEG (ISO 32000-1 section 8.9.5).
use crate::{
    Limits,
    tools::image::{
        jpeg,
        open::jpeg as opened,
        scale::{Fit, Frame},
    },
};
use image::{DynamicImage, GrayImage, RgbImage};
use lopdf::{Dictionary, Document, Object, Stream};

/// What pictures become.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How good they shall be, of 100.
    pub quality: u8,
    /// How many pixels of an inch they keep at most.
    pub dpi: f64,
}

/// Fewer pixels are made of a picture only where it has so many times more than are wanted: else it only gets blurred.
const WORTHWHILE: f64 = 1.25;

/// A picture as JPEG, shown as large as `size` says in points, if it is one whose colours can be lost a little and the
/// new one is smaller. What is as large as nobody knows keeps its pixels.
pub fn smaller(
    document: &Document,
    stream: &Stream,
    size: Option<(f64, f64)>,
    wanted: Wanted,
    limits: &Limits,
) -> Option<Stream> {
    let colours = colours(document, &stream.dict)?;
    let pixels = pixels(document, stream, colours, limits)?;
    let (width, height) = fewer((pixels.width(), pixels.height()), size, wanted.dpi);
    let frame = Frame { width: Some(width), height: Some(height), fit: Fit::Fill, enlarge: false };
    let pixels = frame.scale(&pixels, limits).ok()?;
    let content = jpeg::encode(&pixels, None, wanted.quality).ok()?;
    if content.len() >= stream.content.len() {
        return None;
    }
    let mut dict = stream.dict.clone();
    dict.remove(b"DecodeParms");
    dict.set("Filter", "DCTDecode");
    dict.set("Width", i64::from(pixels.width()));
    dict.set("Height", i64::from(pixels.height()));
    Some(Stream::new(dict, content))
}

/// How many colours a pixel has, in a picture whose colours may be lost a little: no stencil, nothing that is transparent
/// by its colour, no mask that was mixed with it before.
fn colours(document: &Document, picture: &Dictionary) -> Option<usize> {
    let is = |key: &[u8], value: &[u8]| {
        picture.get_deref(key, document).and_then(Object::as_name).ok() == Some(value)
    };
    let stencil = picture.get_deref(b"ImageMask", document).and_then(Object::as_bool).unwrap_or(false);
    let by_colour = picture.get_deref(b"Mask", document).is_ok_and(|mask| mask.as_array().is_ok());
    let mask = picture.get_deref(b"SMask", document).and_then(Object::as_stream);
    let mixed = mask.is_ok_and(|mask| mask.dict.has(b"Matte")) || picture.has(b"SMaskInData");
    let bits = picture.get_deref(b"BitsPerComponent", document).and_then(Object::as_i64).ok();
    if !is(b"Subtype", b"Image") || stencil || by_colour || mixed || picture.has(b"Decode") || bits != Some(8)
    {
        return None;
    }
    match picture.get_deref(b"ColorSpace", document).ok()? {
        Object::Name(name) => of_space(name),
        Object::Array(space) => {
            let part = |place: usize| document.dereference(space.get(place)?).ok().map(|(_, part)| part);
            match part(0)?.as_name().ok()? {
                b"ICCBased" => {
                    let profile = &part(1)?.as_stream().ok()?.dict;
                    let count = profile.get_deref(b"N", document).and_then(Object::as_i64).ok()?;
                    usize::try_from(count).ok().filter(|count| matches!(count, 1 | 3))
                }
                name => of_space(name),
            }
        }
        _ => None,
    }
}

fn of_space(name: &[u8]) -> Option<usize> {
    match name {
        b"DeviceGray" | b"CalGray" => Some(1),
        b"DeviceRGB" | b"CalRGB" => Some(3),
        _ => None,
    }
}

fn pixels(document: &Document, stream: &Stream, colours: usize, limits: &Limits) -> Option<DynamicImage> {
    let side = |key| {
        let side = stream.dict.get_deref(key, document).and_then(Object::as_i64).ok()?;
        u32::try_from(side).ok().filter(|side| (1..=65_535).contains(side))
    };
    let (width, height) = (side(b"Width")?, side(b"Height")?);
    let count = u64::from(width) * u64::from(height);
    let bytes = usize::try_from(count).ok()?.checked_mul(colours)?;
    if count > limits.pixels || bytes as u64 > limits.memory / 4 {
        return None;
    }
    if stream.filters().is_ok_and(|filters| filters == [b"DCTDecode".as_slice()]) {
        let pixels = opened(&stream.content, limits).ok()?;
        let same = (pixels.width(), pixels.height(), usize::from(pixels.color().channel_count()));
        return (same == (width, height, colours) && !stream.dict.has(b"DecodeParms")).then_some(pixels);
    }
    let mut samples = match stream.dict.has(b"Filter") {
        // A row more is what some programs write.
        true => stream.decompressed_content_with_limit(bytes + 65_536 * colours).ok()?,
        false => stream.content.clone(),
    };
    if samples.len() < bytes {
        return None;
    }
    samples.truncate(bytes);
    match colours {
        1 => GrayImage::from_raw(width, height, samples).map(Into::into),
        _ => RgbImage::from_raw(width, height, samples).map(Into::into),
    }
}

/// How many pixels are wanted of a picture that has so many and is shown so large.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "fewer than there are")]
fn fewer((width, height): (u32, u32), size: Option<(f64, f64)>, dpi: f64) -> (u32, u32) {
    let Some((wide, high)) = size else { return (width, height) };
    let share = |pixels: u32, points: f64| points / 72.0 * dpi / f64::from(pixels);
    let share = share(width, wide).max(share(height, high));
    if !share.is_finite() || share * WORTHWHILE > 1.0 {
        return (width, height);
    }
    let fewer = |pixels: u32| (f64::from(pixels) * share).ceil().max(1.0) as u32;
    (fewer(width), fewer(height))
}

#[cfg(test)]
mod tests {
    use super::fewer;

    #[test]
    fn a_picture_keeps_as_many_pixels_as_are_seen() {
        for (size, becomes) in [
            (None, (1000, 500)),
            (Some((72.0, 36.0)), (100, 50)),
            (Some((72.0, 72.0)), (200, 100)),
            (Some((720.0, 360.0)), (1000, 500)),
            // A little less would only blur it.
            (Some((650.0, 325.0)), (1000, 500)),
            (Some((0.0, 0.0)), (1, 1)),
            (Some((f64::INFINITY, 1.0)), (1000, 500)),
        ] {
            assert_eq!(fewer((1000, 500), size, 100.0), becomes, "{size:?}");
        }
    }
}
