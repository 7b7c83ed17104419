//! Images that are smaller, in the format that they have.
use super::{
    colour::Colour,
    each::{Made, together},
    encode::{Style, encode, smallest_png},
    format::Format,
    jxl,
    open::{failure, kind, open},
};
use crate::{About, Category, Code, Convert, Engine, Failure, Work};
use garde::Validate;
use image::codecs::{png::PngDecoder, webp::WebPDecoder};
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Cursor;

const fn usual_quality() -> u8 {
    75
}

/// How much may be lost.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ImageCompress {
    /// How good JPEG and WebP shall be, of 100; PNG and JPEG XL stay exact, and so does WebP at 100.
    #[serde(default = "usual_quality")]
    #[garde(range(min = 1, max = 100))]
    quality: u8,
}

impl Convert for ImageCompress {
    const ABOUT: About = About {
        id: "image-compress",
        name: "Compress images",
        description: "Makes the files of images smaller and keeps their format and size. An image that \
                      would not get smaller is given back as it was.",
        category: Category::Image,
        accepts: &["image/jpeg", "image/png", "image/webp", "image/jxl"],
        produces: &["image/jpeg", "image/png", "image/webp", "image/jxl"],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        together(work, |file, bytes, limits| {
            let format = kind(file, bytes)?;
            still(format, bytes)?;
            let made = match format {
                Format::Jxl => jxl::anew(bytes, limits)?,
                Format::Png => Some(smallest_png(open(file, bytes, limits)?)?),
                _ => {
                    let style = Style { format, quality: self.quality, background: Colour::WHITE };
                    Some(encode(open(file, bytes, limits)?, style)?)
                }
            };
            let smaller = made.filter(|made| made.len() < bytes.len());
            let content = smaller.unwrap_or_else(|| bytes.to_vec());
            Ok(Made { name: file.name.clone(), mime: format.mime(), content })
        })
    }
}

/// Refuses animations: one frame of them would be left.
fn still(format: Format, bytes: &[u8]) -> Result<(), Failure> {
    let reader = Cursor::new(bytes);
    let moves = match format {
        Format::Png => PngDecoder::new(reader).and_then(|decoder| decoder.is_apng()),
        Format::Webp => WebPDecoder::new(reader).map(|decoder| decoder.has_animation()),
        Format::Jxl => Ok(jxl::head(reader)?.moves),
        _ => Ok(false),
    };
    match moves.map_err(failure)? {
        true => Err(Failure::new(Code::FileUnsupported, "an animation cannot be compressed")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        jxl,
        samples::{error, moving_webp, photo, turned_photo, written},
    };
    use crate::{Code, stage::convert};
    use image::{
        DynamicImage, ImageFormat,
        codecs::png::{CompressionType, FilterType, PngEncoder},
        load_from_memory,
    };
    use serde_json::json;

    fn compressed(quality: u8, mime: &str, content: &[u8]) -> Result<Vec<u8>, Code> {
        let made = convert("image-compress", json!({ "quality": quality }), &[("a.x", mime, content)]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    #[test]
    fn a_photo_gets_smaller_and_stays_upright() {
        let content = turned_photo(120, 80, 6);
        let made = compressed(50, "image/jpeg", &content).expect("an image");
        assert!(made.len() * 3 < content.len() * 2, "{} of {}", made.len(), content.len());
        let made = load_from_memory(&made).expect("an image").into_rgb8();
        assert_eq!(made.dimensions(), (80, 120));
    }

    #[test]
    fn png_stays_exact() {
        let shown = DynamicImage::from(photo(100, 100));
        let mut content = Vec::new();
        let encoder =
            PngEncoder::new_with_quality(&mut content, CompressionType::Uncompressed, FilterType::NoFilter);
        shown.write_with_encoder(encoder).expect("an image");
        let made = compressed(1, "image/png", &content).expect("an image");
        assert!(made.len() * 2 < content.len());
        assert_eq!(error(&shown, &load_from_memory(&made).expect("an image")), 0);
    }

    #[test]
    fn jpeg_xl_stays_exact() {
        let shown = DynamicImage::from(photo(61, 35));
        let jxl = jxl::encode(&shown).expect("an image");
        assert_eq!(compressed(1, "image/jxl", &jxl), Ok(jxl.clone()));
        // The container of ISO/IEC 18181-2, with what a camera says.
        let part = |kind: &[u8; 4], content: &[u8]| {
            let length = u32::try_from(8 + content.len()).expect("it is short");
            [length.to_be_bytes().as_slice(), kind, content].concat()
        };
        let head = [part(b"JXL ", b"\r\n\x87\n"), part(b"ftyp", b"jxl \0\0\0\0jxl ")].concat();
        let with_more = [head, part(b"Exif", &[0; 900]), part(b"jxlc", &jxl)].concat();
        assert_eq!(compressed(1, "image/jxl", &with_more), Ok(jxl));
    }

    #[test]
    fn nothing_gets_larger() {
        let once =
            compressed(30, "image/jpeg", &written(photo(64, 64), ImageFormat::Jpeg)).expect("an image");
        assert_eq!(compressed(100, "image/jpeg", &once), Ok(once));
        let exact = written(photo(9, 9), ImageFormat::WebP);
        assert!(compressed(100, "image/webp", &exact).expect("an image").len() <= exact.len());
    }

    #[test]
    fn an_animation_is_refused() {
        let moving = moving_webp(&photo(8, 8));
        assert_eq!(compressed(50, "image/webp", &moving), Err(Code::FileUnsupported));
        // Its first frame can be taken.
        let made = convert("image-convert", json!({ "format": "png" }), &[("a.webp", "image/webp", &moving)]);
        let made = load_from_memory(&made.expect("an image")[0].2).expect("an image");
        assert_eq!(error(&photo(8, 8).into(), &made), 0);
    }
}
