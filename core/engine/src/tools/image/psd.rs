//! Photoshop's documents (Adobe Photoshop File Formats Specification): the picture of the whole, which they keep beside
//! their layers. Read only.
//!
//! Grey, duotone (as grey), indexed, RGB and CMYK pictures of 1, 8 or 16 bits, and large documents (PSB). What is refused:
//! Lab and multichannel, which are made for the press, samples of 32 bits, and documents that were saved without that
//! picture, which is what "maximize compatibility" keeps.
mod channels;
mod parts;

use super::open::{Picture, fits};
use crate::{Code, Failure, Limits};
use image::{DynamicImage, GrayImage, ImageBuffer, RgbImage};
use parts::{Head, Mode, Parts};
use std::io::Read;

/// Whether a file begins like one: its name, and version 1 or 2.
pub fn is_psd(head: &[u8]) -> bool {
    head.starts_with(b"8BPS\0\x01") || head.starts_with(b"8BPS\0\x02")
}

/// What the beginning of a file says: its width and height in pixels, and the bits of all samples of a pixel.
pub fn head(mut file: impl Read) -> Result<(u32, u32, u16), Failure> {
    let mut bytes = Vec::new();
    file.by_ref().take(Head::LENGTH).read_to_end(&mut bytes)?;
    let head = Head::read(&mut &bytes[..]).ok_or_else(cut_off)?;
    Ok((head.width, head.height, head.channels.saturating_mul(head.depth)))
}

/// What a document shows.
pub fn open(file: &[u8], limits: &Limits) -> Result<Picture, Failure> {
    let parts = Parts::read(file).ok_or_else(cut_off)?;
    let Head { width, height, depth, mode, .. } = parts.head;
    if width == 0 || height == 0 {
        return Err(Failure::broken("it has no pixels"));
    }
    fits(width, height, limits)?;
    let unsupported = |message: &str| Err(Failure::new(Code::FileUnsupported, message));
    let colours = match (mode, depth) {
        (Mode::Bitmap, 1) | (Mode::Indexed, 8) | (Mode::Grey, 8 | 16) => 1,
        (Mode::Rgb, 8 | 16) => 3,
        (Mode::Cmyk, 8 | 16) => 4,
        (Mode::Other, _) => return unsupported("its colours are of a kind that is made for the press"),
        (_, 32) => return unsupported("its samples have 32 bits"),
        _ => {
            return Err(Failure::broken("its samples have another number of bits than its colours can have"));
        }
    };
    if !parts.has_whole {
        return unsupported("it was saved without a picture of the whole, for other programs to show");
    }
    let clear = parts.is_clear
        && parts.head.channels > colours
        && matches!(mode, Mode::Grey | Mode::Rgb | Mode::Cmyk);
    let count = usize::from(colours) + usize::from(clear);
    // The channels, and what is made of them.
    let needed = u64::from(width) * u64::from(height) * u64::from(depth.div_ceil(8)) * count as u64 * 2;
    if needed > limits.memory / 2 {
        return Err(Failure::new(Code::MemoryExceeded, "the image needs more memory than there is for it"));
    }
    let channels = channels::read(&parts, count)?;
    let size = (width, height);
    let pixels = match (mode, depth) {
        (Mode::Bitmap, _) => bitmap(&channels[0], size),
        (Mode::Indexed, _) => indexed(&channels[0], parts.palette, size),
        _ => {
            let shape = Shape { colours: colours.into(), clear, wide: depth == 16 };
            shape.shown(&channels, size)
        }
    };
    let described = matches!(mode, Mode::Grey | Mode::Rgb).then_some(parts.profile).flatten();
    Ok(Picture { pixels: pixels.ok_or_else(cut_off)?, profile: described.map(<[u8]>::to_vec) })
}

fn cut_off() -> Failure {
    Failure::broken("it is cut off")
}

/// A bit for each pixel, which is black where it is set; a row ends with a byte.
fn bitmap(rows: &[u8], (width, height): (u32, u32)) -> Option<DynamicImage> {
    let row = |bytes: &[u8]| {
        let bits = bytes
            .iter()
            .flat_map(|byte| (0..8).map(move |bit| if byte << bit & 0x80 == 0 { 255 } else { 0 }));
        bits.take(width as usize).collect::<Vec<u8>>()
    };
    let pixels = rows.chunks_exact(width.div_ceil(8) as usize).flat_map(row).collect();
    GrayImage::from_raw(width, height, pixels).map(Into::into)
}

/// The place of each pixel's colour among 256: all their reds, then their greens, then their blues.
fn indexed(places: &[u8], palette: &[u8], (width, height): (u32, u32)) -> Option<DynamicImage> {
    let palette: &[u8; 768] = palette.first_chunk()?;
    let colour = |place: &u8| [0, 256, 512].map(|part| palette[part + usize::from(*place)]);
    RgbImage::from_raw(width, height, places.iter().flat_map(colour).collect()).map(Into::into)
}

/// What the pixels of a picture are made of.
#[derive(Clone, Copy)]
struct Shape {
    /// One, three or four.
    colours: usize,
    /// Whether another channel says how opaque they are.
    clear: bool,
    /// Whether a sample has two bytes.
    wide: bool,
}

impl Shape {
    fn shown(self, channels: &[Vec<u8>], (width, height): (u32, u32)) -> Option<DynamicImage> {
        let bytes = || self.samples(channels).map(|sample| u8::try_from(sample).unwrap_or(u8::MAX)).collect();
        let pairs =
            || self.samples(channels).map(|sample| u16::try_from(sample).unwrap_or(u16::MAX)).collect();
        Some(match (self.wide, self.colours, self.clear) {
            (false, 1, false) => DynamicImage::ImageLuma8(ImageBuffer::from_raw(width, height, bytes())?),
            (false, 1, true) => DynamicImage::ImageLumaA8(ImageBuffer::from_raw(width, height, bytes())?),
            (false, _, false) => DynamicImage::ImageRgb8(ImageBuffer::from_raw(width, height, bytes())?),
            (false, _, true) => DynamicImage::ImageRgba8(ImageBuffer::from_raw(width, height, bytes())?),
            (true, 1, false) => DynamicImage::ImageLuma16(ImageBuffer::from_raw(width, height, pairs())?),
            (true, 1, true) => DynamicImage::ImageLumaA16(ImageBuffer::from_raw(width, height, pairs())?),
            (true, _, false) => DynamicImage::ImageRgb16(ImageBuffer::from_raw(width, height, pairs())?),
            (true, _, true) => DynamicImage::ImageRgba16(ImageBuffer::from_raw(width, height, pairs())?),
        })
    }

    /// The samples of one pixel after the other. Ink is kept as how much light it leaves; the colours of a pixel through
    /// which something shines as they are on white.
    fn samples(self, channels: &[Vec<u8>]) -> impl Iterator<Item = u32> {
        let size = if self.wide { 2 } else { 1 };
        let most: u32 = if self.wide { 0xffff } else { 0xff };
        let count = channels.first().map_or(0, |channel| channel.len() / size);
        (0..count).flat_map(move |at| {
            let sample = |channel: &Vec<u8>| {
                channel[at * size..][..size].iter().fold(0, |high, low| high << 8 | u32::from(*low))
            };
            let mut pixel = [0; 5];
            pixel.iter_mut().zip(channels).for_each(|(part, channel)| *part = sample(channel));
            let mut colours = self.colours;
            if let [cyan, magenta, yellow, black, opacity] = &mut pixel
                && colours == 4
            {
                for ink in [cyan, magenta, yellow] {
                    *ink = *ink * *black / most;
                }
                (*black, colours) = (*opacity, 3);
            }
            let opacity = pixel[colours];
            if self.clear && opacity > 0 {
                let white = most - opacity;
                for colour in &mut pixel[..colours] {
                    *colour = (colour.saturating_sub(white) * most / opacity).min(most);
                }
            }
            pixel.into_iter().take(colours + usize::from(self.clear))
        })
    }
}

#[cfg(test)]
mod tests;
