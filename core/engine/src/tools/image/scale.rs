//! How large an image becomes.
use crate::{Code, Failure, Limits};
use image::{DynamicImage, ImageBuffer, Pixel};
use pic_scale::{
    ImageSize, ImageStore, ImageStoreMut, PicScaleError, Resampling, ResamplingFunction, Scaler,
    WorkloadStrategy,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt::Debug, sync::Arc};

/// How an image is fitted into a width and a height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// As large as fits; its shape stays.
    #[default]
    Contain,
    /// Cut off at the sides so that it fills both; its shape stays.
    Cover,
    /// Stretched to both.
    Fill,
}

/// What an image is to be fitted into.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// In pixels.
    pub width: Option<u32>,
    /// In pixels.
    pub height: Option<u32>,
    /// How.
    pub fit: Fit,
    /// Whether it may become larger than it is.
    pub enlarge: bool,
}

impl Frame {
    /// The image, fitted.
    pub fn scale(self, pixels: &DynamicImage, limits: &Limits) -> Result<DynamicImage, Failure> {
        let has = (pixels.width(), pixels.height());
        let (width, height) = self.size(has);
        if u64::from(width) * u64::from(height) > limits.pixels {
            let message = format!("{width} × {height} would be more than {} pixels", limits.pixels);
            return Err(Failure::new(Code::OutputTooLarge, message));
        }
        let cut = match self.fit {
            Fit::Cover => cut_to(pixels, width, height),
            Fit::Contain | Fit::Fill => None,
        };
        let pixels = cut.as_ref().unwrap_or(pixels);
        if (pixels.width(), pixels.height()) == (width, height) {
            return Ok(pixels.clone());
        }
        resized(pixels, (width, height))
    }

    /// How large an image that has this size becomes.
    fn size(self, has: (u32, u32)) -> (u32, u32) {
        let (wide, high) = (f64::from(has.0), f64::from(has.1));
        let (width, height) = match (self.width, self.height) {
            (Some(width), Some(height)) => (f64::from(width), f64::from(height)),
            (Some(width), None) => (f64::from(width), f64::from(width) * high / wide),
            (None, Some(height)) => (f64::from(height) * wide / high, f64::from(height)),
            (None, None) => (wide, high),
        };
        let most = if self.enlarge { f64::INFINITY } else { 1.0 };
        match self.fit {
            Fit::Contain => {
                let scale = (width / wide).min(height / high).min(most);
                (whole(wide * scale), whole(high * scale))
            }
            Fit::Cover => {
                let scale = (wide / width).min(high / height);
                let scale = if self.enlarge { 1.0 } else { scale.min(1.0) };
                (whole(width * scale), whole(height * scale))
            }
            Fit::Fill => (whole(width.min(wide * most)), whole(height.min(high * most))),
        }
    }
}

/// A number of pixels: at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
fn whole(length: f64) -> u32 {
    length.round().clamp(1.0, f64::from(u32::MAX)) as u32
}

/// The middle of the image, as large as it can be in the shape of `width` and `height`.
fn cut_to(pixels: &DynamicImage, width: u32, height: u32) -> Option<DynamicImage> {
    let (wide, high) = (pixels.width(), pixels.height());
    let scale = (f64::from(wide) / f64::from(width)).min(f64::from(high) / f64::from(height));
    let (w, h) = (whole(f64::from(width) * scale).min(wide), whole(f64::from(height) * scale).min(high));
    ((w, h) != (wide, high)).then(|| pixels.crop_imm((wide - w) / 2, (high - h) / 2, w, h))
}

/// The image in another size; what is transparent lends its colour to no neighbour.
fn resized(pixels: &DynamicImage, to: (u32, u32)) -> Result<DynamicImage, Failure> {
    let scaler =
        Scaler::new(ResamplingFunction::Lanczos3).set_workload_strategy(WorkloadStrategy::PreferQuality);
    let size = |(width, height): (u32, u32)| ImageSize::new(width as usize, height as usize);
    let (had, has) = (size((pixels.width(), pixels.height())), size(to));
    match pixels {
        DynamicImage::ImageLuma8(grey) => sized(grey, to, scaler.plan_planar_resampling(had, has)),
        DynamicImage::ImageLumaA8(grey) => sized(grey, to, scaler.plan_gray_alpha_resampling(had, has, true)),
        DynamicImage::ImageRgb8(colours) => sized(colours, to, scaler.plan_rgb_resampling(had, has)),
        DynamicImage::ImageRgba8(colours) => sized(colours, to, scaler.plan_rgba_resampling(had, has, true)),
        DynamicImage::ImageLuma16(grey) => sized(grey, to, scaler.plan_planar_resampling16(had, has, DEEP)),
        DynamicImage::ImageLumaA16(grey) => {
            sized(grey, to, scaler.plan_gray_alpha_resampling16(had, has, true, DEEP))
        }
        DynamicImage::ImageRgb16(colours) => sized(colours, to, scaler.plan_rgb_resampling16(had, has, DEEP)),
        DynamicImage::ImageRgba16(colours) => {
            sized(colours, to, scaler.plan_rgba_resampling16(had, has, true, DEEP))
        }
        DynamicImage::ImageRgb32F(colours) => sized(colours, to, scaler.plan_rgb_resampling_f32(had, has)),
        other => sized(&other.to_rgba32f(), to, scaler.plan_rgba_resampling_f32(had, has, true)),
    }
}

/// How many bits a colour of two bytes has.
const DEEP: usize = 16;

/// The image, of `N` numbers a pixel, as `plan` has it.
fn sized<P: Pixel, const N: usize>(
    pixels: &ImageBuffer<P, Vec<P::Subpixel>>,
    (width, height): (u32, u32),
    plan: Result<Arc<Resampling<P::Subpixel, N>>, PicScaleError>,
) -> Result<DynamicImage, Failure>
where
    P::Subpixel: Copy + Debug + Default,
    DynamicImage: From<ImageBuffer<P, Vec<P::Subpixel>>>,
{
    let failed = |wrong: PicScaleError| match wrong {
        PicScaleError::OutOfMemory(_) => {
            Failure::new(Code::MemoryExceeded, "the image needs more memory than there is for it")
        }
        wrong => Failure::new(Code::ConversionFailed, format!("the image cannot have this size: {wrong}")),
    };
    let mut made = ImageBuffer::new(width, height);
    let from = ImageStore::from_slice(pixels, pixels.width() as usize, pixels.height() as usize);
    let to = ImageStoreMut::from_slice(&mut made, width as usize, height as usize);
    let done = plan.and_then(|plan| {
        let mut to = to?;
        to.bit_depth = 8 * size_of::<P::Subpixel>();
        plan.resample(&from?, &mut to)
    });
    done.map_err(failed)?;
    Ok(made.into())
}

#[cfg(test)]
mod tests {
    use super::super::samples::{error, photo};
    use super::*;
    use image::Rgba;

    #[test]
    fn an_image_is_fitted() {
        let (contain, cover, fill) = (Fit::Contain, Fit::Cover, Fit::Fill);
        for (width, height, fit, enlarge, becomes) in [
            (Some(50), None, contain, false, (50, 25)),
            (None, Some(10), contain, false, (20, 10)),
            (Some(50), Some(50), contain, false, (50, 25)),
            (Some(300), None, contain, false, (100, 50)),
            (Some(300), None, contain, true, (300, 150)),
            (Some(20), Some(20), cover, false, (20, 20)),
            (Some(200), Some(200), cover, false, (50, 50)),
            (Some(200), Some(200), cover, true, (200, 200)),
            (Some(20), None, cover, false, (20, 10)),
            (Some(30), Some(40), fill, false, (30, 40)),
            (Some(300), Some(40), fill, false, (100, 40)),
            (Some(300), Some(40), fill, true, (300, 40)),
            (Some(1), None, contain, false, (1, 1)),
        ] {
            let frame = Frame { width, height, fit, enlarge };
            assert_eq!(frame.size((100, 50)), becomes, "{frame:?}");
        }
    }

    #[test]
    fn every_kind_of_pixel_is_resized() {
        let shown = DynamicImage::from(photo(200, 120));
        let frame = Frame { width: Some(100), height: None, fit: Fit::Contain, enlarge: false };
        let expected = shown.resize_exact(100, 60, image::imageops::FilterType::Lanczos3);
        let kinds: [fn(&DynamicImage) -> DynamicImage; 10] = [
            |image| image.to_luma8().into(),
            |image| image.to_luma_alpha8().into(),
            |image| image.to_rgb8().into(),
            |image| image.to_rgba8().into(),
            |image| image.to_luma16().into(),
            |image| image.to_luma_alpha16().into(),
            |image| image.to_rgb16().into(),
            |image| image.to_rgba16().into(),
            |image| image.to_rgb32f().into(),
            |image| image.to_rgba32f().into(),
        ];
        for kind in kinds {
            let (given, expected) = (kind(&shown), kind(&expected));
            let made = frame.scale(&given, &Limits::default()).expect("small");
            assert_eq!((made.color(), made.width(), made.height()), (given.color(), 100, 60));
            let off = error(&made, &expected);
            assert!(off < 3, "{:?} is off by {off}", made.color());
        }
    }

    #[test]
    fn what_is_transparent_lends_no_colour() {
        let half = image::RgbaImage::from_fn(64, 64, |x, _| {
            if x < 32 { Rgba([255, 255, 255, 255]) } else { Rgba([0, 0, 0, 0]) }
        });
        let frame = Frame { width: Some(9), height: None, fit: Fit::Contain, enlarge: false };
        let made = frame.scale(&half.into(), &Limits::default()).expect("small").into_rgba8();
        for pixel in made.pixels().filter(|pixel| pixel.0[3] > 8) {
            assert!(pixel.0[0] > 240, "{pixel:?}");
        }
    }
}
