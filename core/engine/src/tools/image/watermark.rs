//! A picture over another one.
use super::{
    MADE, TAKEN,
    change::{Written, one},
    convert::usual_quality,
    open::open,
    position::Position,
    profile,
    scale::{Fit, Frame},
};
use crate::{About, Category, Code, Convert, Engine, Failure, Limits, Work};
use garde::Validate;
use image::{DynamicImage, RgbaImage, imageops};
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write as _;

/// Where the second image lies on the first one, and how.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct ImageWatermark {
    /// Where on the image it lies.
    position: Position,
    /// How far from the sides it lies, in pixels.
    #[garde(range(min = 0, max = 5000))]
    margin: u16,
    /// How much of it covers what is below, in percent.
    #[garde(range(min = 1, max = 100))]
    opacity: u8,
    /// How much of the image's width and height it takes at most, in percent.
    #[garde(range(min = 1, max = 100))]
    scale: u8,
    /// How good JPEG and WebP shall be, of 100; WebP is exact at 100.
    #[garde(range(min = 1, max = 100))]
    quality: u8,
}

impl Default for ImageWatermark {
    fn default() -> Self {
        let position = Position::BottomRight;
        Self { position, margin: 0, opacity: 100, scale: 25, quality: usual_quality() }
    }
}

impl Convert for ImageWatermark {
    const ABOUT: About = About {
        id: "image-watermark",
        name: "Watermark an image",
        description: "Lays the second image over the first one, as transparent and as large as is told; what is \
                      transparent in it stays so. The first one keeps its format and becomes upright; the data that \
                      cameras add is left out. Animated GIF stays animated; of other animations the first frame is \
                      taken.",
        category: Category::Image,
        accepts: TAKEN,
        produces: MADE,
        files: (2, 2),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let (files, limits) = (work.files().to_vec(), *work.limits());
        let [first, second] = files.as_slice() else { return Ok(()) };
        // Both are in memory at once, and what is made of them.
        let half = Limits { memory: limits.memory / 2, ..limits };
        let bytes = work.read(second)?;
        let mark = open(second, &bytes, &half).map_err(|failure| failure.about(second.id))?;
        let mark = profile::usual(mark).pixels.into_rgba8().into();
        work.progress(1, 3);
        let bytes = work.read(first)?;
        let made = one(first, &bytes, &half, Written::as_it_was(self.quality), |pixels, limits| {
            self.marked(pixels, &mark, limits)
        });
        let made = made.map_err(|failure| failure.about(first.id))?;
        work.progress(2, 3);
        Ok(work.artifact(&made.name, made.mime)?.write_all(&made.content)?)
    }
}

impl ImageWatermark {
    fn marked(
        &self,
        pixels: DynamicImage,
        mark: &DynamicImage,
        limits: &Limits,
    ) -> Result<DynamicImage, Failure> {
        let size = (pixels.width(), pixels.height());
        let fitting = |side: u32| {
            let room = side.saturating_sub(2 * u32::from(self.margin));
            let share = u64::from(side) * u64::from(self.scale) / 100;
            Some(room.min(u32::try_from(share).unwrap_or(room).max(1)))
        };
        let frame =
            Frame { width: fitting(size.0), height: fitting(size.1), fit: Fit::Contain, enlarge: true };
        if frame.width == Some(0) || frame.height == Some(0) {
            let message = format!("the margin leaves no room on an image of {} × {}", size.0, size.1);
            return Err(Failure::new(Code::OptionsDoNotFit, message));
        }
        let mut mark = frame.scale(mark, limits)?.into_rgba8();
        fade(&mut mark, self.opacity);
        let pair = |(wide, high): (u32, u32)| (f64::from(wide), f64::from(high));
        let (left, top) = self.position.place(pair(size), pair(mark.dimensions()), f64::from(self.margin));
        let mut marked = coloured(pixels);
        #[expect(clippy::cast_possible_truncation, reason = "within the image")]
        imageops::overlay(&mut marked, &mark, left.round() as i64, top.round() as i64);
        Ok(marked)
    }
}

/// Makes a picture more transparent than it is.
fn fade(mark: &mut RgbaImage, percent: u8) {
    for pixel in mark.pixels_mut() {
        let alpha = u16::from(pixel.0[3]) * u16::from(percent) / 100;
        pixel.0[3] = u8::try_from(alpha).unwrap_or(u8::MAX);
    }
}

/// The same picture, with room for colours.
fn coloured(pixels: DynamicImage) -> DynamicImage {
    match (pixels.color().has_color(), pixels.color().has_alpha()) {
        (true, _) => pixels,
        (false, true) => pixels.into_rgba8().into(),
        (false, false) => pixels.into_rgb8().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{animation, photo, written};
    use crate::{Code, stage::convert, tool};
    use image::{
        AnimationDecoder, DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage, codecs::gif::GifDecoder,
        load_from_memory,
    };
    use serde_json::{Value, json};
    use std::io::Cursor;

    fn mark() -> Vec<u8> {
        let half = RgbaImage::from_fn(20, 20, |x, _| Rgba([255, 0, 0, if x < 10 { 255 } else { 0 }]));
        written(half, ImageFormat::Png)
    }

    fn marked(options: Value, mime: &str, content: &[u8]) -> Result<Vec<u8>, Code> {
        let files: &[(&str, &str, &[u8])] = &[("a.x", mime, content), ("b.png", "image/png", &mark())];
        let made = convert("image-watermark", options, files);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    #[test]
    fn an_image_lies_over_another() {
        let below = written(RgbImage::from_pixel(100, 100, Rgb([0, 0, 200])), ImageFormat::Png);
        let options = json!({ "scale": 20, "position": "top-left", "margin": 10, "opacity": 50 });
        let made =
            load_from_memory(&marked(options, "image/png", &below).expect("an image")).expect("an image");
        let at = |x, y| made.to_rgb8().get_pixel(x, y).0;
        assert_eq!((at(9, 15), at(25, 15), at(60, 60)), ([0, 0, 200], [0, 0, 200], [0, 0, 200]));
        let [red, green, blue] = at(13, 20);
        assert!(red.abs_diff(127) < 3 && green == 0 && blue.abs_diff(100) < 3, "{red} {green} {blue}");
        let made =
            load_from_memory(&marked(json!({}), "image/png", &below).expect("an image")).expect("an image");
        assert_eq!(made.to_rgb8().get_pixel(80, 90).0, [255, 0, 0], "at the lower right, a quarter");
        assert_eq!(made.to_rgb8().get_pixel(70, 70).0, [0, 0, 200]);
    }

    #[test]
    fn what_has_no_colour_gets_some() {
        let grey = written(DynamicImage::from(photo(40, 40)).into_luma8(), ImageFormat::Png);
        let made =
            marked(json!({ "position": "center", "scale": 50 }), "image/png", &grey).expect("an image");
        assert_eq!(load_from_memory(&made).expect("an image").to_rgb8().get_pixel(13, 20).0, [255, 0, 0]);
    }

    #[test]
    fn an_animation_stays_one() {
        let made = marked(json!({ "scale": 100, "position": "left" }), "image/gif", &animation(3))
            .expect("an image");
        let frames = GifDecoder::new(Cursor::new(&made)).expect("a GIF").into_frames().collect_frames();
        let frames = frames.expect("frames");
        assert_eq!(frames.len(), 3);
        assert!(frames.iter().all(|frame| frame.buffer().get_pixel(2, 8).0[0] > 240));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let small = written(photo(8, 8), ImageFormat::Png);
        assert_eq!(marked(json!({ "margin": 4 }), "image/png", &small), Err(Code::OptionsDoNotFit));
        assert_eq!(marked(json!({}), "image/jpeg", &small), Err(Code::FileTypeMismatch));
        let tool = tool("image-watermark").expect("a tool");
        for refused in [
            json!({ "opacity": 0 }),
            json!({ "scale": 101 }),
            json!({ "margin": -1 }),
            json!({ "position": "x" }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
