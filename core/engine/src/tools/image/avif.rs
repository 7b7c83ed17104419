//! AVIF: one picture of AV1, in tiles that all processors write at once.
use super::jpeg::FINE;
use crate::{Code, Failure};
use avif_serialize::{Aviffy, constants::MatrixCoefficients as Meant};
use image::DynamicImage;
use rav1e::{
    config::SpeedSettings,
    prelude::{
        BlockSize, ChromaSampling, ColorDescription, ColorPrimaries, Config, Context, EncoderConfig,
        EncoderStatus, MatrixCoefficients, PartitionRange, PixelRange, SceneDetectionSpeed,
        SegmentationLevel, TransferCharacteristics, Tune,
    },
};
use rayon::prelude::*;

/// How many pixels a tile has: a photo has tiles for all processors, and the file hardly grows.
const PIXELS_IN_A_TILE: usize = 1 << 20;
/// The most tiles.
const MOST_TILES: usize = 16;
/// The side of the blocks in which colours are found for what is transparent.
const BLOCK: usize = 32;

/// `pixels`, of three or four bytes each.
pub fn encode(pixels: &DynamicImage, quality: u8) -> Result<Vec<u8>, Failure> {
    let size = (pixels.width() as usize, pixels.height() as usize);
    let coarse = quality < FINE;
    let (colours, clear) = match pixels {
        DynamicImage::ImageRgba8(pixels) => apart(pixels.as_chunks::<4>().0, size.0),
        other => (other.to_rgb8().as_chunks::<3>().0.to_vec(), None),
    };
    let colours = planes(&colours, size.0, coarse);
    let sampling = if coarse { ChromaSampling::Cs420 } else { ChromaSampling::Cs444 };
    let colours = frame(&colours, size, sampling, quality)?;
    let clear = clear.map(|clear| frame(&[clear], size, ChromaSampling::Cs400, quality)).transpose()?;
    Ok(Aviffy::new()
        .set_matrix_coefficients(Meant::Bt601)
        .set_full_color_range(true)
        .set_chroma_subsampling((coarse, coarse))
        // Of the kinds of AV1 the main one has no colours as fine as the light (AV1 section 6.4.1).
        .set_seq_profile(u8::from(!coarse))
        .to_vec(&colours, clear.as_deref(), pixels.width(), pixels.height(), 8))
}

/// One picture of AV1, of the planes given.
fn frame(
    planes: &[Vec<u8>],
    (width, height): (usize, usize),
    sampling: ChromaSampling,
    quality: u8,
) -> Result<Vec<u8>, Failure> {
    let config = Config::new().with_encoder_config(settings((width, height), sampling, quality));
    let mut context: Context<u8> = config.new_context().map_err(failure)?;
    let mut frame = context.new_frame();
    for (number, (plane, samples)) in frame.planes.iter_mut().zip(planes).enumerate() {
        let coarse = number > 0 && sampling == ChromaSampling::Cs420;
        plane.copy_from_raw_u8(samples, if coarse { width.div_ceil(2) } else { width }, 1);
    }
    context.send_frame(frame).map_err(failure)?;
    context.flush();
    let mut made = Vec::new();
    loop {
        match context.receive_packet() {
            Ok(packet) => made.extend(packet.data),
            Err(EncoderStatus::Encoded) => {}
            Err(EncoderStatus::LimitReached) => return Ok(made),
            Err(wrong) => return Err(failure(wrong)),
        }
    }
}

fn failure(wrong: impl std::fmt::Display) -> Failure {
    Failure::new(Code::ConversionFailed, format!("the image cannot be written as AVIF: {wrong}"))
}

fn settings((width, height): (usize, usize), chroma_sampling: ChromaSampling, quality: u8) -> EncoderConfig {
    let quantizer = quantizer(quality);
    EncoderConfig {
        width,
        height,
        chroma_sampling,
        pixel_range: PixelRange::Full,
        color_description: Some(ColorDescription {
            color_primaries: ColorPrimaries::BT709,
            transfer_characteristics: TransferCharacteristics::SRGB,
            matrix_coefficients: MatrixCoefficients::BT601,
        }),
        still_picture: true,
        min_key_frame_interval: 0,
        max_key_frame_interval: 0,
        quantizer: quantizer.into(),
        min_quantizer: quantizer,
        // By the likeness of light and colours; what is tuned for the eye takes half as long again, and is larger.
        tune: Tune::Psnr,
        tiles: (width * height / PIXELS_IN_A_TILE).clamp(1, MOST_TILES),
        speed_settings: speed(),
        ..EncoderConfig::default()
    }
}

/// How coarsely the picture is written, from 1 to 255: so that it is a little more like the first than a WebP of this
/// quality is.
fn quantizer(quality: u8) -> u8 {
    let lost = 100_u32.saturating_sub(quality.into());
    let hundredths = match lost {
        0..=18 => 663 * lost,
        19..=74 => 9560 + 128 * lost,
        _ => 255 * lost,
    };
    u8::try_from(hundredths / 100).unwrap_or(u8::MAX).max(1)
}

/// Close to the fastest of the crate's own settings: with what makes files much smaller for little time, and without
/// what takes much time for little.
fn speed() -> SpeedSettings {
    let mut speed = SpeedSettings::from_preset(9);
    // Nothing of this is of use to a single picture.
    speed.multiref = false;
    speed.rdo_lookahead_frames = 1;
    speed.scene_detection_mode = SceneDetectionSpeed::None;
    speed.motion.include_near_mvs = false;
    speed.motion.use_satd_subpel = false;
    speed.partition.partition_range = PartitionRange::new(BlockSize::BLOCK_8X8, BlockSize::BLOCK_64X64);
    speed.prediction.fine_directional_intra = false;
    speed.segmentation = SegmentationLevel::Disabled;
    speed.cdef = false;
    speed
}

/// The light, and how blue and how red it is (ITU-R BT.601); these of half the size where they are `coarse`.
fn planes(pixels: &[[u8; 3]], width: usize, coarse: bool) -> Vec<Vec<u8>> {
    let side = if coarse { 2 } else { 1 };
    [
        ([19_595, 38_470, 7471], 0, 1),
        ([-11_059, -21_709, 32_768], 128, side),
        ([32_768, -27_439, -5329], 128, side),
    ]
    .map(|(parts, zero, side)| plane(pixels, width, side, |sums| weighed(parts, sums, zero)))
    .into()
}

/// One value for each square of pixels, of the sums of their colours and how many they are.
fn plane(
    pixels: &[[u8; 3]],
    width: usize,
    side: usize,
    value: impl Fn([i32; 4]) -> u8 + Copy + Send + Sync,
) -> Vec<u8> {
    let rows = pixels.par_chunks(width * side).flat_map_iter(|rows| {
        (0..width).step_by(side).map(move |x| {
            let mut sums = [0; 4];
            for pixel in rows.chunks(width).flat_map(|row| &row[x..width.min(x + side)]) {
                for (sum, more) in sums.iter_mut().zip(pixel.map(i32::from).into_iter().chain([1])) {
                    *sum += more;
                }
            }
            value(sums)
        })
    });
    rows.collect()
}

/// A mean of colours, each with its part of 65 536.
fn weighed([red, green, blue]: [i32; 3], [reds, greens, blues, count]: [i32; 4], zero: i32) -> u8 {
    let sum = red * reds + green * greens + blue * blues + count * (zero * 65_536 + 32_768);
    u8::try_from(sum / (count * 65_536)).unwrap_or(u8::MAX)
}

/// The colours of `pixels`, and how clear they are if any of them is.
///
/// Where nothing shows, the colour is that of the neighbourhood: no other would end at what is to be seen.
fn apart(pixels: &[[u8; 4]], width: usize) -> (Vec<[u8; 3]>, Option<Vec<u8>>) {
    let colour = |[red, green, blue, _]: &[u8; 4]| [*red, *green, *blue];
    let mut colours: Vec<_> = pixels.iter().map(colour).collect();
    if pixels.iter().all(|pixel| pixel[3] == u8::MAX) {
        return (colours, None);
    }
    colours.par_chunks_mut(width * BLOCK).zip(pixels.par_chunks(width * BLOCK)).for_each(
        |(colours, pixels)| {
            let mut shown = [128; 3];
            for from in (0..width).step_by(BLOCK) {
                let to = width.min(from + BLOCK);
                shown = mean(pixels.chunks(width).flat_map(|row| &row[from..to])).unwrap_or(shown);
                for (colours, pixels) in colours.chunks_mut(width).zip(pixels.chunks(width)) {
                    let clear = colours[from..to]
                        .iter_mut()
                        .zip(&pixels[from..to])
                        .filter(|(_, pixel)| pixel[3] == 0);
                    clear.for_each(|(colour, _)| *colour = shown);
                }
            }
        },
    );
    (colours, Some(pixels.iter().map(|pixel| pixel[3]).collect()))
}

/// The mean colour of what is to be seen, if anything is.
fn mean<'a>(pixels: impl Iterator<Item = &'a [u8; 4]>) -> Option<[u8; 3]> {
    let mut sums = [0_u32; 4];
    for [red, green, blue, _] in pixels.filter(|pixel| pixel[3] > 0) {
        for (sum, more) in sums.iter_mut().zip([*red, *green, *blue, 1]) {
            *sum += u32::from(more);
        }
    }
    let [red, green, blue, count] = sums;
    (count > 0).then(|| [red, green, blue].map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX)))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{half, photo};
    use super::*;

    #[test]
    fn less_quality_is_smaller() {
        let shown = DynamicImage::from(photo(300, 200));
        let sizes: Vec<_> =
            [1, 40, 80, 95, 100].map(|quality| encode(&shown, quality).expect("a picture").len()).into();
        assert!(sizes.is_sorted() && sizes[0] * 2 < sizes[4], "{sizes:?}");
        assert!((1..=100).rev().map(quantizer).is_sorted() && quantizer(100) < quantizer(99));
    }

    #[test]
    fn every_size_can_be_written() {
        for (width, height) in [(1, 1), (3, 2), (15, 40), (64, 65), (131, 97)] {
            for quality in [50, 95] {
                for shown in [DynamicImage::from(photo(width, height)), half(width, height).into()] {
                    assert!(encode(&shown, quality).is_ok(), "{width} × {height} at {quality}");
                }
            }
        }
    }

    #[test]
    fn light_and_colours_are_those_of_the_standard() {
        let of = |colour| planes(&[colour; 6], 3, true).concat();
        let two = |light: u8, blue: u8, red: u8| [[light; 6].as_slice(), &[blue; 2], &[red; 2]].concat();
        assert_eq!(of([255, 255, 255]), two(255, 128, 128));
        assert_eq!(of([0, 0, 0]), two(0, 128, 128));
        assert_eq!(of([255, 0, 0]), two(76, 85, 255));
        assert_eq!(of([0, 0, 255]), two(29, 255, 107));
        assert_eq!(planes(&[[9, 9, 9]; 6], 3, false).concat().len(), 18);
    }

    #[test]
    fn what_is_clear_takes_the_colour_beside_it() {
        let pixels = [[[200, 100, 50, 255]; 20].as_slice(), &[[0, 0, 0, 0]; 20]].concat();
        let (colours, clear) = apart(&pixels, 40);
        assert!(colours.iter().all(|colour| *colour == [200, 100, 50]));
        assert_eq!(clear.map(|clear| (clear[0], clear[39])), Some((255, 0)));
        assert_eq!(apart(&pixels[..20], 20).1, None);
    }
}
