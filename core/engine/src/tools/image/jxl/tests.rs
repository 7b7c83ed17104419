use super::{
    super::samples::{half, photo},
    *,
};
use crate::stage::convert;
use serde_json::json;
use std::path::Path;

fn opened(bytes: &[u8], limits: Limits) -> Result<DynamicImage, Code> {
    open(bytes, &limits).map(|picture| picture.pixels).map_err(|failure| failure.code)
}

#[test]
fn what_is_written_is_read_again_and_nothing_is_lost() {
    let (photo, half) = (DynamicImage::from(photo(301, 270)), DynamicImage::from(half(61, 35)));
    let all = [
        photo.clone(),
        half.clone(),
        photo.to_luma8().into(),
        half.to_luma_alpha8().into(),
        photo.to_rgb16().into(),
        half.to_rgba16().into(),
        photo.to_luma16().into(),
        half.to_luma_alpha16().into(),
    ];
    for pixels in all {
        let made = encode(&pixels).expect("an image");
        assert!(is_jxl(&made));
        let picture = open(&made, &Limits::default()).expect("an image");
        let expected = match pixels {
            DynamicImage::ImageLumaA16(_) => pixels.to_rgba16().into(),
            _ => pixels.clone(),
        };
        assert_eq!(picture.pixels, expected, "{:?}", pixels.color());
        assert!(picture.profile.is_none() || !pixels.color().has_color());
    }
}

#[test]
fn it_is_a_format_like_others() {
    let jxl = encode(&half(40, 30).into()).expect("an image");
    for (tool, options, name) in [
        ("image-convert", json!({"format": "png"}), "a.png"),
        ("image-convert", json!({"format": "jxl"}), "a.jxl"),
        ("image-resize", json!({"width": 20}), "a.jxl"),
        ("image-rotate", json!({"angle": 90}), "a.jxl"),
        ("image-crop", json!({"ratio": "1:1"}), "a.jxl"),
        ("images-to-pdf", json!({}), "a.pdf"),
    ] {
        let made = convert(tool, options, &[("a.jxl", "image/jxl", &jxl)]).expect(tool);
        assert_eq!(made[0].0, name, "{tool}");
    }
}

#[test]
fn only_what_stays_exact_is_written_anew() {
    let limits = Limits::default();
    for pixels in [half(61, 35).into(), DynamicImage::from(photo(61, 35)).to_rgb16().into()] {
        let jxl = encode(&pixels).expect("an image");
        let made = anew(&jxl, &limits).expect("an image").expect("it is exact");
        assert_eq!(opened(&made, limits), Ok(pixels));
    }
    let sample = |name: &str| std::fs::read(Path::new("tests/corpus/samples").join(name)).expect("a sample");
    let made = anew(&sample("exact.jxl"), &limits).expect("an image").expect("it is exact");
    assert_eq!(opened(&made, limits), opened(&sample("exact.jxl"), limits));
    for name in ["lossy.jxl", "turned.jxl"] {
        assert_eq!(anew(&sample(name), &limits), Ok(None), "{name}");
    }
}

#[test]
fn the_beginning_says_what_it_is() {
    let told =
        |file: &[u8]| head(file).map(|head| (head.width, head.height, head.bits_per_pixel, head.moves));
    let jxl = encode(&half(40, 30).into()).expect("an image");
    assert_eq!(told(&jxl), Ok((40, 30, 32, false)));
    assert_eq!(told(&jxl[..20]), Ok((40, 30, 32, false)));
    assert_eq!(told(&jxl[..3]).map_err(|failure| failure.code), Err(Code::FileBroken));
    let grey = encode(&DynamicImage::from(photo(9, 8)).to_luma16().into()).expect("an image");
    assert_eq!(told(&grey), Ok((9, 8, 16, false)));
}

#[test]
fn what_is_too_large_or_broken_is_refused() {
    let jxl = encode(&photo(300, 300).into()).expect("an image");
    let few = Limits { pixels: 89_999, ..Limits::default() };
    assert_eq!(opened(&jxl, few).err(), Some(Code::TooManyPixels));
    let small = Limits { memory: 500_000, ..Limits::default() };
    assert_eq!(opened(&jxl, small).err(), Some(Code::MemoryExceeded));
    for length in [2, 10, 100, jxl.len() / 2] {
        assert_eq!(opened(&jxl[..length], Limits::default()).err(), Some(Code::FileBroken), "{length}");
    }
    let thin = encode(&photo(1, 30).into());
    assert_eq!(thin.expect_err("it is too thin").code, Code::OptionsDoNotFit);
}
