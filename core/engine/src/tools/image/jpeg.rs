//! JPEG, written in bands by as many threads as there are processors.
use super::{
    codes::{self, Codes, Scan},
    segments::{SCAN, Segment, segments},
};
use crate::{Code, Failure};
use image::DynamicImage;
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};
use rayon::prelude::*;

/// The rows of a band: few enough that a photo has bands for all, and so many that the file hardly grows.
const ROWS: usize = 256;
/// The most blocks between two restarts that the format can say (ITU-T T.81 B.2.4.4).
const MOST_BLOCKS: usize = 65_535;
/// From this quality on the colours are as fine as the light.
pub const FINE: u8 = 90;

/// What begins the frame, what is between two bands, of eight kinds, and what ends the file (B.1.1.3).
const FRAME: u8 = 0xc0;
const RESTART: u8 = 0xd0;
const END: &[u8] = &[0xff, 0xd9];

/// `pixels`, grey or of three colours, of one byte each.
///
/// The crate writes the codes of the standard, which are made better afterwards: with others it writes the colours one
/// after the other, and not all programs read that.
pub fn encode(pixels: &DynamicImage, profile: Option<&[u8]>, quality: u8) -> Result<Vec<u8>, Failure> {
    let (colours, samples) =
        if pixels.color().has_color() { (ColorType::Rgb, 3) } else { (ColorType::Luma, 1) };
    // Of light (0) and of colours (1) in each unit.
    let (sampling, side, kinds): (_, _, &[usize]) = match colours == ColorType::Rgb {
        true if quality < FINE => (SamplingFactor::F_2_2, 16, &[0, 0, 0, 0, 1, 1]),
        true => (SamplingFactor::F_1_1, 8, &[0, 1, 1]),
        false => (SamplingFactor::F_1_1, 8, &[0]),
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
    let units = |number: usize| blocks * rows.min(height - number * rows).div_ceil(side);
    joined(&bands, units, kinds, number_of(height)?).ok_or_else(|| failure("it has no frame"))
}

fn number_of(length: usize) -> Result<u16, Failure> {
    u16::try_from(length).map_err(failure)
}

fn failure(wrong: impl std::fmt::Display) -> Failure {
    Failure::new(Code::ConversionFailed, format!("the image cannot be written as JPEG: {wrong}"))
}

/// One file of those of all bands: each goes on where the one above ends.
///
/// The codes are the best for all of them.
fn joined(
    bands: &[Vec<u8>],
    units: impl Fn(usize) -> usize + Sync,
    blocks: &[usize],
    height: u16,
) -> Option<Vec<u8>> {
    let first = bands.first()?;
    let scans = bands.iter().enumerate().map(|(number, band)| {
        let Segment { at, content, .. } = segments(band).find(|segment| segment.marker == SCAN)?;
        Some(Scan { bytes: band.strip_suffix(END)?.get(at + content.len()..)?, units: units(number) })
    });
    let scans = scans.collect::<Option<Vec<_>>>()?;
    let usual = Codes::said(first)?;
    let counted: Vec<_> = scans.par_iter().map(|scan| codes::counted(scan, &usual, blocks)).collect();
    let best = Codes::best(&counted);
    let scans: Vec<_> = scans.par_iter().map(|scan| codes::written(scan, &usual, &best, blocks)).collect();
    let mut file = head(first, &Codes::say(&best), height)?;
    for (number, scan) in scans.iter().enumerate() {
        if number > 0 {
            let [.., eighth] = ((number - 1) % 8).to_be_bytes();
            file.extend_from_slice(&[0xff, RESTART + eighth]);
        }
        file.extend_from_slice(scan);
    }
    file.extend_from_slice(END);
    Some(file)
}

/// All that comes before the first scan, with the codes that are to be said, and the height of the picture.
fn head(band: &[u8], codes: &[u8], height: u16) -> Option<Vec<u8>> {
    let mut head = band.get(..2)?.to_vec();
    for Segment { marker, content, at } in segments(band) {
        match marker {
            codes::CODES => continue,
            SCAN => head.extend_from_slice(codes),
            _ => {}
        }
        let begins = head.len() + 4;
        head.extend_from_slice(band.get(at - 4..at + content.len())?);
        if marker == FRAME {
            // Precision, and then the height, of one band until now (ITU-T T.81 B.2.2).
            head.get_mut(begins + 1..begins + 3)?.copy_from_slice(&height.to_be_bytes());
        }
    }
    Some(head)
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
    fn the_codes_are_those_that_fit() {
        for (width, height) in [(200, 100), (300, 900)] {
            let shown = photo(width, height);
            let mut usual = Vec::new();
            let mut encoder = Encoder::new(&mut usual, 75);
            encoder.set_sampling_factor(SamplingFactor::F_2_2);
            let size = (number_of(width as usize), number_of(height as usize));
            let (Ok(wide), Ok(high)) = size else { panic!("small") };
            encoder.encode(&shown, wide, high, ColorType::Rgb).expect("a picture");
            let made = encode(&shown.into(), None, 75).expect("a picture");
            assert!(made.len() * 20 < usual.len() * 19, "{} of {}", made.len(), usual.len());
        }
    }

    /// By another crate than the one that reads pictures.
    #[test]
    fn others_read_it() {
        let shown = DynamicImage::from(photo(300, 900));
        for quality in [75, 95] {
            let made = encode(&shown, None, quality).expect("a picture");
            let read = jpeg_decoder::Decoder::new(made.as_slice()).decode().expect("a picture");
            let read = image::RgbImage::from_raw(300, 900, read).expect("its size");
            assert!(error(&shown, &read.into()) < 400);
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
