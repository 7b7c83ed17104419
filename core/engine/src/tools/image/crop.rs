//! Parts of images.
use super::{
    MADE, TAKEN,
    change::{Written, changed},
    convert::usual_quality,
    position::Position,
    ratio::Ratio,
};
use crate::{About, Category, Code, Convert, Engine, Failure, Work};
use garde::Validate;
use image::DynamicImage;
use schemars::JsonSchema;
use serde::Deserialize;

/// What stays of images: either a part, or the largest part of a shape.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(custom(one_way))]
#[schemars(extend("oneOf" = [
    { "required": ["area"], "properties": { "area": { "type": "object" } } },
    { "required": ["ratio"], "properties": { "ratio": { "type": "string" } } },
]))]
pub struct ImageCrop {
    /// The part that stays.
    #[garde(dive)]
    area: Option<Part>,
    /// The shape of the part that stays, its width to its height: `16:9`.
    #[garde(skip)]
    ratio: Option<Ratio>,
    /// Where in the image the part of this shape lies.
    #[serde(default)]
    #[garde(skip)]
    gravity: Position,
    /// How good JPEG and WebP shall be, of 100; WebP is exact at 100.
    #[serde(default = "usual_quality")]
    #[garde(range(min = 1, max = 100))]
    quality: u8,
}

/// A part of an image that stands upright, in pixels from its upper left corner.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Part {
    /// How far from the left side it begins.
    #[garde(range(min = 0, max = 100_000))]
    left: u32,
    /// How far from the upper side it begins.
    #[garde(range(min = 0, max = 100_000))]
    top: u32,
    /// How wide it is.
    #[garde(range(min = 1, max = 100_000))]
    width: u32,
    /// How high it is.
    #[garde(range(min = 1, max = 100_000))]
    height: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn one_way(options: &ImageCrop, (): &()) -> garde::Result {
    match (&options.area, &options.ratio) {
        (Some(_), Some(_)) => Err(garde::Error::new("area and ratio do not go together")),
        (None, None) => Err(garde::Error::new("area or ratio is needed")),
        _ => Ok(()),
    }
}

impl Convert for ImageCrop {
    const ABOUT: About = About {
        id: "image-crop",
        name: "Crop images",
        description: "Cuts a part out of images, upright, in the format that they have and without the data that \
                      cameras add. The rest is gone. Animated GIF stays animated; of other animations the first \
                      frame is taken.",
        category: Category::Image,
        accepts: TAKEN,
        produces: MADE,
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        changed(work, Written::as_it_was(self.quality), |pixels, _| self.cut(&pixels))
    }
}

impl ImageCrop {
    fn cut(&self, pixels: &DynamicImage) -> Result<DynamicImage, Failure> {
        let (wide, high) = (pixels.width(), pixels.height());
        let Part { left, top, width, height } = match (self.area, self.ratio) {
            (Some(area), _) => area,
            (None, Some(ratio)) => self.shaped(ratio.within((wide, high)), (wide, high)),
            (None, None) => Part { left: 0, top: 0, width: wide, height: high },
        };
        if left + width > wide || top + height > high {
            let message = format!("the part goes beyond the image, which is {wide} × {high}");
            return Err(Failure::new(Code::OptionsDoNotFit, message));
        }
        Ok(pixels.crop_imm(left, top, width, height))
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the image")]
    fn shaped(&self, (width, height): (u32, u32), has: (u32, u32)) -> Part {
        let pair = |(wide, high): (u32, u32)| (f64::from(wide), f64::from(high));
        let (left, top) = self.gravity.place(pair(has), pair((width, height)), 0.0);
        Part { left: left.floor() as u32, top: top.floor() as u32, width, height }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{animation, photo, turned_photo, written};
    use crate::{Code, stage::convert, tool};
    use image::{AnimationDecoder, GenericImageView, ImageFormat, codecs::gif::GifDecoder, load_from_memory};
    use serde_json::{Value, json};
    use std::io::Cursor;

    fn cropped(options: Value, mime: &str, content: &[u8]) -> Result<Vec<u8>, Code> {
        let made = convert("image-crop", options, &[("a.x", mime, content)]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    #[test]
    fn a_part_stays() {
        let png = written(photo(80, 40), ImageFormat::Png);
        let area = json!({ "area": { "left": 10, "top": 5, "width": 20, "height": 30 } });
        let made = load_from_memory(&cropped(area, "image/png", &png).expect("an image")).expect("an image");
        assert_eq!(made.into_rgb8(), photo(80, 40).view(10, 5, 20, 30).to_image());
        let turned =
            cropped(json!({ "ratio": "1:1", "gravity": "top" }), "image/jpeg", &turned_photo(80, 40, 6));
        let turned = load_from_memory(&turned.expect("an image")).expect("an image").into_rgb8();
        assert_eq!(turned.dimensions(), (40, 40));
        assert!(turned.get_pixel(38, 1).0[0] > 180, "the red corner is on the right");
    }

    #[test]
    fn a_shape_lies_where_it_is_told_to() {
        let png = written(photo(90, 30), ImageFormat::Png);
        for (gravity, left) in [("left", 0), ("center", 30), ("bottom-right", 60)] {
            let made =
                cropped(json!({ "ratio": "1:1", "gravity": gravity }), "image/png", &png).expect("an image");
            let made = load_from_memory(&made).expect("an image").into_rgb8();
            assert_eq!(made, photo(90, 30).view(left, 0, 30, 30).to_image(), "{gravity}");
        }
    }

    #[test]
    fn an_animation_stays_one() {
        let made = cropped(json!({ "ratio": "1:1" }), "image/gif", &animation(3)).expect("an image");
        let frames = GifDecoder::new(Cursor::new(&made)).expect("a GIF").into_frames().collect_frames();
        let frames = frames.expect("frames");
        assert_eq!((frames.len(), frames[2].buffer().dimensions()), (3, (16, 16)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let png = written(photo(8, 8), ImageFormat::Png);
        let area = json!({ "area": { "left": 4, "top": 0, "width": 5, "height": 1 } });
        assert_eq!(cropped(area.clone(), "image/png", &png), Err(Code::OptionsDoNotFit));
        let tool = tool("image-crop").expect("a tool");
        let both = json!({ "ratio": "1:1", "area": area["area"] });
        for refused in [
            json!({}),
            both,
            json!({ "ratio": "1" }),
            json!({ "area": { "left": 1 } }),
            json!({ "ratio": "1:1", "gravity": "up" }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
