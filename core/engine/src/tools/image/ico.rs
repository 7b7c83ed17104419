//! Icons: the same picture in several sizes.
use super::{
    open::failure,
    scale::{Fit, Frame},
};
use crate::{Failure, Limits};
use image::{
    DynamicImage, ExtendedColorType,
    codecs::ico::{IcoEncoder, IcoFrame},
};

/// The sides of the pictures in an icon: those that systems and browsers ask for. The format says no larger one.
const SIDES: [u32; 6] = [256, 128, 64, 48, 32, 16];

/// `pixels`, of four bytes each, in the sizes that are no larger than they are, and at least in one.
pub fn encode(pixels: &DynamicImage) -> Result<Vec<u8>, Failure> {
    let longest = pixels.width().max(pixels.height());
    let smaller = SIDES.into_iter().filter(|side| *side < longest);
    let sides = if longest <= SIDES[0] { vec![longest] } else { Vec::new() };
    let frame = |side| {
        let frame = Frame { width: Some(side), height: Some(side), fit: Fit::Contain, enlarge: false };
        let scaled = frame.scale(pixels, &Limits::default())?.into_rgba8();
        IcoFrame::as_png(&scaled, scaled.width(), scaled.height(), ExtendedColorType::Rgba8).map_err(failure)
    };
    let frames = sides.into_iter().chain(smaller).map(frame).collect::<Result<Vec<_>, Failure>>()?;
    let mut out = Vec::new();
    IcoEncoder::new(&mut out).encode_images(&frames).map_err(failure)?;
    Ok(out)
}

/// The best picture of an icon, if it is a PNG: the crate that reads icons takes only those with transparency.
///
/// The best is the one of the most bits, and of these the largest; a length of 0 is 256.
pub fn png(icon: &[u8]) -> Option<&[u8]> {
    let count = u16::from_le_bytes([*icon.get(4)?, *icon.get(5)?]);
    let entries = icon.get(6..)?.chunks_exact(16).take(count.into());
    let side = |side: u8| if side == 0 { 256 } else { u32::from(side) };
    let worth = |entry: &&[u8]| match entry {
        [wide, high, _, _, _, _, low, top, ..] => {
            (u16::from_le_bytes([*low, *top]), side(*wide) * side(*high))
        }
        _ => (0, 0),
    };
    let [.., l0, l1, l2, l3, a0, a1, a2, a3] = entries.max_by_key(worth)? else { return None };
    let number = |bytes: [&u8; 4]| usize::try_from(u32::from_le_bytes(bytes.map(|byte| *byte))).ok();
    let (length, at) = (number([l0, l1, l2, l3])?, number([a0, a1, a2, a3])?);
    let content = icon.get(at..at.checked_add(length)?)?;
    content.starts_with(b"\x89PNG\r\n\x1a\n").then_some(content)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{error, half, photo, written};
    use crate::{Code, stage::convert};
    use image::{DynamicImage, GenericImageView, ImageFormat, load_from_memory};
    use serde_json::json;

    fn converted(format: &str, mime: &str, content: &[u8]) -> Result<(String, String, Vec<u8>), Code> {
        let made = convert("image-convert", json!({ "format": format }), &[("a.x", mime, content)]);
        made.map(|mut made| made.remove(0)).map_err(|failure| failure.code)
    }

    const ICON: &str = "image/vnd.microsoft.icon";

    #[test]
    fn an_icon_has_several_sizes() {
        for ((wide, high), sides) in [
            ((600, 300), vec![(0, 128), (128, 64), (64, 32), (48, 24), (32, 16), (16, 8)]),
            ((40, 40), vec![(40, 40), (32, 32), (16, 16)]),
            ((256, 9), vec![(0, 9), (128, 5), (64, 2), (48, 2), (32, 1), (16, 1)]),
            ((3, 3), vec![(3, 3)]),
        ] {
            let (name, mime, made) =
                converted("ico", "image/png", &written(photo(wide, high), ImageFormat::Png))
                    .expect("an icon");
            assert_eq!((name.as_str(), mime.as_str()), ("a.ico", ICON));
            let entries = made[6..].chunks_exact(16).take(made[4].into());
            assert_eq!(entries.map(|entry| (entry[0], entry[1])).collect::<Vec<_>>(), sides);
            assert!(load_from_memory(&made).expect("an icon").dimensions().0 <= 256);
        }
    }

    #[test]
    fn an_icon_is_read() {
        let shown = DynamicImage::from(half(48, 48));
        let (_, _, icon) =
            converted("ico", "image/png", &written(half(48, 48), ImageFormat::Png)).expect("an icon");
        for mime in [ICON, "image/x-icon"] {
            let (_, _, made) = converted("png", mime, &icon).expect("a picture");
            assert_eq!(error(&shown, &load_from_memory(&made).expect("a picture")), 0);
        }
        assert_eq!(converted("png", ICON, &icon[..icon.len() / 4]).map(|_| ()), Err(Code::FileBroken));
    }

    #[test]
    fn an_icon_without_transparency_is_read() {
        let png = written(photo(20, 20), ImageFormat::Png);
        let length = u32::try_from(png.len()).expect("small").to_le_bytes();
        let head = [0, 0, 1, 0, 1, 0, 20, 20, 0, 0, 1, 0, 24, 0];
        let icon = [&head, length.as_slice(), &[22, 0, 0, 0], &png].concat();
        let (_, _, made) = converted("png", ICON, &icon).expect("a picture");
        assert_eq!(error(&photo(20, 20).into(), &load_from_memory(&made).expect("a picture")), 0);
    }
}
