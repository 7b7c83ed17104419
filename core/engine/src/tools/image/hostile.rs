//! Images that were damaged at random.
use super::samples::{animation, half, moving_webp, photo, turned_photo, written};
use crate::tools::mutated::panics;
use image::ImageFormat;
use serde_json::json;

#[test]
fn damaged_images_are_refused() {
    let samples = [
        ("image/png", written(half(40, 30), ImageFormat::Png)),
        ("image/jpeg", turned_photo(40, 30, 6)),
        ("image/webp", written(photo(40, 30), ImageFormat::WebP)),
        ("image/webp", super::webp::encode(&half(40, 30).into(), None, 80).expect("a picture")),
        ("image/webp", moving_webp(&photo(20, 20))),
        ("image/gif", animation(3)),
        ("image/tiff", written(photo(40, 30), ImageFormat::Tiff)),
        ("image/bmp", written(photo(40, 30), ImageFormat::Bmp)),
    ];
    for (mime, content) in &samples {
        let file = ("a.x", *mime);
        assert_eq!(panics("image-convert", &json!({ "format": "gif" }), file, content, 60), 0, "{mime}");
        assert_eq!(panics("image-resize", &json!({ "width": 9 }), file, content, 20), 0, "{mime}");
        assert_eq!(panics("image-compress", &json!({}), file, content, 20), 0, "{mime}");
        assert_eq!(panics("images-to-pdf", &json!({}), file, content, 40), 0, "{mime}");
    }
}

#[test]
fn damaged_drawings_are_refused() {
    let drawing = br##"<!DOCTYPE svg [<!ENTITY e "1 1">]><svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">
        <defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0 L4 4" stroke="red"/></pattern>
        <filter id="f"><feGaussianBlur stdDeviation="&e;"/><feOffset dx="2"/></filter>
        <linearGradient id="g"><stop offset="0"/><stop offset="1" stop-color="blue"/></linearGradient>
        <clipPath id="c"><circle r="20"/></clipPath><marker id="m" orient="auto"><rect width="2" height="2"/></marker></defs>
        <g filter="url(#f)" clip-path="url(#c)"><rect width="30" height="20" fill="url(#p)" transform="rotate(20)"/></g>
        <path d="M1 1 C 3 4 5 6 7 8 A 3 3 0 1 0 9 9 Z" fill="url(#g)" marker-mid="url(#m)" stroke-dasharray="1 2"/>
        <text x="3" y="20" font-size="9" style="fill:green">Text <tspan dy="2">more</tspan></text><use href="#p"/></svg>"##;
    assert_eq!(panics("svg-to-png", &json!({}), ("a.svg", "image/svg+xml"), drawing, 200), 0);
}
