//! Images turned and mirrored.
use super::{
    MADE, TAKEN,
    angle::Angle,
    change::{Written, changed},
    convert::usual_quality,
};
use crate::{About, Category, Convert, Engine, Failure, Work};
use garde::Validate;
use image::DynamicImage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far images are turned, and how they are mirrored after that; at least one of both.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(custom(anything))]
#[schemars(extend("anyOf" = [
    { "required": ["angle"], "properties": { "angle": { "type": "integer" } } },
    { "required": ["mirror"], "properties": { "mirror": { "type": "string" } } },
]))]
pub struct ImageRotate {
    /// How far images are turned to the right, in degrees.
    #[garde(skip)]
    angle: Option<Angle>,
    /// How they are mirrored.
    #[garde(skip)]
    mirror: Option<Mirror>,
    /// How good JPEG and WebP shall be, of 100; WebP is exact at 100.
    #[serde(default = "usual_quality")]
    #[garde(range(min = 1, max = 100))]
    quality: u8,
}

/// What changes sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mirror {
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn anything(options: &ImageRotate, (): &()) -> garde::Result {
    match (options.angle, options.mirror) {
        (None, None) => Err(garde::Error::new("angle or mirror is needed")),
        _ => Ok(()),
    }
}

impl Convert for ImageRotate {
    const ABOUT: About = About {
        id: "image-rotate",
        name: "Rotate and mirror images",
        description: "Turns images by 90, 180 or 270 degrees to the right from how they are shown, and mirrors them, in \
                      the format that they have and without the data that cameras add. JPEG is written anew, which \
                      loses a little. Animated GIF stays animated; of other animations the first frame is taken.",
        category: Category::Image,
        accepts: TAKEN,
        produces: MADE,
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        changed(work, Written::as_it_was(self.quality), |pixels, _| Ok(self.turned(pixels)))
    }
}

impl ImageRotate {
    fn turned(&self, pixels: DynamicImage) -> DynamicImage {
        let turned = match self.angle {
            Some(Angle(90)) => pixels.rotate90(),
            Some(Angle(180)) => pixels.rotate180(),
            Some(Angle(270)) => pixels.rotate270(),
            _ => pixels,
        };
        match self.mirror {
            Some(Mirror::Horizontal) => turned.fliph(),
            Some(Mirror::Vertical) => turned.flipv(),
            None => turned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{animation, photo, turned_photo, written};
    use crate::{stage::convert, tool};
    use image::{AnimationDecoder, ImageFormat, RgbImage, codecs::gif::GifDecoder, load_from_memory};
    use serde_json::{Value, json};
    use std::io::Cursor;

    fn turned(options: Value, mime: &str, content: &[u8]) -> Vec<u8> {
        convert("image-rotate", options, &[("a.x", mime, content)]).expect("an image").remove(0).2
    }

    /// Where the red corner is: at the left, at the top.
    fn corner(image: &RgbImage) -> (bool, bool) {
        let (wide, high) = image.dimensions();
        let all = [(true, true), (true, false), (false, true), (false, false)];
        let red = |(left, top): &(bool, bool)| {
            let pixel = image.get_pixel(if *left { 1 } else { wide - 2 }, if *top { 1 } else { high - 2 });
            pixel.0[0] > 150 && pixel.0[1] < 90
        };
        all.into_iter().find(red).expect("a red corner")
    }

    #[test]
    fn an_image_is_turned_and_then_mirrored() {
        let png = written(photo(80, 40), ImageFormat::Png);
        for (options, size, expected) in [
            (json!({ "angle": 90 }), (40, 80), (false, true)),
            (json!({ "angle": 180 }), (80, 40), (false, false)),
            (json!({ "angle": 270 }), (40, 80), (true, false)),
            (json!({ "mirror": "horizontal" }), (80, 40), (false, true)),
            (json!({ "mirror": "vertical" }), (80, 40), (true, false)),
            (json!({ "angle": 90, "mirror": "horizontal" }), (40, 80), (true, true)),
        ] {
            let made =
                load_from_memory(&turned(options.clone(), "image/png", &png)).expect("an image").into_rgb8();
            assert_eq!((made.dimensions(), corner(&made)), (size, expected), "{options}");
        }
    }

    #[test]
    fn it_is_turned_from_how_it_is_shown() {
        let made = turned(json!({ "angle": 90 }), "image/jpeg", &turned_photo(80, 40, 6));
        let made = load_from_memory(&made).expect("an image").into_rgb8();
        assert_eq!((made.dimensions(), corner(&made)), ((80, 40), (false, false)));
    }

    #[test]
    fn an_animation_stays_one() {
        let made = turned(json!({ "angle": 90 }), "image/gif", &animation(3));
        let frames = GifDecoder::new(Cursor::new(&made)).expect("a GIF").into_frames().collect_frames();
        let frames = frames.expect("frames");
        assert_eq!((frames.len(), frames[2].buffer().dimensions()), (3, (16, 24)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let tool = tool("image-rotate").expect("a tool");
        for refused in [
            json!({}),
            json!({ "angle": 45 }),
            json!({ "mirror": "both" }),
            json!({ "angle": 90, "quality": 0 }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
