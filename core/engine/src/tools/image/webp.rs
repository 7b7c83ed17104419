//! WebP: exact by the crate that reads it, smaller by the library of those who made the format.
//!
//! That library is C, and only its encoder is called: it sees pixels that were read by then, never a file.
use super::open::failure;
use crate::{Code, Failure};
use image::{DynamicImage, codecs::webp::WebPEncoder};
use webp::{Encoder, PixelLayout, WebPConfig};

/// A part of a file holds 16 MiB at most, and no more than a byte for a pixel goes into it.
const PIXELS_IN_ONE_PART: usize = 16 << 20;
/// So many times two to the power of this can be had (RFC 6386 section 9.5).
const MANY_PARTS: i32 = 3;

/// `pixels` as WebP: exact at 100.
pub fn encode(pixels: &DynamicImage, profile: Option<Vec<u8>>, quality: u8) -> Result<Vec<u8>, Failure> {
    match quality {
        100.. => exact(pixels, profile),
        _ => lossy(pixels, profile.as_deref(), quality),
    }
}

fn exact(pixels: &DynamicImage, profile: Option<Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut out);
    if let Some(profile) = profile {
        // It takes one always.
        let _ = image::ImageEncoder::set_icc_profile(&mut encoder, profile);
    }
    pixels.write_with_encoder(encoder).map_err(failure)?;
    Ok(out)
}

/// `pixels`, of three or four bytes each, with a loss; what is transparent stays exactly so.
fn lossy(pixels: &DynamicImage, profile: Option<&[u8]>, quality: u8) -> Result<Vec<u8>, Failure> {
    let layout = if pixels.color().has_alpha() { PixelLayout::Rgba } else { PixelLayout::Rgb };
    let (width, height) = (pixels.width(), pixels.height());
    let broken = |()| Failure::new(Code::MemoryExceeded, "the image needs more memory than there is for it");
    let mut config = WebPConfig::new().map_err(broken)?;
    config.quality = quality.into();
    if pixels.as_bytes().len() > PIXELS_IN_ONE_PART {
        config.partitions = MANY_PARTS;
    }
    let made = Encoder::new(pixels.as_bytes(), layout, width, height).encode_advanced(&config);
    let made = made.map_err(|_| broken(()))?;
    Ok(match profile {
        Some(profile) => with_profile(&made, profile, (width, height)),
        None => made.to_vec(),
    })
}

/// The length of the head of a file, and of that of what a large file says first (RFC 9649 section 2.7).
const FILE_HEAD: usize = 12;
const SAID_FIRST: usize = 18;

/// The file with a profile, which goes before the picture (RFC 9649 section 2.7.1).
fn with_profile(file: &[u8], profile: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    const PROFILE: u8 = 0x20;
    let (has, chunks) = match file.get(FILE_HEAD..).unwrap_or_default() {
        [b'V', b'P', b'8', b'X', _, _, _, _, has, ..] => (*has, &file[FILE_HEAD + SAID_FIRST..]),
        chunks => (0, chunks),
    };
    let [w0, w1, w2, _] = (width - 1).to_le_bytes();
    let [h0, h1, h2, _] = (height - 1).to_le_bytes();
    let mut content = b"WEBP".to_vec();
    chunk(&mut content, *b"VP8X", &[has | PROFILE, 0, 0, 0, w0, w1, w2, h0, h1, h2]);
    chunk(&mut content, *b"ICCP", profile);
    content.extend_from_slice(chunks);
    let mut file = Vec::with_capacity(content.len() + 8);
    chunk(&mut file, *b"RIFF", &content);
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

#[cfg(test)]
mod tests {
    use super::super::samples::{error, half, photo};
    use super::*;
    use image::{ImageDecoder, load_from_memory};

    #[test]
    fn every_size_keeps_its_edges() {
        for (width, height) in [(1, 1), (3, 2), (15, 40), (16, 17), (33, 40), (47, 31), (130, 97), (16, 300)]
        {
            let shown = DynamicImage::from(photo(width, height));
            let made = encode(&shown, None, 90).expect("a picture");
            assert!(made.len().is_multiple_of(2) && made.get(12..16) == Some(b"VP8 "));
            let off = error(&shown, &load_from_memory(&made).expect("a picture"));
            // The colours are of half the size: of a few pixels that is much.
            let most = if width.min(height) < 16 { 1200 } else { 400 };
            assert!(off < most, "{width} × {height} is off by {off}");
            let edge = |image: &DynamicImage| image.crop_imm(width - 1, 0, 1, height);
            let off = error(&edge(&shown), &edge(&load_from_memory(&made).expect("a picture")));
            assert!(off < 1500, "the edge of {width} × {height} is off by {off}");
        }
    }

    #[test]
    fn less_quality_is_smaller() {
        let shown = DynamicImage::from(photo(200, 150));
        let sizes: Vec<_> =
            [20, 60, 90].map(|quality| encode(&shown, None, quality).expect("a picture").len()).into();
        assert!(sizes.is_sorted() && sizes[0] * 2 < sizes[2], "{sizes:?}");
        let exact = encode(&shown, None, 100).expect("a picture");
        assert_eq!(error(&shown, &load_from_memory(&exact).expect("a picture")), 0);
    }

    #[test]
    fn transparency_and_profile_are_kept() {
        for shown in [DynamicImage::from(half(41, 21)), photo(41, 21).into()] {
            for quality in [80, 100] {
                let made = encode(&shown, Some(b"a profile".to_vec()), quality).expect("a picture");
                let made_again = load_from_memory(&made).expect("a picture");
                assert_eq!(made_again.color(), shown.color());
                for (given, read) in shown.to_rgba8().pixels().zip(made_again.to_rgba8().pixels()) {
                    assert_eq!(given.0[3], read.0[3]);
                }
                let mut decoder =
                    image::codecs::webp::WebPDecoder::new(std::io::Cursor::new(&made)).expect("a picture");
                let profile = decoder.icc_profile().expect("a profile");
                assert_eq!(profile.as_deref(), Some(b"a profile".as_slice()));
            }
        }
    }

    #[test]
    fn a_large_picture_has_many_parts() {
        let noise = |x: u32, y: u32| {
            let mixed = (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35);
            image::Rgb([mixed.to_be_bytes()[0]; 3])
        };
        let shown = DynamicImage::from(image::RgbImage::from_fn(2400, 2400, noise));
        let made = encode(&shown, None, 1).expect("a picture");
        assert_eq!(load_from_memory(&made).expect("a picture").width(), 2400);
    }
}
