//! JPEG XL (ISO/IEC 18181): read whatever it was written with, and written exactly.
use super::open::{Picture, fits};
use crate::{Code, Failure, Limits, tools::apart::apart};
use image::{ColorType, DynamicImage, ImageBuffer, Pixel};
use jxl_oxide::{
    AllocTracker, FrameBufferSample, InitializeResult, JxlImage, Render, frame::Encoding, image::BitDepth,
};
use std::io::Read;
use zune_core::{bit_depth::BitDepth as Depth, colorspace::ColorSpace, options::EncoderOptions};
use zune_jpegxl::JxlSimpleEncoder;

/// What the bare picture begins with (ISO/IEC 18181-1).
const BARE: &[u8] = &[0xff, 0x0a];
/// What the container begins with (ISO/IEC 18181-2).
const BOXED: &[u8] = b"\0\0\0\x0cJXL \r\n\x87\n";
/// What sRGB is called by its numbers: primaries, curve, no matrix, full range (ITU-T H.273).
const SRGB: [u8; 4] = [1, 13, 0, 1];
/// So many bytes of a file are read first: the profile of its colours may need more.
const BEGINNING: u64 = 16 << 10;

/// Whether a file begins like one.
pub fn is_jxl(head: &[u8]) -> bool {
    head.starts_with(BARE) || head.starts_with(BOXED)
}

/// What the first frame shows: the reader turns it upright itself.
pub fn open(bytes: &[u8], limits: &Limits) -> Result<Picture, Failure> {
    apart(|| picture(&read(bytes, limits)?, limits))
}

/// The same picture written once more, upright and without the data that cameras add; none where something of it would
/// be lost.
pub fn anew(bytes: &[u8], limits: &Limits) -> Result<Option<Vec<u8>>, Failure> {
    apart(|| {
        let image = read(bytes, limits)?;
        if !is_exact(&image) {
            return Ok(None);
        }
        match picture(&image, limits)? {
            // A side of one pixel is read, and not written.
            Picture { pixels, profile: None } if pixels.width().min(pixels.height()) > 1 => {
                encode(&pixels).map(Some)
            }
            _ => Ok(None),
        }
    })
}

/// Whether all that a picture has are samples of at most 16 bits that were kept as they are, and are what we write too.
fn is_exact(image: &JxlImage) -> bool {
    let metadata = &image.image_header().metadata;
    let known = |depth: BitDepth| matches!(depth, BitDepth::IntegerSample { bits_per_sample: 8 | 16 });
    let kept = image.frame_header(0).is_some_and(|frame| frame.encoding == Encoding::Modular);
    let mut more = metadata.ec_info.iter();
    let clear = more.next().is_none_or(|one| {
        one.alpha_associated() == Some(false)
            && one.bit_depth.bits_per_sample() == metadata.bit_depth.bits_per_sample()
            && known(one.bit_depth)
    });
    kept && !metadata.xyb_encoded && known(metadata.bit_depth) && clear && more.next().is_none()
}

/// What the beginning of a file says.
pub struct Head {
    /// How wide it is shown, in pixels.
    pub width: u32,
    /// How high.
    pub height: u32,
    /// The bits of all samples of a pixel, as they are kept.
    pub bits_per_pixel: u16,
    /// Whether it is an animation.
    pub moves: bool,
}

/// Reads no more of a file than its beginning: not a pixel is unpacked.
pub fn head(mut file: impl Read + Send) -> Result<Head, Failure> {
    apart(|| {
        let (mut bytes, mut wanted) = (Vec::new(), BEGINNING);
        loop {
            let count = file.by_ref().take(wanted).read_to_end(&mut bytes)?;
            let mut image = JxlImage::builder().build_uninit();
            image.feed_bytes(&bytes).map_err(failure)?;
            match image.try_init().map_err(failure)? {
                InitializeResult::Initialized(image) => return Ok(Head::of(&image)),
                InitializeResult::NeedMoreData(_) if count == 0 => {
                    return Err(Failure::broken("it is cut off"));
                }
                InitializeResult::NeedMoreData(_) => wanted = bytes.len() as u64,
            }
        }
    })
}

impl Head {
    fn of(image: &JxlImage) -> Self {
        let metadata = &image.image_header().metadata;
        let colours = if metadata.grayscale() { 1 } else { 3 };
        let more = metadata.ec_info.iter().map(|one| one.bit_depth.bits_per_sample());
        let bits = colours * metadata.bit_depth.bits_per_sample() + more.sum::<u32>();
        Self {
            width: image.width(),
            height: image.height(),
            bits_per_pixel: u16::try_from(bits).unwrap_or(u16::MAX),
            moves: metadata.animation.is_some(),
        }
    }
}

fn read(bytes: &[u8], limits: &Limits) -> Result<JxlImage, Failure> {
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
    Ok(image)
}

fn picture(image: &JxlImage, limits: &Limits) -> Result<Picture, Failure> {
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
        ColorType::L8 => (Depth::Eight, ColorSpace::Luma),
        ColorType::La8 => (Depth::Eight, ColorSpace::LumaA),
        ColorType::Rgb8 => (Depth::Eight, ColorSpace::RGB),
        ColorType::L16 => (Depth::Sixteen, ColorSpace::Luma),
        // The crate (0.5) loses what is transparent of these.
        ColorType::La16 => return encode(&pixels.to_rgba16().into()),
        ColorType::Rgb16 => (Depth::Sixteen, ColorSpace::RGB),
        ColorType::Rgba16 => (Depth::Sixteen, ColorSpace::RGBA),
        _ => (Depth::Eight, ColorSpace::RGBA),
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
mod tests;
