//! JPEG as few write it: the colours one after the other, each in a scan of its own, or the first of them
//! coarser than another.
//!
//! The reader of all others (`zune-jpeg` 0.5) makes garbage of such files and says nothing. Another crate,
//! slower and exact, reads these few.
use super::segments::{SCAN, Segment, segments};
use crate::{Code, Failure, Limits, tools::apart::apart};
use image::{DynamicImage, GrayImage, RgbImage};
use jpeg_decoder::{Decoder, Error, PixelFormat};

/// What begins the frame of a file whose scans hold all of a colour, and of one whose scans make it better
/// and better (ITU-T T.81 B.1.1.3).
const BASELINE: u8 = 0xc0;
const EXTENDED: u8 = 0xc1;
const PROGRESSIVE: u8 = 0xc2;

/// Whether it is such a file. Colours that are all as fine may come one after the other, and better and
/// better ones always do.
pub fn is_rare(file: &[u8]) -> bool {
    let (mut colours, mut coarse, mut odd) = (0, false, false);
    for Segment { marker, content, .. } in segments(file) {
        match (marker, content) {
            // Precision, height and width, the number of colours, and each one's name, fineness and table.
            (BASELINE | EXTENDED | PROGRESSIVE, [_, _, _, _, _, count, each @ ..]) => {
                let mut sizes = each.chunks_exact(3).map(|colour| (colour[1] >> 4, colour[1] & 15));
                let Some(first) = sizes.next() else { return false };
                odd = sizes.any(|other| other.0 > first.0 || other.1 > first.1);
                coarse = marker != PROGRESSIVE && first != (1, 1);
                colours = *count;
            }
            (SCAN, [count, ..]) => return odd || coarse && *count < colours,
            _ => {}
        }
    }
    false
}

/// What such a file shows.
pub fn open_rare(file: &[u8], limits: &Limits) -> Result<DynamicImage, Failure> {
    apart(|| {
        let mut decoder = Decoder::new(file);
        decoder.set_max_decoding_buffer_size(usize::try_from(limits.memory / 2).unwrap_or(usize::MAX));
        let samples = decoder.decode().map_err(|wrong| match wrong {
            Error::Unsupported(_) => Failure::new(Code::FileUnsupported, wrong.to_string()),
            wrong => Failure::broken(wrong),
        })?;
        let info = decoder.info().ok_or_else(|| Failure::broken("it has no frame"))?;
        let (width, height) = (info.width.into(), info.height.into());
        let pixels = match info.pixel_format {
            PixelFormat::L8 => GrayImage::from_raw(width, height, samples).map(Into::into),
            PixelFormat::RGB24 => RgbImage::from_raw(width, height, samples).map(Into::into),
            PixelFormat::CMYK32 => RgbImage::from_raw(width, height, printed(&samples)).map(Into::into),
            PixelFormat::L16 => None,
        };
        pixels.ok_or_else(|| Failure::new(Code::FileUnsupported, "it has colours of more than eight bits"))
    })
}

/// The colours of inks on paper, as the other reader has them.
fn printed(inks: &[u8]) -> Vec<u8> {
    let pixels = inks.as_chunks::<4>().0.iter();
    pixels
        .flat_map(|[cyan, magenta, yellow, black]| [cyan, magenta, yellow].map(|ink| left(*ink, *black)))
        .collect()
}

/// What two inks leave of the light.
fn left(one: u8, other: u8) -> u8 {
    let (one, other) = (u16::from(255 - one), u16::from(255 - other));
    u8::try_from((one * other + 127) / 255).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{error, photo};
    use super::*;
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

    fn written(sampling: SamplingFactor, apart: bool, colours: ColorType) -> Vec<u8> {
        let mut made = Vec::new();
        let mut encoder = Encoder::new(&mut made, 95);
        encoder.set_sampling_factor(sampling);
        encoder.set_optimized_huffman_tables(apart);
        let shown = photo(90, 70);
        let inks = || shown.pixels().flat_map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2], 40]).collect();
        let samples: Vec<u8> = if colours == ColorType::Rgb { shown.to_vec() } else { inks() };
        encoder.encode(&samples, 90, 70, colours).expect("a picture");
        made
    }

    #[test]
    fn colours_that_come_one_after_the_other_are_read_like_others() {
        let limits = Limits::default();
        for colours in [ColorType::Rgb, ColorType::Cmyk, ColorType::CmykAsYcck] {
            let usual = written(SamplingFactor::F_1_1, false, colours);
            let expected = image::load_from_memory(&usual).expect("a picture");
            for sampling in [SamplingFactor::F_2_2, SamplingFactor::F_2_1, SamplingFactor::F_1_2] {
                let apart = written(sampling, true, colours);
                assert!(is_rare(&apart) && !is_rare(&usual), "{colours:?}, {sampling:?}");
                let off = error(&expected, &open_rare(&apart, &limits).expect("a picture"));
                assert!(off < 300, "{colours:?}, {sampling:?}: off by {off}");
            }
        }
    }

    #[test]
    fn a_first_colour_that_is_coarser_is_no_harm() {
        let usual = written(SamplingFactor::F_1_1, false, ColorType::Cmyk);
        let expected = image::load_from_memory(&usual).expect("a picture");
        // The crate makes black the finest of the inks, and it comes last.
        let odd = written(SamplingFactor::F_2_2, false, ColorType::Cmyk);
        assert!(is_rare(&odd));
        assert!(error(&expected, &open_rare(&odd, &Limits::default()).expect("a picture")) < 300);
    }

    /// What is read by the other crate, and by that rightly.
    #[test]
    fn others_are_not_rare() {
        let shown = photo(90, 70);
        for (sampling, apart) in
            [(SamplingFactor::F_1_1, true), (SamplingFactor::F_2_2, false), (SamplingFactor::F_1_2, false)]
        {
            let made = written(sampling, apart, ColorType::Rgb);
            assert!(!is_rare(&made));
            let off = error(&shown.clone().into(), &image::load_from_memory(&made).expect("a picture"));
            assert!(off < 300, "{sampling:?}: off by {off}");
        }
        assert!(!is_rare(b"") && !is_rare(&[0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0]));
    }

    #[test]
    fn what_is_broken_is_refused() {
        let whole = written(SamplingFactor::F_2_2, true, ColorType::Rgb);
        for length in [20, 300, 700] {
            let refused = open_rare(&whole[..length], &Limits::default());
            assert_eq!(refused.expect_err("it is cut off").code, Code::FileBroken);
        }
        let few = Limits { memory: 10_000, ..Limits::default() };
        assert!(open_rare(&whole, &few).is_err());
    }
}
