//! Writing a picture in one of the formats.
use super::{
    avif,
    colour::Colour,
    format::Format,
    ico, jpeg, jxl,
    open::{Picture, failure},
    profile, webp,
};
use crate::{Code, Failure};
use image::{
    ColorType, DynamicImage, ImageEncoder, Rgba,
    codecs::{
        bmp::BmpEncoder,
        gif::GifEncoder,
        png::{CompressionType, FilterType, PngEncoder},
        tiff::TiffEncoder,
    },
};
use std::io::Cursor;

/// How a picture is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The format.
    pub format: Format,
    /// 1 to 100, for the formats that lose something.
    pub quality: u8,
    /// What shows where the picture is transparent and the format cannot be.
    pub background: Colour,
}

/// `picture` in the style's format.
pub fn encode(picture: Picture, style: Style) -> Result<Vec<u8>, Failure> {
    let Picture { pixels, profile } = match style.format {
        Format::Gif | Format::Bmp | Format::Avif | Format::Jxl | Format::Ico => profile::usual(picture),
        Format::Png | Format::Jpeg | Format::Webp | Format::Tiff | Format::Psd => picture,
    };
    let pixels = suited(pixels, style);
    fits(&pixels, style.format)?;
    let profile = profile.filter(|profile| describes(profile, &pixels));
    let mut out = Cursor::new(Vec::new());
    let made = match style.format {
        Format::Png | Format::Psd => write(&pixels, profile, PngEncoder::new(&mut out)),
        Format::Jpeg => return jpeg::encode(&pixels, profile.as_deref(), style.quality),
        Format::Webp => return webp::encode(&pixels, profile, style.quality),
        Format::Gif => GifEncoder::new_with_speed(&mut out, GIF_SPEED).encode(
            pixels.as_bytes(),
            pixels.width(),
            pixels.height(),
            pixels.color().into(),
        ),
        Format::Tiff => write(&pixels, profile, TiffEncoder::new(&mut out)),
        Format::Bmp => write(&pixels, None, BmpEncoder::new(&mut out)),
        Format::Avif => return avif::encode(&pixels, style.quality),
        Format::Jxl => return jxl::encode(&pixels),
        Format::Ico => return ico::encode(&pixels),
    };
    made.map_err(failure)?;
    Ok(out.into_inner())
}

/// The same PNG, as small as it gets without losing anything.
pub fn smallest_png(picture: Picture) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut out, CompressionType::Best, FilterType::Adaptive);
    let profile = picture.profile.filter(|profile| describes(profile, &picture.pixels));
    write(&picture.pixels, profile, encoder).map_err(failure)?;
    Ok(out)
}

/// How carefully the 256 colours of a frame are chosen, from 1 (best) to 30.
pub const GIF_SPEED: i32 = 10;

fn write(
    pixels: &DynamicImage,
    profile: Option<Vec<u8>>,
    mut encoder: impl ImageEncoder,
) -> image::ImageResult<()> {
    if let Some(profile) = profile {
        // A format that cannot say what its colours mean is read as sRGB.
        let _ = encoder.set_icc_profile(profile);
    }
    pixels.write_with_encoder(encoder)
}

/// Refuses what the format cannot say.
pub fn fits(pixels: &DynamicImage, format: Format) -> Result<(), Failure> {
    let most = format.longest_side();
    if pixels.width().max(pixels.height()) > most {
        let message = format!("an image of this format is at most {most} pixels wide and high");
        return Err(Failure::new(Code::OptionsDoNotFit, message));
    }
    Ok(())
}

/// The picture with colours that the format has.
pub fn suited(pixels: DynamicImage, style: Style) -> DynamicImage {
    let colour = pixels.color();
    match style.format {
        Format::Png | Format::Tiff | Format::Jxl | Format::Psd => match colour {
            ColorType::Rgb32F => pixels.into_rgb16().into(),
            ColorType::Rgba32F => pixels.into_rgba16().into(),
            _ => pixels,
        },
        Format::Jpeg | Format::Bmp if colour.has_alpha() => laid_on(pixels, style.background),
        Format::Jpeg | Format::Bmp if !colour.has_color() => pixels.into_luma8().into(),
        Format::Webp | Format::Avif if colour.has_alpha() => pixels.into_rgba8().into(),
        Format::Gif => clear_or_not(pixels, style.background),
        Format::Ico => pixels.into_rgba8().into(),
        Format::Jpeg | Format::Bmp | Format::Webp | Format::Avif => pixels.into_rgb8().into(),
    }
}

/// The picture without transparency.
fn laid_on(pixels: DynamicImage, background: Colour) -> DynamicImage {
    let mut pixels = pixels.into_rgba8();
    for pixel in pixels.pixels_mut() {
        *pixel = over(*pixel, background);
    }
    DynamicImage::from(pixels).into_rgb8().into()
}

/// The picture with pixels that are transparent, and others that are not at all.
fn clear_or_not(pixels: DynamicImage, background: Colour) -> DynamicImage {
    let has_alpha = pixels.color().has_alpha();
    let mut pixels = pixels.into_rgba8();
    for pixel in pixels.pixels_mut().filter(|_| has_alpha) {
        *pixel = if pixel.0[3] < 128 { Rgba([0; 4]) } else { over(*pixel, background) };
    }
    pixels.into()
}

fn over(Rgba([red, green, blue, alpha]): Rgba<u8>, Colour(below): Colour) -> Rgba<u8> {
    let mix = |above: u8, below: u8| {
        let (above, below, alpha) = (u32::from(above), u32::from(below), u32::from(alpha));
        u8::try_from((above * alpha + below * (255 - alpha) + 127) / 255).unwrap_or(u8::MAX)
    };
    Rgba([mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 255])
}

/// Whether a profile is of the kind of colours that the picture has: that of a CMYK photo is not, once
/// it is read (ICC.1 section 7.2.6).
fn describes(profile: &[u8], pixels: &DynamicImage) -> bool {
    profile.get(16..20) == Some(if pixels.color().has_color() { b"RGB " } else { b"GRAY" })
}
