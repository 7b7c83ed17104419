//! What the colours of a picture mean, for formats that cannot say it: there they are read as sRGB.
use super::open::Picture;
use image::{DynamicImage, RgbImage, RgbaImage};
use moxcms::{ColorProfile, Layout, TransformOptions};
use rayon::prelude::*;

/// How many bytes are turned into other colours at once; whole pixels of three and of four.
const PIECE: usize = 12 << 12;

/// The picture in the colours that are read where nothing is said of them.
///
/// What says something that cannot be understood is read so too.
pub fn usual(picture: Picture) -> Picture {
    let turned = picture.profile.as_deref().and_then(|profile| turned(&picture.pixels, profile));
    Picture { pixels: turned.unwrap_or(picture.pixels), profile: None }
}

fn turned(pixels: &DynamicImage, profile: &[u8]) -> Option<DynamicImage> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    match pixels.color() {
        colour if !colour.has_color() => None,
        colour if colour.has_alpha() => {
            let (width, height) = (pixels.width(), pixels.height());
            let made = samples(pixels.to_rgba8().as_raw(), &profile, Layout::Rgba)?;
            RgbaImage::from_raw(width, height, made).map(Into::into)
        }
        _ => {
            let made = samples(pixels.to_rgb8().as_raw(), &profile, Layout::Rgb)?;
            RgbImage::from_raw(pixels.width(), pixels.height(), made).map(Into::into)
        }
    }
}

/// The same colours as other numbers.
fn samples(given: &[u8], profile: &ColorProfile, layout: Layout) -> Option<Vec<u8>> {
    let usual = ColorProfile::new_srgb();
    let turn = profile.create_transform_8bit(layout, &usual, layout, TransformOptions::default()).ok()?;
    let mut made = vec![0; given.len()];
    let done = made
        .par_chunks_mut(PIECE)
        .zip(given.par_chunks(PIECE))
        .try_for_each(|(made, given)| turn.transform(given, made));
    done.ok().map(|()| made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, Rgba};

    fn shown(pixels: impl Into<DynamicImage>, profile: Option<&ColorProfile>) -> DynamicImage {
        let profile = profile.map(|profile| profile.encode().expect("a profile"));
        let made = usual(Picture { pixels: pixels.into(), profile });
        assert!(made.profile.is_none());
        made.pixels
    }

    #[test]
    fn wide_colours_become_the_usual_ones() {
        let wide = ColorProfile::new_display_p3();
        let pixels = RgbaImage::from_fn(90, 50, |x, _| Rgba([200, 100, 50, if x < 45 { 255 } else { 7 }]));
        let made = shown(pixels, Some(&wide)).into_rgba8();
        let Rgba([red, green, blue, clear]) = *made.get_pixel(89, 49);
        assert!(red > 210 && (85..100).contains(&green) && blue < 45, "{red} {green} {blue}");
        assert_eq!((clear, made.get_pixel(0, 0).0[3]), (7, 255));
        let grey = shown(RgbImage::from_pixel(3, 3, Rgb([90; 3])), Some(&wide)).into_rgb8();
        assert!(grey.get_pixel(1, 1).0.iter().all(|colour| colour.abs_diff(90) < 2));
    }

    #[test]
    fn usual_colours_and_none_stay_as_they_are() {
        let pixels = RgbImage::from_fn(70, 3, |x, _| Rgb([200, u8::try_from(3 * x).expect("a shade"), 50]));
        let made = shown(pixels.clone(), Some(&ColorProfile::new_srgb())).into_rgb8();
        assert!(made.iter().zip(pixels.iter()).all(|(one, other)| one.abs_diff(*other) < 2));
        assert_eq!(shown(pixels.clone(), None).into_rgb8(), pixels);
        let picture = Picture { pixels: pixels.clone().into(), profile: Some(b"nothing".to_vec()) };
        assert_eq!(usual(picture).pixels.into_rgb8(), pixels);
    }
}
