//! Images.
use crate::support::{
    checks::Check,
    pages,
    samples::{PHOTO, sample},
    stage::Stage,
};
use hosting_engine::Code;
use image::{AnimationDecoder, DynamicImage, codecs::gif::GifDecoder};
use serde_json::{Value, json};
use std::io::Cursor;

const JXL: &str = "image/jxl";
const PSD: &str = "image/vnd.adobe.photoshop";

pub const ALL: &[Check] = &[
    Check::new("images of all kinds look as before", kinds),
    Check::new("a picture of JPEG XL is turned upright once", turned),
    Check::new("an animation keeps its frames", animation),
    Check::new("JPEG XL is taken by the tools that take pictures", jxl),
];

/// A rose that `ImageMagick` wrote in many ways, and what it sees in each.
const KINDS: &[(&str, &str, &str)] = &[
    ("cmyk.jpg", "image/jpeg", "rose.png"),
    ("progressive.jpg", "image/jpeg", "rose.png"),
    ("planes.jpg", "image/jpeg", "rose.png"),
    ("gray.jpg", "image/jpeg", "seen/gray.jpg.png"),
    ("deep.png", "image/png", "rose.png"),
    ("palette.png", "image/png", "seen/palette.png.png"),
    ("black.png", "image/png", "seen/black.png.png"),
    ("gray2.png", "image/png", "seen/gray2.png.png"),
    ("interlaced.png", "image/png", "rose.png"),
    ("lzw.tiff", "image/tiff", "rose.png"),
    ("deep.tiff", "image/tiff", "rose.png"),
    ("rle.tiff", "image/tiff", "rose.png"),
    ("jpeg.tiff", "image/tiff", "rose.png"),
    ("fax.tiff", "image/tiff", "seen/fax.tiff.png"),
    ("tiled.tiff", "image/tiff", "rose.png"),
    ("big.tiff", "image/tiff", "rose.png"),
    ("cmyk.tiff", "image/tiff", "rose.png"),
    ("pages.tiff", "image/tiff", "rose.png"),
    ("lossy.webp", "image/webp", "rose.png"),
    ("lossless.webp", "image/webp", "rose.png"),
    ("plain.gif", "image/gif", "seen/plain.gif.png"),
    ("interlaced.gif", "image/gif", "seen/interlaced.gif.png"),
    ("plain.bmp", "image/bmp", "rose.png"),
    ("palette.bmp", "image/bmp", "seen/palette.bmp.png"),
    ("exact.jxl", "image/jxl", "rose.png"),
    ("lossy.jxl", "image/jxl", "rose.png"),
    ("animation.jxl", "image/jxl", "seen/plain.gif.png"),
    ("plain.ico", "image/vnd.microsoft.icon", "rose.png"),
    ("mixed.ico", "image/vnd.microsoft.icon", "rose.png"),
    ("plain.psd", PSD, "rose.png"),
    ("deep.psd", PSD, "rose.png"),
    ("cmyk.psd", PSD, "rose.png"),
    ("gray.psd", PSD, "seen/gray.psd.png"),
    ("half.psd", PSD, "rose.png"),
    ("large.psb", PSD, "rose.png"),
];

fn kinds(stage: &Stage) {
    let mut wrong = Vec::new();
    for (name, mime, seen) in KINDS {
        let seen = image::load_from_memory(&sample(seen)).expect("an image");
        match stage.convert("image-convert", json!({"format": "png"}), &[(name, mime, &sample(name))]) {
            Ok(png) => {
                let png = image::load_from_memory(&png[0].content).expect("an image");
                let difference = difference(&png, &seen);
                if difference > 0.05 {
                    wrong.push(format!("{name}: {difference}"));
                }
            }
            Err(failure) => wrong.push(format!("{name}: {failure:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// How different two images are, from 0 to 1: the root of the mean square.
fn difference(one: &DynamicImage, other: &DynamicImage) -> f64 {
    let (one, other) = (one.to_rgb8(), other.to_rgb8());
    assert_eq!(one.dimensions(), other.dimensions());
    let squares = one.iter().zip(other.iter()).map(|(a, b)| (f64::from(a.abs_diff(*b)) / 255.0).powi(2));
    let count = u32::try_from(squares.len()).expect("few pixels");
    (squares.sum::<f64>() / f64::from(count)).sqrt()
}

/// The frames of a GIF, and how long each is shown, in milliseconds.
fn frames(gif: &[u8]) -> Vec<(u32, DynamicImage)> {
    let frames = GifDecoder::new(Cursor::new(gif)).expect("a GIF").into_frames();
    let frame = |frame: image::Frame| (frame.delay().numer_denom_ms().0, frame.into_buffer().into());
    frames.collect_frames().expect("frames").into_iter().map(frame).collect()
}

/// The same photo as JPEG and as JPEG XL, which says twice how it is to be turned.
fn turned(stage: &Stage) {
    let png = |mime, content: &[u8]| {
        let made = stage.one("image-convert", json!({"format": "png"}), (mime, content));
        image::load_from_memory(&made).expect("an image")
    };
    let (one, other) = (png("image/jpeg", PHOTO), png("image/jxl", &sample("turned.jxl")));
    assert!(difference(&one, &other) < 0.05, "{}", difference(&one, &other));
}

fn jxl(stage: &Stage) {
    for (name, (width, height), bits) in
        [("exact.jxl", (70, 46), 24), ("lossy.jxl", (70, 46), 24), ("animation.jxl", (70, 46), 32)]
    {
        let report = stage.one("media-probe", json!({}), (JXL, &sample(name)));
        let report: Value = serde_json::from_slice(&report).expect("JSON");
        assert_eq!(
            (&report["container"], &report["width"], &report["height"], &report["bitsPerPixel"]),
            (&json!("jxl"), &json!(width), &json!(height), &json!(bits)),
            "{name}"
        );
    }
    for name in ["exact.jxl", "lossy.jxl"] {
        let small =
            stage.all("image-compress", json!({"quality": 1}), &[("a.jxl", JXL, &sample(name))]).remove(0);
        let png = |jxl: &[u8]| stage.one("image-convert", json!({"format": "png"}), (JXL, jxl));
        assert!(small.content.len() <= sample(name).len(), "{name}");
        assert_eq!(
            (small.mime.as_str(), png(&small.content)),
            (JXL, png(&sample(name))),
            "{name}: nothing is lost"
        );
    }
    let moving = stage.convert("image-compress", json!({}), &[("a.jxl", JXL, &sample("animation.jxl"))]);
    assert_eq!(moving.expect_err("an animation").code, Code::FileUnsupported);
    // The red rose lies on a page of which nothing else is red.
    let (pdf, rose) = (sample("text.pdf"), sample("exact.jxl"));
    let files = [("a.pdf", pages::MIME, pdf.as_slice()), ("b.jxl", JXL, &rose)];
    let marked = stage.all("pdf-watermark", json!({"opacity": 100}), &files).remove(0);
    let drawn = |pdf: &[u8]| {
        let page = stage.one("pdf-to-png", json!({"dpi": 36, "pages": "1"}), (pages::MIME, pdf));
        let page = image::load_from_memory(&page).expect("an image").into_rgb8();
        page.pixels().filter(|pixel| pixel[0] > 150 && pixel[1] < 90).count()
    };
    assert!(drawn(&pdf) == 0 && drawn(&marked.content) > 50, "{} {}", drawn(&pdf), drawn(&marked.content));
}

fn animation(stage: &Stage) {
    let source = sample("animation.gif");
    for (tool, options, (width, height)) in [
        ("image-convert", json!({"format": "gif"}), (70, 46)),
        ("image-resize", json!({"width": 35}), (35, 23)),
        ("image-crop", json!({"ratio": "35:23"}), (70, 46)),
    ] {
        let (before, after) = (frames(&source), frames(&stage.one(tool, options, ("image/gif", &source))));
        assert_eq!((before.len(), after.len()), (3, 3), "{tool}");
        for ((time, before), (time_after, after)) in before.iter().zip(&after) {
            assert_eq!((time, width, height), (time_after, after.width(), after.height()), "{tool}");
            let before = before.resize_exact(width, height, image::imageops::FilterType::Lanczos3);
            assert!(difference(&before, after) < 0.1, "{tool}: {}", difference(&before, after));
        }
    }
}
