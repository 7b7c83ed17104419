//! SVG drawings as PNG images.
use super::{
    colour::Colour,
    each::each,
    encode::{Style, encode},
    format::Format,
    layers,
    open::Picture,
    svg,
};
use crate::{
    About, Category, Code, Convert, Engine, Failure, Limits, Work, tools::apart::apart, work::renamed,
};
use garde::Validate;
use image::RgbaImage;
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::Tree,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write as _;

/// How large: by the width, the height, both, or a scale.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[garde(custom(one_size))]
#[schemars(extend("not" = {
    "required": ["scale"],
    "properties": { "scale": { "type": "number" } },
    "anyOf": [
        { "required": ["width"], "properties": { "width": { "type": "integer" } } },
        { "required": ["height"], "properties": { "height": { "type": "integer" } } },
    ],
}))]
pub struct SvgToPng {
    /// The widest that the image may be, in pixels.
    #[garde(range(min = 1, max = 20_000))]
    width: Option<u32>,
    /// The highest that the image may be, in pixels.
    #[garde(range(min = 1, max = 20_000))]
    height: Option<u32>,
    /// How many pixels a unit of the drawing becomes, where neither width nor height is said; 1 unless said.
    #[garde(range(min = 0.01, max = 100.0))]
    scale: Option<f32>,
    /// What lies behind the drawing; nothing unless said.
    background: Option<Colour>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn one_size(options: &SvgToPng, (): &()) -> garde::Result {
    match options {
        SvgToPng { scale: Some(_), width: Some(_), .. }
        | SvgToPng { scale: Some(_), height: Some(_), .. } => {
            Err(garde::Error::new("scale does not go together with width and height"))
        }
        _ => Ok(()),
    }
}

impl Convert for SvgToPng {
    const ABOUT: About = About {
        id: "svg-to-png",
        name: "SVG to PNG",
        description: "Draws SVG drawings as PNG images. What a drawing refers to outside of itself (files, \
                      addresses, fonts) is left out, and scripts do not run. Latin, Greek and Cyrillic letters are \
                      known, and others where the server has fonts for them.",
        category: Category::Image,
        accepts: &["image/svg+xml"],
        produces: &["image/png"],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each(work, |work, file, bytes| {
            let limits = work.limits();
            let pixels = apart(|| self.draw(&svg::open(bytes, limits)?, limits))?;
            let picture = Picture { pixels: pixels.into(), profile: None };
            let style = Style { format: Format::Png, quality: 100, background: Colour::WHITE };
            let made = encode(picture, style)?;
            Ok(work.artifact(&renamed(&file.name, "png"), "image/png")?.write_all(&made)?)
        })
    }
}

impl SvgToPng {
    fn draw(&self, tree: &Tree, limits: &Limits) -> Result<RgbaImage, Failure> {
        let (wide, high) = (tree.size().width(), tree.size().height());
        let scale = self.scale(wide, high);
        let (width, height) = (pixels(wide * scale), pixels(high * scale));
        if u64::from(width) * u64::from(height) > limits.pixels {
            let message = format!("{width} × {height} would be more than {} pixels", limits.pixels);
            return Err(Failure::new(Code::TooManyPixels, message));
        }
        layers::bounded(tree, scale, limits)?;
        let nothing = || Failure::new(Code::TooManyPixels, "the drawing is too large to be drawn");
        let mut canvas = Pixmap::new(width, height).ok_or_else(nothing)?;
        if let Some(Colour([red, green, blue])) = self.background {
            canvas.fill(Color::from_rgba8(red, green, blue, 255));
        }
        resvg::render(tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
        RgbaImage::from_raw(width, height, canvas.take_demultiplied()).ok_or_else(nothing)
    }

    fn scale(&self, wide: f32, high: f32) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "at most 20 000")]
        let by = |length: Option<u32>, of: f32| length.map_or(f32::INFINITY, |length| length as f32 / of);
        match by(self.width, wide).min(by(self.height, high)) {
            f32::INFINITY => self.scale.unwrap_or(1.0),
            scale => scale,
        }
    }
}

/// A number of pixels: at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
fn pixels(length: f32) -> u32 {
    length.round().clamp(1.0, 1e9) as u32
}

#[cfg(test)]
mod tests {
    use crate::{
        Code, Limits,
        stage::{convert, convert_within},
        tool,
    };
    use image::{RgbaImage, load_from_memory};
    use serde_json::{Value, json};

    const DRAWING: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>\
        <rect width='10' height='10' fill='#f00'/></svg>";

    fn drawn(options: Value) -> RgbaImage {
        let made = convert("svg-to-png", options, &[("a.svg", "image/svg+xml", DRAWING)]).expect("an image");
        assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("a.png", "image/png"));
        load_from_memory(&made[0].2).expect("an image").into_rgba8()
    }

    #[test]
    fn a_drawing_is_drawn_as_large_as_said() {
        for (options, size) in [
            (json!({}), (20, 10)),
            (json!({ "scale": 2.5 }), (50, 25)),
            (json!({ "width": 40 }), (40, 20)),
            (json!({ "height": 40 }), (80, 40)),
            (json!({ "width": 40, "height": 10 }), (20, 10)),
        ] {
            let made = drawn(options);
            assert_eq!(made.dimensions(), size);
            assert_eq!(made.get_pixel(1, 1).0, [255, 0, 0, 255]);
            assert_eq!(made.get_pixel(size.0 - 1, 1).0[3], 0);
        }
        assert_eq!(drawn(json!({ "background": "#00ff00" })).get_pixel(19, 1).0, [0, 255, 0, 255]);
    }

    #[test]
    fn a_size_is_said_once_and_within_bounds() {
        let tool = tool("svg-to-png").expect("a tool");
        for refused in
            [json!({ "scale": 2, "width": 3 }), json!({ "scale": 2, "height": 3 }), json!({ "scale": 0 })]
        {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
        let layers =
            "<g opacity='.5'>".repeat(40) + "<rect width='4000' height='4000'/>" + &"</g>".repeat(40);
        let layers =
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='4000' height='4000'>{layers}</svg>");
        let files: &[(&str, &str, &[u8])] = &[("a.svg", "image/svg+xml", layers.as_bytes())];
        let refused = convert("svg-to-png", json!({}), files);
        assert_eq!(refused.expect_err("too many layers").code, Code::MemoryExceeded);
        let few = Limits { pixels: 799, ..Limits::default() };
        let files: &[(&str, &str, &[u8])] = &[("a.svg", "image/svg+xml", DRAWING)];
        let refused = convert_within(few, "svg-to-png", json!({ "scale": 2 }), files);
        assert_eq!(refused.expect_err("too large").code, Code::TooManyPixels);
    }
}
