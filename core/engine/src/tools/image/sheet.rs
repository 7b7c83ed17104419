//! Where an image lies on a page.
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How large pages are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageSize {
    /// As large as their images, at 96 pixels an inch.
    #[default]
    Fit,
    /// A4, upright or lying as the image is.
    A4,
    /// US letter, upright or lying as the image is.
    Letter,
}

/// A page and the place of the image on it, in points (1/72 inch).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// The page.
    pub page: (f32, f32),
    /// The image's upper left corner.
    pub at: (f32, f32),
    /// The image.
    pub size: (f32, f32),
}

/// The longest page that every reader shows (ISO 32000-1 annex C.2), and the shortest.
const LONGEST: f32 = 14_400.0;
const SHORTEST: f32 = 3.0;
const POINTS_PER_PIXEL: f32 = 0.75;

impl Sheet {
    /// The page for an image of so many pixels, with a margin in points.
    pub fn new(size: PageSize, margin: f32, pixels: (u32, u32)) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a page is no more exact")]
        let (wide, high) = (pixels.0 as f32 * POINTS_PER_PIXEL, pixels.1 as f32 * POINTS_PER_PIXEL);
        let page = match size {
            PageSize::Fit => (wide + 2.0 * margin, high + 2.0 * margin),
            PageSize::A4 => turned((595.276, 841.89), wide > high),
            PageSize::Letter => turned((612.0, 792.0), wide > high),
        };
        let page = (page.0.clamp(SHORTEST, LONGEST), page.1.clamp(SHORTEST, LONGEST));
        let room = ((page.0 - 2.0 * margin).max(1.0), (page.1 - 2.0 * margin).max(1.0));
        let scale = (room.0 / wide).min(room.1 / high);
        let size = (wide * scale, high * scale);
        Self { page, at: ((page.0 - size.0) / 2.0, (page.1 - size.1) / 2.0), size }
    }
}

fn turned((short, long): (f32, f32), lying: bool) -> (f32, f32) {
    if lying { (long, short) } else { (short, long) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_fits_its_image() {
        let sheet = Sheet::new(PageSize::Fit, 10.0, (400, 200));
        assert_eq!(sheet, Sheet { page: (320.0, 170.0), at: (10.0, 10.0), size: (300.0, 150.0) });
        let sheet = Sheet::new(PageSize::Fit, 0.0, (60_000, 1));
        assert!(sheet.page.0 <= LONGEST && sheet.page.1 >= SHORTEST, "{sheet:?}");
    }

    #[test]
    fn a_wide_image_turns_its_page() {
        let lying = Sheet::new(PageSize::Letter, 0.0, (400, 200));
        assert_eq!((lying.page, lying.size.0), ((792.0, 612.0), 792.0));
        let upright = Sheet::new(PageSize::A4, 20.0, (100, 400));
        assert_eq!((upright.page.1, upright.size.1), (841.89, 801.89));
        assert!(upright.at.1 > 19.9 && upright.at.0 > 20.0);
    }
}
