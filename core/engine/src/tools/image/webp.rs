//! WebP: exact by the crate that reads it, smaller by another one.
use super::open::failure;
use crate::Failure;
use image::{DynamicImage, ImageEncoder, ImageFormat, RgbImage, codecs::webp::WebPEncoder};
use lossy_webp::{ColorType, EncoderParams, WebPEncoder as LossyEncoder};
use std::panic::catch_unwind;

/// The longest side that the format can say, as a whole number of macroblocks.
const LONGEST: u32 = 16_368;
/// A side of a macroblock (RFC 6386 section 2).
const BLOCK: u32 = 16;

/// `pixels` as WebP: exact at 100, and where the other way goes wrong.
pub fn encode(pixels: &DynamicImage, profile: Option<Vec<u8>>, quality: u8) -> Result<Vec<u8>, Failure> {
    if quality < 100
        && let Some(made) = lossy(pixels, profile.as_deref(), quality)
    {
        return Ok(made);
    }
    let mut out = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut out);
    if let Some(profile) = profile {
        // It takes one always.
        let _ = encoder.set_icc_profile(profile);
    }
    pixels.write_with_encoder(encoder).map_err(failure)?;
    Ok(out)
}

/// `pixels` with a loss, if what comes out is like them.
fn lossy(pixels: &DynamicImage, profile: Option<&[u8]>, quality: u8) -> Option<Vec<u8>> {
    let (width, height) = (pixels.width(), pixels.height());
    // What is smaller than a block loses much and saves nothing.
    if width.max(height) > LONGEST || width.min(height) < BLOCK {
        return None;
    }
    let plain = pixels.to_rgb8();
    let frame = frame(&plain, quality)?;
    let alpha = if pixels.color().has_alpha() { Some(alpha(pixels)?) } else { None };
    let made = container(width, height, profile, alpha.as_deref(), &frame);
    is_alike(&plain, &made).then_some(made)
}

/// The picture as a VP8 frame.
///
/// The encoder leaves out the last row and column of odd ones, so it is given whole macroblocks, and the
/// frame's head is told what to show of them. It breaks off where the modes of a large and noisy picture
/// take more than the format has for them.
fn frame(plain: &RgbImage, quality: u8) -> Option<Vec<u8>> {
    let (width, height) = plain.dimensions();
    let (wide, high) = (width.next_multiple_of(BLOCK), height.next_multiple_of(BLOCK));
    let blocks = RgbImage::from_fn(wide, high, |x, y| *plain.get_pixel(x.min(width - 1), y.min(height - 1)));
    let file = catch_unwind(|| {
        let mut file = Vec::new();
        let mut encoder = LossyEncoder::new(&mut file);
        let mut params = EncoderParams::default();
        params.use_lossy = true;
        params.lossy_quality = scaled(quality);
        encoder.set_params(params);
        encoder.encode(&blocks, wide, high, ColorType::Rgb8).map(|()| file).ok()
    });
    let mut frame = file.ok()??.get(20..)?.to_vec();
    // A key frame: three bytes of tag, three of start code, the width, the height (RFC 6386 section 9.1).
    frame.get_mut(6..8)?.copy_from_slice(&u16::try_from(width).ok()?.to_le_bytes());
    frame.get_mut(8..10)?.copy_from_slice(&u16::try_from(height).ok()?.to_le_bytes());
    Some(frame)
}

/// What the encoder calls the quality that others call `quality`: it loses twice as much from 100 on.
const fn scaled(quality: u8) -> u8 {
    100 - (100 - quality).div_ceil(2)
}

/// The transparency, exact: an image stream of its own, without its head (RFC 9649 section 2.7.1.2).
fn alpha(pixels: &DynamicImage) -> Option<Vec<u8>> {
    const COMPRESSED: u8 = 1;
    let clear: Vec<u8> = pixels.to_rgba8().pixels().map(|pixel| pixel.0[3]).collect();
    let mut file = Vec::new();
    WebPEncoder::new_lossless(&mut file)
        .encode(&clear, pixels.width(), pixels.height(), image::ExtendedColorType::L8)
        .ok()?;
    Some([&[COMPRESSED], file.get(25..)?].concat())
}

/// The file (RFC 9649 section 2.7).
fn container(width: u32, height: u32, profile: Option<&[u8]>, alpha: Option<&[u8]>, frame: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    if profile.is_some() || alpha.is_some() {
        let flags = if profile.is_some() { 0x20 } else { 0 } | if alpha.is_some() { 0x10 } else { 0 };
        let [w0, w1, w2, _] = (width - 1).to_le_bytes();
        let [h0, h1, h2, _] = (height - 1).to_le_bytes();
        chunk(&mut chunks, *b"VP8X", &[flags, 0, 0, 0, w0, w1, w2, h0, h1, h2]);
    }
    if let Some(profile) = profile {
        chunk(&mut chunks, *b"ICCP", profile);
    }
    if let Some(alpha) = alpha {
        chunk(&mut chunks, *b"ALPH", alpha);
    }
    chunk(&mut chunks, *b"VP8 ", frame);
    let mut file = Vec::with_capacity(chunks.len() + 12);
    chunk(&mut file, *b"RIFF", &[b"WEBP".as_slice(), &chunks].concat());
    file
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    out.extend_from_slice(&name);
    out.extend_from_slice(&u32::try_from(content.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.extend_from_slice(content);
    if !content.len().is_multiple_of(2) {
        out.push(0);
    }
}

/// Whether `made` shows what it should, by the reader of another crate: the mean square error of a
/// quality of 1 is below 900, that of a broken frame far above.
fn is_alike(plain: &RgbImage, made: &[u8]) -> bool {
    let Ok(shown) = image::load_from_memory_with_format(made, ImageFormat::WebP) else { return false };
    let shown = shown.to_rgb8();
    if shown.dimensions() != plain.dimensions() {
        return false;
    }
    let square = |(one, other): (&u8, &u8)| u64::from(one.abs_diff(*other)).pow(2);
    let sum: u64 = plain.iter().zip(shown.iter()).map(square).sum();
    sum / (plain.as_raw().len() as u64).max(1) < 900
}

#[cfg(test)]
mod tests {
    use super::super::samples::{error, half, photo};
    use super::*;
    use image::load_from_memory;

    #[test]
    fn every_size_keeps_its_edges() {
        for (width, height) in [(16, 17), (33, 40), (47, 31), (130, 97), (16, 300)] {
            let shown = DynamicImage::from(photo(width, height));
            let made = lossy(&shown, None, 90).expect("a small picture");
            assert!(made.len().is_multiple_of(2) && made.get(12..16) == Some(b"VP8 "));
            let off = error(&shown, &load_from_memory(&made).expect("a picture"));
            assert!(off < 400, "{width} × {height} is off by {off}");
            let edge = |image: &DynamicImage| image.crop_imm(width - 1, 0, 1, height);
            let off = error(&edge(&shown), &edge(&load_from_memory(&made).expect("a picture")));
            assert!(off < 1000, "the edge of {width} × {height} is off by {off}");
        }
    }

    #[test]
    fn less_quality_is_smaller() {
        let shown = DynamicImage::from(photo(200, 150));
        let sizes: Vec<_> =
            [20, 60, 90].map(|quality| encode(&shown, None, quality).expect("a picture").len()).into();
        assert!(sizes.is_sorted() && sizes[0] * 2 < sizes[2], "{sizes:?}");
        for (shown, quality) in [(shown, 100), (photo(15, 40).into(), 50)] {
            let exact = encode(&shown, None, quality).expect("a picture");
            assert_eq!(error(&shown, &load_from_memory(&exact).expect("a picture")), 0);
        }
    }

    #[test]
    fn transparency_and_profile_are_kept() {
        let shown = DynamicImage::from(half(41, 21));
        let made = lossy(&shown, Some(b"a profile"), 80).expect("a small picture");
        let made_again = load_from_memory(&made).expect("a picture").into_rgba8();
        for (given, read) in shown.to_rgba8().pixels().zip(made_again.pixels()) {
            assert_eq!(given.0[3], read.0[3]);
        }
        let mut decoder =
            image::codecs::webp::WebPDecoder::new(std::io::Cursor::new(&made)).expect("a picture");
        let profile = image::ImageDecoder::icc_profile(&mut decoder).expect("a profile");
        assert_eq!(profile.as_deref(), Some(b"a profile".as_slice()));
    }

    #[test]
    fn what_is_broken_is_noticed() {
        let shown = photo(64, 64);
        let mut made = lossy(&shown.clone().into(), None, 90).expect("a small picture");
        assert!(is_alike(&shown, &made));
        made[200..].fill(0x55);
        assert!(!is_alike(&shown, &made));
    }
}
