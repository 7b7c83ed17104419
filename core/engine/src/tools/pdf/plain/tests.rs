//! What is drawn by us looks as what the crate draws that knows it all.
use super::{
    super::samples::{lines, one_page, stream, written},
    plain,
};
use crate::Code;
use hayro::{
    hayro_interpret::{InterpreterCache, InterpreterSettings},
    hayro_syntax::Pdf,
};
use hayro_svg::{RenderCache, SvgRenderSettings, convert};
use image::{ExtendedColorType, ImageEncoder, codecs::jpeg::JpegEncoder};
use lopdf::{Document, Object, Stream, dictionary};
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree},
};

/// The first page of a document by us, and by the crate.
fn both(content: &[u8]) -> (Option<String>, String) {
    let pdf = Pdf::new(content.to_vec()).expect("a document");
    let ours = plain(&pdf.pages()[0], &InterpreterCache::new(), 1 << 20).expect("not too large");
    let how = (InterpreterSettings::default(), SvgRenderSettings::default());
    (ours, convert(&pdf.pages()[0], &RenderCache::new(), &how.0, &how.1))
}

/// The pixels of an image, on white, three for each point.
fn pixels(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).expect("an image");
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width() * 3, size.height() * 3).expect("a size");
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(3.0, 3.0), &mut pixels.as_mut());
    pixels
}

/// How much two images differ, from 0 to 1, and how much there is to be seen.
fn difference(ours: &str, other: &str) -> (f64, f64) {
    let (ours, other) = (pixels(ours), pixels(other));
    let count = f64::from(ours.width() * ours.height() * 4);
    let pairs = ours.data().iter().zip(other.data());
    let apart: f64 = pairs.map(|(one, two)| f64::from(one.abs_diff(*two))).sum();
    let seen: f64 = other.data().iter().map(|part| f64::from(u8::MAX - part)).sum();
    assert_eq!(ours.data().len(), other.data().len());
    (apart / count / 255.0, seen / count / 255.0)
}

/// Ours, which looks as the other one does.
fn same(name: &str, content: &[u8]) -> String {
    let (ours, other) = both(content);
    let ours = ours.unwrap_or_else(|| panic!("{name} was left to others"));
    let (apart, seen) = difference(&ours, &other);
    assert!(apart < 0.002 && seen > 0.005, "{name}: {apart} of {seen}\n{ours}\n{other}");
    ours
}

/// A form that says itself what it needs.
fn form(more: &str, content: &str) -> String {
    stream(&format!("/Type /XObject /Subtype /Form /BBox [0 0 100 100] {more}"), content)
}

/// A picture of these letters.
fn picture(more: &str, content: &str) -> String {
    stream(&format!("/Type /XObject /Subtype /Image /BitsPerComponent 8 {more}"), content)
}

const RED: &str = "1 0 0 rg 10 10 80 80 re f";
const SHOWN: &str = "60 0 0 60 20 20 cm /X Do";
const COLOURS: &str = "/Width 2 /Height 2 /ColorSpace /DeviceRGB";

#[test]
fn shapes_look_alike() {
    for (name, content) in [
        ("filled", RED),
        ("with a hole", "0 0 1 rg 10 10 80 80 re 30 30 20 20 re f*"),
        ("curved", "0 .5 0 rg 50 10 m 90 10 90 90 50 90 c 10 90 10 10 50 10 c f"),
        ("a line", "3 w 10 10 m 90 90 l S"),
        ("with ends and corners", "1 J 1 j 9 w 20 20 m 50 80 l 80 20 l S 2 J 2 j 20 90 m 50 95 l S"),
        ("a sharp corner", "3 M 8 w 20 20 m 50 90 l 80 20 l S"),
        ("dashed", "[6 3] 2 d 4 w 10 20 m 50 80 l 90 20 l S"),
        ("turned", "q .7 .7 -.7 .7 50 0 cm 2 w 10 10 40 20 re S Q"),
        ("mirrored", "q -2 0 0 2 100 0 cm [4 1] 0 d 2 w 5 5 m 30 40 l S Q"),
        ("wider in one direction", "q 3 0 0 1 0 0 cm 4 w 5 10 m 25 90 l S Q"),
        ("of small units", "q .001 0 0 .001 0 0 cm 3000 w 10000 10000 m 90000 50000 l S Q"),
        ("of large units", "q 1000 0 0 100 0 0 cm .02 w .01 .2 m .09 .8 l S Q"),
        ("cut out", "q 20 20 30 30 re W n 1 0 0 rg 0 0 100 100 re f Q 0 0 10 10 re f"),
        ("cut out with a hole", "q 0 0 100 100 re 20 20 60 60 re W* n 1 0 0 rg 0 0 100 100 re f Q"),
        ("cut out twice", "q 0 0 60 60 re W n 30 30 70 70 re W n 0 1 0 rg 0 0 100 100 re f Q 90 90 9 9 re f"),
        ("in nothing cut out", "q 0 0 100 100 re W n 5 5 m 90 9 l 40 70 l h f Q"),
    ] {
        same(name, &one_page(content, &[]));
    }
    let whole = same("in nothing cut out", &one_page("q -1 -1 102 102 re W n 5 5 m 90 9 l 40 70 l f Q", &[]));
    assert!(!whole.contains("<g"), "{whole}");
    let twice = "q 9 9 70 70 re W n 0 0 50 50 re f Q q 9 9 70 70 re W n 30 30 90 90 re f Q";
    let twice = same("cut out alike", &one_page(twice, &[]));
    assert_eq!((twice.matches("<clipPath").count(), twice.matches("<g ").count()), (1, 2), "{twice}");
}

#[test]
fn what_shines_through_looks_alike() {
    let half = "/Resources << /ExtGState << /G << /ca .5 /CA .25 >> >> >>";
    let drawn = format!("/G gs {RED} 0 0 1 RG 8 w 30 30 60 60 re S");
    same("half", &one_page("/X Do", &[&form(half, &drawn)]));
    let inner = "/Resources << /ExtGState << /G << /ca .5 >> >> /XObject << /Y 6 0 R >> >>";
    let group = form("/Group << /S /Transparency >>", &format!("{RED} 0 1 0 rg 40 40 50 50 re f"));
    let made = same("a group", &one_page("/X Do", &[&form(inner, "/G gs /Y Do"), &group]));
    assert!(made.contains("<g opacity=\".5\">"), "{made}");
}

#[test]
fn pictures_look_alike() {
    let smooth = format!("{COLOURS} /Interpolate true");
    let grey = "/Width 2 /Height 2 /ColorSpace /DeviceGray";
    let masked = format!("{grey} /SMask 6 0 R");
    let mixed = format!("{COLOURS} /Mask [100 120 0 255 0 255]");
    let short = "/Width 2 /Height 3 /ColorSpace /DeviceRGB";
    for (name, content, objects) in [
        ("colours", SHOWN, vec![picture(COLOURS, "~ ! ~~! !~0")]),
        ("smooth", SHOWN, vec![picture(&smooth, "~ ! ~~! !~0")]),
        ("small", "q .5 0 0 .5 20 20 cm /X Do Q 0 0 50 50 re f", vec![picture(COLOURS, "~ ! ~~! !~0")]),
        ("too short", SHOWN, vec![picture(short, "~ ! ~~! !~0")]),
        ("turned", "40 40 -40 40 50 10 cm /X Do", vec![picture(grey, " @ ~")]),
        ("with a mask", SHOWN, vec![picture(&masked, "! @!"), picture(grey, "~0~~")]),
        ("without a colour", SHOWN, vec![picture(&mixed, "d ! ~~! !~0")]),
    ] {
        let objects: Vec<_> = objects.iter().map(String::as_str).collect();
        same(name, &one_page(content, &objects));
    }
    let stencil = stream("/Type /XObject /Subtype /Image /ImageMask true /Width 8 /Height 2", "Lr");
    same("a stencil", &one_page(&format!("1 0 0 rg {SHOWN}"), &[&stencil]));
    same("a grey stencil", &one_page(&format!(".5 g {SHOWN}"), &[&stencil]));
    same(
        "within",
        &one_page(&format!("q 50 0 0 50 9 9 cm BI /W 2 /H 2 /CS /G /BPC 8 ID  @ ~ EI Q {RED}"), &[]),
    );
    let thrice = "q 20 0 0 20 0 0 cm /X Do Q q 20 0 0 20 40 0 cm /X Do Q q 60 0 0 60 0 40 cm /X Do Q";
    let thrice = same("three times", &one_page(thrice, &[&picture(grey, " @ ~")]));
    assert_eq!((thrice.matches("<image").count(), thrice.matches("<use").count()), (1, 3), "{thrice}");
    // Of two within a page that say the same of themselves each is drawn.
    let two = "q 20 0 0 20 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID 0 EI Q q 20 0 0 20 50 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID ! EI Q";
    same("two within", &one_page(two, &[]));
}

/// A page that shows a JPEG with these entries, 60 points wide.
fn with_jpeg(file: &[u8], width: u32, height: u32, more: Option<(&str, Object)>) -> Vec<u8> {
    let mut document = Document::load_mem(&one_page(SHOWN, &["null"])).expect("a document");
    let mut dict = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => width, "Height" => height,
        "ColorSpace" => "DeviceRGB", "BitsPerComponent" => 8, "Filter" => "DCTDecode",
    };
    if let Some((key, value)) = more {
        dict.set(key, value);
    }
    document.objects.insert((5, 0), Stream::new(dict, file.to_vec()).into());
    let mut out = Vec::new();
    document.save_to(&mut out).expect("a document");
    out
}

/// A photo of 8 × 8 pixels, which says that it lies on its side.
fn photo(kind: ExtendedColorType, count: usize) -> Vec<u8> {
    let pixels: Vec<u8> = (0..=u8::MAX).cycle().step_by(3).take(8 * 8 * count).collect();
    let mut file = Vec::new();
    JpegEncoder::new(&mut file).write_image(&pixels, 8, 8, kind).expect("a JPEG");
    let turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = u16::try_from(turned.len() + 2).expect("short").to_be_bytes();
    [&file[..2], b"\xff\xe1", &length, turned, &file[2..]].concat()
}

#[test]
fn a_photo_stays_the_file_that_it_is() {
    let colours = photo(ExtendedColorType::Rgb8, 3);
    let kept = same("a photo", &with_jpeg(&colours, 8, 8, None));
    assert!(kept.contains("data:image/jpeg;base64,") && kept.contains("width=\"8\" height=\"8\""), "{kept}");
    let grey = photo(ExtendedColorType::L8, 1);
    let space = ("ColorSpace", Object::from("DeviceGray"));
    assert!(same("grey", &with_jpeg(&grey, 8, 8, Some(space.clone()))).contains("data:image/jpeg;"));
    // The document knows how large it is.
    same("of another size", &with_jpeg(&colours, 4, 16, None));
    let filters = ("Filter", Object::Array(vec!["DCTDecode".into()]));
    assert!(same("in a list", &with_jpeg(&colours, 8, 8, Some(filters))).contains("data:image/jpeg;"));
    // What is changed by the document is no longer the file.
    let other = [
        ("Decode", Object::Array([1, 0, 1, 0, 1, 0].map(Object::from).to_vec())),
        (
            "ColorSpace",
            Object::Array(vec![
                "Lab".into(),
                dictionary! { "WhitePoint" => vec![1.into(), 1.into(), 1.into()] }.into(),
            ]),
        ),
    ];
    for change in other {
        let name = change.0;
        assert!(same(name, &with_jpeg(&colours, 8, 8, Some(change))).contains("data:image/png;"), "{name}");
    }
    // Colours that are no file's are read by the crate, which says what it makes of them.
    let (ours, _) = both(&with_jpeg(&grey, 8, 8, None));
    assert!(ours.is_some_and(|ours| !ours.contains("data:image/jpeg;")));
}

#[test]
fn letters_look_alike_and_stand_once() {
    let made =
        same("letters", &lines(&["Zwölf Boxkämpfer jagen Viktor", "quer über den Sylter Deich: 1234567890"]));
    let shapes = made.matches("<path id=").count();
    assert!((25..50).contains(&shapes) && made.matches("<use ").count() > 50, "{shapes}");
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
    let page = |content: &str| {
        written(&[
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
            &stream("", content),
            font,
        ])
    };
    for (name, content) in [
        ("of two sizes", "BT /F 30 Tf 5 60 Td (Ab) Tj /F 12 Tf 0 -40 Td (Ab) Tj ET"),
        ("turned", "BT /F 20 Tf .7 .7 -.7 .7 40 20 Tm (turned) Tj ET"),
        ("as lines", "BT /F 60 Tf 1 Tr 2 w 1 0 0 RG 5 30 Td (Ab) Tj ET"),
        ("filled and with lines", "BT /F 60 Tf 2 Tr 2 w 1 0 0 RG 0 1 0 rg 5 30 Td (Ab) Tj ET"),
        ("wide", "BT /F 20 Tf 200 Tz 5 5 Ts 5 30 Td (Abc) Tj ET"),
        ("cutting out", "q BT /F 90 Tf 7 Tr 5 20 Td (A) Tj ET 1 0 0 rg 0 0 50 100 re f Q"),
        ("that nobody sees", "BT /F 20 Tf 3 Tr 5 5 Td (hidden) Tj ET 1 0 0 rg 5 50 20 20 re f"),
    ] {
        same(name, &page(content));
    }
}

#[test]
fn what_is_not_plain_is_left_to_others() {
    let tiles = stream(
        "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Resources << >>",
        "1 0 0 rg 0 0 3 3 re f",
    );
    let grey = "/Width 2 /Height 2 /ColorSpace /DeviceGray";
    let larger = picture("/Width 4 /Height 1 /ColorSpace /DeviceGray", "~0~~");
    let masked = picture(&format!("{grey} /SMask 6 0 R"), "! @!");
    let blended = form("/Resources << /ExtGState << /G << /BM /Multiply >> >> >>", &format!("/G gs {RED}"));
    let soft = form(
        "/Resources << /ExtGState << /G << /SMask << /S /Luminosity /G 6 0 R >> >> >> >>",
        &format!("/G gs {RED}"),
    );
    let light = form("/Group << /S /Transparency /CS /DeviceGray >>", "1 g 0 0 50 100 re f");
    let drawn = form(
        "/Resources << /Font << /T << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] \
         /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] >> >> >>",
        "BT /T 5 Tf 9 9 Td (a) Tj ET",
    );
    let shape = stream("", "9 0 0 0 9 9 d1 0 0 5 5 re f");
    for (name, content, objects) in [
        ("a pattern", "/Pattern cs /P scn 0 0 90 90 re f", vec![&tiles]),
        ("a pattern of lines", "/Pattern CS /P SCN 9 w 0 0 m 90 90 l S", vec![&tiles]),
        ("another mask", SHOWN, vec![&masked, &larger]),
        ("blended", "/X Do", vec![&blended]),
        ("a soft mask", "/X Do", vec![&soft, &light]),
        ("drawn letters", "/X Do", vec![&drawn, &shape]),
    ] {
        let objects: Vec<_> = objects.into_iter().map(String::as_str).collect();
        let (ours, other) = both(&one_page(content, &objects));
        assert!(ours.is_none(), "{name}: {ours:?}");
        assert!(other.len() > 300, "{name}: {other}");
    }
}

#[test]
fn nothing_is_drawn_without_an_end() {
    let content = "0 0 m 1 1 l S ".repeat(1000);
    let pdf = Pdf::new(one_page(&content, &[])).expect("a document");
    let refused = plain(&pdf.pages()[0], &InterpreterCache::new(), 2000).expect_err("too large");
    assert_eq!(refused.code, Code::OutputTooLarge);
    // What is nowhere, or is as large as nobody can draw.
    for content in [
        "q 0 0 0 0 0 0 cm 5 w 0 0 m 9 9 l S 0 0 9 9 re f Q",
        "1e30 0 0 1e30 0 0 cm 1 w 0 0 m 9 9 l S 9 9 9 9 re f",
    ] {
        let (ours, _) = both(&one_page(&format!("q {content} Q {RED}"), &[]));
        Tree::from_str(&ours.expect("plain"), &Options::default()).expect("an image");
    }
}
