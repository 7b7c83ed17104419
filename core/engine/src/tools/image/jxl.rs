//! JPEG XL (ISO/IEC 18181): read whatever it was written with, and written exactly.
use super::open::{Picture, fits};
use crate::{Code, Failure, Limits, tools::apart::apart};
use image::{ColorType, DynamicImage, ImageBuffer, Pixel};
use jxl_oxide::{AllocTracker, FrameBufferSample, JxlImage, Render};
use zune_core::{bit_depth::BitDepth, colorspace::ColorSpace, options::EncoderOptions};
use zune_jpegxl::JxlSimpleEncoder;

/// What the bare picture begins with (ISO/IEC 18181-1).
const BARE: &[u8] = &[0xff, 0x0a];
/// What the container begins with (ISO/IEC 18181-2).
const BOXED: &[u8] = b"\0\0\0\x0cJXL \r\n\x87\n";
/// What sRGB is called by its numbers: primaries, curve, no matrix, full range (ITU-T H.273).
const SRGB: [u8; 4] = [1, 13, 0, 1];

/// Whether a file begins like one.
pub fn is_jxl(head: &[u8]) -> bool {
    head.starts_with(BARE) || head.starts_with(BOXED)
}

/// What the first frame shows: the reader turns it upright itself.
pub fn open(bytes: &[u8], limits: &Limits) -> Result<Picture, Failure> {
    apart(|| {
        let room = usize::try_from(limits.memory / 2).unwrap_or(usize::MAX);
        let image = JxlImage::builder().alloc_tracker(AllocTracker::with_limit(room));
        let image = image.read(bytes).map_err(failure)?;
        fits(image.width(), image.height(), limits)?;
        if image.pixel_format().has_black() {
            return Err(Failure::new(Code::FileUnsupported, "it has the colours of inks"));
        }
        if image.num_loaded_keyframes() == 0 {
            return Err(Failure::broken("it is cut off"));
        }
        let bits = image.image_header().metadata.bit_depth.bits_per_sample();
        let (wide, high) = (u64::from(image.width()), u64::from(image.height()));
        // Each sample is kept as four bytes until all of them are there, and then as one or two.
        let channels = image.pixel_format().channels() as u64;
        if wide * high * channels * 6 > limits.memory {
            return Err(too_much());
        }
        let frame = image.render_frame(0).map_err(failure)?;
        let pixels = match bits {
            0..=8 => pixels_of_eight(&frame),
            _ => pixels_of_sixteen(&frame),
        };
        let profile = (image.rendered_cicp() != Some(SRGB)).then(|| image.rendered_icc());
        Ok(Picture { pixels: pixels.ok_or_else(|| Failure::broken("it has colours of no kind"))?, profile })
    })
}

fn pixels_of_eight(frame: &Render) -> Option<DynamicImage> {
    Some(match frame.stream().channels() {
        1 => DynamicImage::ImageLuma8(pixels(frame)?),
        2 => DynamicImage::ImageLumaA8(pixels(frame)?),
        3 => DynamicImage::ImageRgb8(pixels(frame)?),
        4 => DynamicImage::ImageRgba8(pixels(frame)?),
        _ => return None,
    })
}

fn pixels_of_sixteen(frame: &Render) -> Option<DynamicImage> {
    Some(match frame.stream().channels() {
        1 => DynamicImage::ImageLuma16(pixels(frame)?),
        2 => DynamicImage::ImageLumaA16(pixels(frame)?),
        3 => DynamicImage::ImageRgb16(pixels(frame)?),
        4 => DynamicImage::ImageRgba16(pixels(frame)?),
        _ => return None,
    })
}

fn pixels<P>(frame: &Render) -> Option<ImageBuffer<P, Vec<P::Subpixel>>>
where
    P: Pixel<Subpixel: FrameBufferSample>,
{
    let mut stream = frame.stream();
    let (width, height) = (stream.width(), stream.height());
    let count = u64::from(width) * u64::from(height) * u64::from(stream.channels());
    let mut samples = vec![P::Subpixel::default(); usize::try_from(count).ok()?];
    stream.write_to_buffer(&mut samples);
    ImageBuffer::from_raw(width, height, samples)
}

/// What went wrong: that there is too little memory is said in words only.
fn failure(wrong: impl std::fmt::Display) -> Failure {
    let said = wrong.to_string();
    match ["failed to allocate", "out of memory"].iter().any(|words| said.contains(words)) {
        true => too_much(),
        false => Failure::broken(said),
    }
}

fn too_much() -> Failure {
    Failure::new(Code::MemoryExceeded, "the image needs more memory than there is for it")
}

/// `pixels` without any loss, whatever quality is asked for.
pub fn encode(pixels: &DynamicImage) -> Result<Vec<u8>, Failure> {
    let (depth, colours) = match pixels.color() {
        ColorType::L8 => (BitDepth::Eight, ColorSpace::Luma),
        ColorType::La8 => (BitDepth::Eight, ColorSpace::LumaA),
        ColorType::Rgb8 => (BitDepth::Eight, ColorSpace::RGB),
        ColorType::L16 => (BitDepth::Sixteen, ColorSpace::Luma),
        // The crate (0.5) loses what is transparent of these.
        ColorType::La16 => return encode(&pixels.to_rgba16().into()),
        ColorType::Rgb16 => (BitDepth::Sixteen, ColorSpace::RGB),
        ColorType::Rgba16 => (BitDepth::Sixteen, ColorSpace::RGBA),
        _ => (BitDepth::Eight, ColorSpace::RGBA),
    };
    if pixels.width() < 2 || pixels.height() < 2 {
        let message = "an image of this format is at least 2 pixels wide and high";
        return Err(Failure::new(Code::OptionsDoNotFit, message));
    }
    let options = EncoderOptions::new(pixels.width() as usize, pixels.height() as usize, colours, depth);
    let mut made = Vec::new();
    JxlSimpleEncoder::new(pixels.as_bytes(), options).encode(&mut made).map_err(|wrong| {
        Failure::new(Code::ConversionFailed, format!("the image cannot be written as JPEG XL: {wrong:?}"))
    })?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{half, photo};
    use super::*;
    use crate::stage::convert;
    use serde_json::json;

    fn opened(bytes: &[u8], limits: Limits) -> Result<DynamicImage, Code> {
        open(bytes, &limits).map(|picture| picture.pixels).map_err(|failure| failure.code)
    }

    #[test]
    fn what_is_written_is_read_again_and_nothing_is_lost() {
        let (photo, half) = (DynamicImage::from(photo(301, 270)), DynamicImage::from(half(61, 35)));
        let all = [
            photo.clone(),
            half.clone(),
            photo.to_luma8().into(),
            half.to_luma_alpha8().into(),
            photo.to_rgb16().into(),
            half.to_rgba16().into(),
            photo.to_luma16().into(),
            half.to_luma_alpha16().into(),
        ];
        for pixels in all {
            let made = encode(&pixels).expect("an image");
            assert!(is_jxl(&made));
            let picture = open(&made, &Limits::default()).expect("an image");
            let expected = match pixels {
                DynamicImage::ImageLumaA16(_) => pixels.to_rgba16().into(),
                _ => pixels.clone(),
            };
            assert_eq!(picture.pixels, expected, "{:?}", pixels.color());
            assert!(picture.profile.is_none() || !pixels.color().has_color());
        }
    }

    #[test]
    fn it_is_a_format_like_others() {
        let jxl = encode(&half(40, 30).into()).expect("an image");
        for (tool, options, name) in [
            ("image-convert", json!({"format": "png"}), "a.png"),
            ("image-convert", json!({"format": "jxl"}), "a.jxl"),
            ("image-resize", json!({"width": 20}), "a.jxl"),
            ("image-rotate", json!({"angle": 90}), "a.jxl"),
            ("image-crop", json!({"ratio": "1:1"}), "a.jxl"),
            ("images-to-pdf", json!({}), "a.pdf"),
        ] {
            let made = convert(tool, options, &[("a.jxl", "image/jxl", &jxl)]).expect(tool);
            assert_eq!(made[0].0, name, "{tool}");
        }
    }

    #[test]
    fn what_is_too_large_or_broken_is_refused() {
        let jxl = encode(&photo(300, 300).into()).expect("an image");
        let few = Limits { pixels: 89_999, ..Limits::default() };
        assert_eq!(opened(&jxl, few).err(), Some(Code::TooManyPixels));
        let small = Limits { memory: 500_000, ..Limits::default() };
        assert_eq!(opened(&jxl, small).err(), Some(Code::MemoryExceeded));
        for length in [2, 10, 100, jxl.len() / 2] {
            assert_eq!(opened(&jxl[..length], Limits::default()).err(), Some(Code::FileBroken), "{length}");
        }
        let thin = encode(&photo(1, 30).into());
        assert_eq!(thin.expect_err("it is too thin").code, Code::OptionsDoNotFit);
    }
}
