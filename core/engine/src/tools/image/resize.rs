//! Images in another size.
use super::{
    MADE, TAKEN,
    change::{Written, changed},
    colour::Colour,
    convert::usual_quality,
    format::Format,
    scale::{Fit, Frame},
};
use crate::{About, Category, Convert, Engine, Failure, Work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How large, at least one of width and height, and how.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[garde(custom(a_side))]
#[schemars(extend("anyOf" = [
    { "required": ["width"], "properties": { "width": { "type": "integer" } } },
    { "required": ["height"], "properties": { "height": { "type": "integer" } } },
]))]
pub struct ImageResize {
    /// The width, in pixels; what follows from the height unless said.
    #[garde(range(min = 1, max = 20_000))]
    width: Option<u32>,
    /// The height, in pixels; what follows from the width unless said.
    #[garde(range(min = 1, max = 20_000))]
    height: Option<u32>,
    /// How an image is fitted where both are said.
    #[serde(default)]
    fit: Fit,
    /// Whether images may become larger than they are.
    #[serde(default)]
    enlarge: bool,
    /// The format of the new images; the one that each has unless said.
    format: Option<Format>,
    /// How good JPEG, WebP and AVIF shall be, of 100; WebP is exact at 100.
    #[serde(default = "usual_quality")]
    #[garde(range(min = 1, max = 100))]
    quality: u8,
    /// What shows through where an image is transparent and the format cannot be.
    #[serde(default)]
    background: Colour,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn a_side(options: &ImageResize, (): &()) -> garde::Result {
    match (options.width, options.height) {
        (None, None) => Err(garde::Error::new("width or height is needed")),
        _ => Ok(()),
    }
}

impl Convert for ImageResize {
    const ABOUT: About = About {
        id: "image-resize",
        name: "Resize images",
        description: "Makes images smaller or larger, upright and without the data that cameras add. \
                      Animated GIF stays animated; of other animations the first frame is taken.",
        category: Category::Image,
        accepts: TAKEN,
        produces: MADE,
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let frame = Frame { width: self.width, height: self.height, fit: self.fit, enlarge: self.enlarge };
        let written = Written { format: self.format, quality: self.quality, background: self.background };
        changed(work, written, |pixels, limits| frame.scale(&pixels, limits))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{animation, photo, turned_photo, written};
    use crate::{
        Code, Limits,
        stage::{Held, convert, convert_within},
        tool,
    };
    use image::{AnimationDecoder, ImageFormat, codecs::gif::GifDecoder, load_from_memory};
    use serde_json::{Value, json};
    use std::io::Cursor;

    fn resized(options: Value, mime: &str, content: &[u8]) -> Held {
        convert("image-resize", options, &[("a.b.x", mime, content)]).expect("an image").remove(0)
    }

    #[test]
    fn an_image_is_resized_upright_in_its_format() {
        let (name, mime, made) = resized(json!({ "width": 20 }), "image/jpeg", &turned_photo(80, 40, 8));
        assert_eq!((name.as_str(), mime.as_str()), ("a.b.x", "image/jpeg"));
        let made = load_from_memory(&made).expect("an image").into_rgb8();
        assert_eq!(made.dimensions(), (20, 40));
        let [red, green, _] = made.get_pixel(1, 38).0;
        assert!(red > 150 && green < 100, "the red corner is at the bottom now");
    }

    #[test]
    fn an_image_is_cut_or_stretched() {
        let content = written(photo(80, 40), ImageFormat::Png);
        for (fit, size) in [("contain", (20, 10)), ("cover", (20, 20)), ("fill", (20, 20))] {
            let options = json!({ "width": 20, "height": 20, "fit": fit, "format": "webp" });
            let (name, mime, made) = resized(options, "image/png", &content);
            assert_eq!((name.as_str(), mime.as_str()), ("a.b.webp", "image/webp"));
            let made = load_from_memory(&made).expect("an image").into_rgb8();
            assert_eq!(made.dimensions(), size, "{fit}");
            let corner = made.get_pixel(0, 0).0[0];
            assert_eq!(corner > 150, fit != "cover", "{fit} cuts off the sides: {corner}");
        }
    }

    #[test]
    fn an_animation_is_resized_as_a_whole() {
        let (_, _, made) = resized(json!({ "height": 8 }), "image/gif", &animation(3));
        let frames = GifDecoder::new(Cursor::new(&made)).expect("a GIF").into_frames();
        let frames = frames.collect_frames().expect("frames");
        assert_eq!(frames.len(), 3);
        assert!(frames.iter().all(|frame| frame.buffer().dimensions() == (12, 8)));
    }

    #[test]
    fn a_side_is_needed() {
        let tool = tool("image-resize").expect("a tool");
        for refused in
            [json!({}), json!({ "width": null }), json!({ "width": 0 }), json!({ "width": 20_001 })]
        {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
        assert_eq!(tool.options_schema()["anyOf"][1]["required"], json!(["height"]));
        assert_eq!(tool.options_schema()["properties"]["width"]["maximum"], 20_000);
    }

    #[test]
    fn what_would_be_too_large_is_refused() {
        let few = Limits { pixels: 10_000, ..Limits::default() };
        let content = written(photo(80, 40), ImageFormat::Png);
        let options = json!({ "width": 200, "enlarge": true });
        let refused = convert_within(few, "image-resize", options, &[("a.png", "image/png", &content)]);
        assert_eq!(refused.expect_err("too large").code, Code::OutputTooLarge);
    }
}
