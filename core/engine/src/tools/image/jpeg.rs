//! JPEG, written in bands by as many threads as there are processors.
use super::segments::{SCAN, Segment, segments};
use crate::{Code, Failure};
use image::DynamicImage;
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};
use rayon::prelude::*;

/// The rows of a band: few enough that a photo has bands for all, and so many that the file hardly grows.
const ROWS: usize = 256;
/// The most blocks between two restarts that the format can say (ITU-T T.81 B.2.4.4).
const MOST_BLOCKS: usize = 65_535;
/// From this quality on the colours are as fine as the light.
const FINE: u8 = 90;

/// What begins the frame, what is between two bands, of eight kinds, and what ends the file (B.1.1.3).
const FRAME: u8 = 0xc0;
const RESTART: u8 = 0xd0;
const END: &[u8] = &[0xff, 0xd9];

/// `pixels`, grey or of three colours, of one byte each.
///
/// The codes are those of the standard: with others the crate writes the colours one after the other, and
/// not all programs read that.
pub fn encode(pixels: &DynamicImage, profile: Option<&[u8]>, quality: u8) -> Result<Vec<u8>, Failure> {
    let (colours, samples) =
        if pixels.color().has_color() { (ColorType::Rgb, 3) } else { (ColorType::Luma, 1) };
    let (sampling, side) = match colours == ColorType::Rgb && quality < FINE {
        true => (SamplingFactor::F_2_2, 16),
        false => (SamplingFactor::F_1_1, 8),
    };
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let blocks = width.div_ceil(side);
    let rows = ROWS.min(MOST_BLOCKS / blocks * side);
    let bands = pixels.as_bytes().par_chunks(rows * width * samples).enumerate().map(|(number, band)| {
        let mut made = Vec::new();
        let mut encoder = Encoder::new(&mut made, quality);
        encoder.set_sampling_factor(sampling);
        encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
        if height > rows {
            encoder.set_restart_interval(number_of(rows / side * blocks)?);
        }
        if let Some(profile) = profile.filter(|_| number == 0) {
            // One that is too long for the format is left out: the colours are read as sRGB.
            let _ = encoder.add_icc_profile(profile);
        }
        let high = number_of(band.len() / samples / width)?;
        encoder.encode(band, number_of(width)?, high, colours).map_err(failure)?;
        Ok(made)
    });
    let bands = bands.collect::<Result<Vec<_>, Failure>>()?;
    joined(&bands, number_of(height)?).ok_or_else(|| failure("it has no frame"))
}

fn number_of(length: usize) -> Result<u16, Failure> {
    u16::try_from(length).map_err(failure)
}

fn failure(wrong: impl std::fmt::Display) -> Failure {
    Failure::new(Code::ConversionFailed, format!("the image cannot be written as JPEG: {wrong}"))
}

/// One file of those of all bands: each goes on where the one above ends.
fn joined(bands: &[Vec<u8>], height: u16) -> Option<Vec<u8>> {
    let (first, others) = bands.split_first()?;
    let mut file = Vec::with_capacity(bands.iter().map(Vec::len).sum());
    file.extend_from_slice(first.strip_suffix(END)?);
    // Precision, and then the height, of one band until now (ITU-T T.81 B.2.2).
    let frame = segments(first).find(|segment| segment.marker == FRAME)?;
    file.get_mut(frame.at + 1..frame.at + 3)?.copy_from_slice(&height.to_be_bytes());
    for (band, number) in others.iter().zip((0..8).cycle()) {
        let Segment { at, content, .. } = segments(band).find(|segment| segment.marker == SCAN)?;
        file.extend_from_slice(&[0xff, RESTART + number]);
        file.extend_from_slice(band.strip_suffix(END)?.get(at + content.len()..)?);
    }
    file.extend_from_slice(END);
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{error, photo};
    use super::*;
    use image::load_from_memory;

    /// The bands end at every edge of the picture and of its blocks, and in the widest there is.
    #[test]
    fn every_size_keeps_its_edges() {
        for (width, height) in
            [(1, 1), (7, 9), (16, 16), (33, 255), (17, 256), (40, 257), (130, 1100), (65_535, 300)]
        {
            for (quality, most) in [(89, 400), (95, 40)] {
                let colours = DynamicImage::from(photo(width, height));
                for shown in [colours.to_luma8().into(), colours] {
                    let made = encode(&shown, None, quality).expect("a picture");
                    let read = load_from_memory(&made).expect("a picture");
                    assert_eq!(read.color(), shown.color());
                    let off = error(&shown, &read);
                    assert!(off < most, "{width} × {height} at {quality} is off by {off}");
                    let edge = |image: &DynamicImage| image.crop_imm(0, height - 1, width, 1);
                    let off = error(&edge(&shown), &edge(&read));
                    assert!(off < 4 * most, "the edge of {width} × {height} is off by {off}");
                }
            }
        }
    }

    #[test]
    fn a_profile_and_no_density_are_kept() {
        let profile: Vec<u8> = (0..150_000_u32).map(|byte| byte.to_le_bytes()[1]).collect();
        for height in [20, 1000] {
            let made = encode(&photo(30, height).into(), Some(&profile), 80).expect("a picture");
            let mut decoder =
                image::codecs::jpeg::JpegDecoder::new(std::io::Cursor::new(&made)).expect("a picture");
            let read = image::ImageDecoder::icc_profile(&mut decoder).expect("a profile");
            assert!(read.as_ref() == Some(&profile), "{:?}", read.map(|read| read.len()));
            // JFIF: the sides of a pixel are as one to one.
            assert_eq!(made.get(6..18), Some(b"JFIF\0\x01\x02\0\0\x01\0\x01".as_slice()));
        }
    }

    #[test]
    fn what_is_the_same_is_written_the_same() {
        let shown = DynamicImage::from(photo(300, 900));
        assert_eq!(encode(&shown, None, 80), encode(&shown, None, 80));
    }
}
