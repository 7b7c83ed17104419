//! Images in another format.
use super::{
    MADE, TAKEN,
    colour::Colour,
    each::{Made, together},
    encode::{Style, encode},
    format::Format,
    frames::animate,
    open::{kind, open},
};
use crate::{About, Category, Convert, Engine, Failure, Work, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// What quality is, unless it is said.
pub(super) const fn usual_quality() -> u8 {
    80
}

/// Into which format, and how.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ImageConvert {
    /// The format of the new images.
    format: Format,
    /// How good JPEG, WebP and AVIF shall be, of 100; WebP is exact at 100.
    #[serde(default = "usual_quality")]
    #[garde(range(min = 1, max = 100))]
    quality: u8,
    /// What shows through where an image is transparent and the format cannot be.
    #[serde(default)]
    background: Colour,
}

impl Convert for ImageConvert {
    const ABOUT: About = About {
        id: "image-convert",
        name: "Convert images",
        description: "Turns images into another format, upright and without the data that cameras add. \
                      Animations stay animated from GIF to GIF; of others the first frame is taken. \
                      Of Photoshop's documents the picture of the whole is taken, not their layers. \
                      JPEG XL is written without any loss, whatever the quality, in the usual colours (sRGB).",
        category: Category::Image,
        accepts: TAKEN,
        produces: MADE,
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let style = Style { format: self.format, quality: self.quality, background: self.background };
        together(work, |file, bytes, limits| {
            let animated = style.format == Format::Gif && kind(file, bytes)? == Format::Gif;
            let content = match animated {
                true => animate(bytes, limits, style, Ok)?,
                false => encode(open(file, bytes, limits)?, style)?,
            };
            let name = renamed(&file.name, style.format.extension());
            Ok(Made { name, mime: style.format.mime(), content })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{animation, empty_png, error, half, photo, turned_photo, written};
    use crate::{
        Code, Limits,
        stage::{Held, convert, convert_within},
    };
    use image::{AnimationDecoder, ColorType, ImageFormat, codecs::gif::GifDecoder, load_from_memory};
    use serde_json::json;
    use std::io::Cursor;

    fn one(format: &str, mime: &str, content: &[u8]) -> Result<Held, Code> {
        let made = convert("image-convert", json!({ "format": format }), &[("a.x", mime, content)]);
        made.map(|mut made| made.remove(0)).map_err(|failure| failure.code)
    }

    #[test]
    fn each_format_becomes_each_other() {
        let formats = [
            ("png", "image/png", ImageFormat::Png),
            ("jpeg", "image/jpeg", ImageFormat::Jpeg),
            ("webp", "image/webp", ImageFormat::WebP),
            ("gif", "image/gif", ImageFormat::Gif),
            ("tiff", "image/tiff", ImageFormat::Tiff),
            ("bmp", "image/bmp", ImageFormat::Bmp),
        ];
        let shown = photo(61, 35).into();
        for (_, mime, given) in formats {
            let content = written(photo(61, 35), given);
            for (format, becomes, expected) in formats {
                let (name, mime, made) = one(format, mime, &content).expect("an image");
                assert_eq!(
                    (mime.as_str(), image::guess_format(&made).ok()),
                    (becomes, Some(expected)),
                    "{name}"
                );
                let off = error(&shown, &load_from_memory(&made).expect("an image"));
                assert!(off < 250, "{given:?} as {format} is off by {off}");
            }
        }
    }

    #[test]
    fn avif_is_made() {
        let content = written(half(40, 30), ImageFormat::Png);
        let (name, mime, made) = one("avif", "image/png", &content).expect("an image");
        assert_eq!((name.as_str(), mime.as_str()), ("a.avif", "image/avif"));
        // ISO/IEC 23008-12: the brand comes first, and the size is a property of its own.
        assert_eq!(made.get(4..12), Some(b"ftypavif".as_slice()));
        let size = made.windows(4).position(|part| part == b"ispe").expect("a size") + 8;
        assert_eq!(made.get(size..size + 8), Some([0, 0, 0, 40, 0, 0, 0, 30].as_slice()));
    }

    #[test]
    fn a_photo_is_turned_upright() {
        let content = turned_photo(64, 32, 6);
        let (_, _, made) = one("png", "image/jpeg", &content).expect("an image");
        let upright = load_from_memory(&made).expect("an image").into_rgb8();
        assert_eq!(upright.dimensions(), (32, 64));
        let [red, green, _] = upright.get_pixel(30, 1).0;
        assert!(red > 180 && green < 80, "the red corner is on the right now");
    }

    #[test]
    fn what_is_transparent_shows_the_background() {
        let content = written(half(32, 32), ImageFormat::Png);
        let options = json!({ "format": "jpeg", "background": "#0000ff", "quality": 95 });
        let made = convert("image-convert", options, &[("a.png", "image/png", &content)]).expect("an image");
        let [red, green, blue] =
            load_from_memory(&made[0].2).expect("an image").into_rgb8().get_pixel(28, 16).0;
        assert!(red < 20 && green < 20 && blue > 230, "{red} {green} {blue}");
        for format in ["png", "webp", "gif", "tiff"] {
            let (_, _, made) = one(format, "image/png", &content).expect("an image");
            let made = load_from_memory(&made).expect("an image").into_rgba8();
            assert_eq!((made.get_pixel(4, 20).0[3], made.get_pixel(28, 16).0[3]), (255, 0), "{format}");
        }
    }

    #[test]
    fn sixteen_bits_stay_where_they_can() {
        let deep = image::DynamicImage::from(photo(8, 8)).into_rgb16();
        let content = written(deep, ImageFormat::Png);
        for (format, colour) in
            [("png", ColorType::Rgb16), ("tiff", ColorType::Rgb16), ("bmp", ColorType::Rgb8)]
        {
            let (_, _, made) = one(format, "image/png", &content).expect("an image");
            assert_eq!(load_from_memory(&made).expect("an image").color(), colour, "{format}");
        }
    }

    #[test]
    fn an_animation_stays_one() {
        let (_, _, made) = one("gif", "image/gif", &animation(5)).expect("an image");
        let frames = GifDecoder::new(Cursor::new(&made)).expect("a GIF").into_frames();
        let frames = frames.collect_frames().expect("frames");
        assert_eq!(frames.len(), 5);
        assert_eq!(frames[4].buffer().get_pixel(3, 3).0[0], 160);
        let (_, _, first) = one("png", "image/gif", &animation(5)).expect("an image");
        assert_eq!(load_from_memory(&first).expect("an image").into_rgb8().get_pixel(3, 3).0[0], 0);
        let few = Limits { layers: 4, ..Limits::default() };
        let files: &[(&str, &str, &[u8])] = &[("a.gif", "image/gif", &animation(5))];
        let refused = convert_within(few, "image-convert", json!({ "format": "gif" }), files);
        assert_eq!(refused.expect_err("too many").code, Code::TooManyLayers);
    }

    #[test]
    fn what_is_too_large_is_not_unpacked() {
        assert_eq!(one("jpeg", "image/png", &empty_png(50_000, 50_000)), Err(Code::TooManyPixels));
        let mut bmp = written(photo(1, 1), ImageFormat::Bmp);
        bmp[18..22].copy_from_slice(&50_000_u32.to_le_bytes());
        bmp[22..26].copy_from_slice(&50_000_u32.to_le_bytes());
        assert_eq!(one("jpeg", "image/bmp", &bmp), Err(Code::TooManyPixels));
        let wide = written(photo(16_400, 1), ImageFormat::Png);
        assert_eq!(one("webp", "image/png", &wide), Err(Code::OptionsDoNotFit));
    }

    #[test]
    fn what_is_cut_off_or_something_else_is_refused() {
        for (mime, format) in [
            ("image/png", ImageFormat::Png),
            ("image/jpeg", ImageFormat::Jpeg),
            ("image/webp", ImageFormat::WebP),
            ("image/gif", ImageFormat::Gif),
            ("image/tiff", ImageFormat::Tiff),
            ("image/bmp", ImageFormat::Bmp),
        ] {
            let content = written(photo(64, 64), format);
            let cut = &content[..content.len() * 2 / 3];
            assert_eq!(one("png", mime, cut), Err(Code::FileBroken), "{mime}");
        }
        let png = written(photo(4, 4), ImageFormat::Png);
        assert_eq!(one("png", "image/jpeg", &png), Err(Code::FileTypeMismatch));
        assert_eq!(one("png", "image/jpeg", b"hello"), Err(Code::FileTypeMismatch));
        assert!(one("png", "image/PNG; charset=x", &png).is_ok());
    }
}
