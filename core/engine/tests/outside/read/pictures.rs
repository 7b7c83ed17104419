//! Images.
use crate::{
    folder::Folder,
    support::{
        checks::Check,
        samples::{PHOTO, sample},
        stage::Stage,
    },
};
use serde_json::json;

pub const ALL: &[Check] = &[
    Check::new("images are written as each format is", formats),
    Check::new("an upright photo", upright),
    Check::new("an animation is one to others", animation),
    Check::new("lossy WebP is smaller than its JPEG", smaller),
    Check::new("images are resized", resized),
    Check::new("images are compressed", compressed),
    Check::new("a drawing is drawn", drawing),
    Check::new("images become pages", pages),
];

fn formats(stage: &Stage) {
    let source = sample("rose.png");
    for (format, kind, most) in [
        ("png", "PNG", 0.0001),
        ("tiff", "TIFF", 0.0001),
        ("bmp", "BMP3", 0.0001),
        ("jpeg", "JPEG", 0.05),
        ("webp", "WEBP", 0.05),
        ("avif", "HEIC", 0.05),
        ("gif", "GIF", 0.06),
    ] {
        let file = stage.one("image-convert", json!({"format": format}), ("image/png", &source));
        let folder = Folder::with(&[("a.png", &source), ("b", &file)]);
        let told = folder.sh("identify -format '%m %w %h' b");
        assert!(told.starts_with(&kind[..3]) && told.ends_with("70 46"), "{format}: {told}");
        folder.sh("convert b c.png");
        let difference = folder.difference("a.png", "c.png");
        assert!(difference <= most, "{format}: {difference}");
    }
}

fn upright(stage: &Stage) {
    let jpeg = ("image/jpeg", PHOTO);
    let png = stage.one("image-convert", json!({"format": "png"}), jpeg);
    let folder = Folder::with(&[("a.jpg", PHOTO), ("b.png", &png)]);
    folder.sh("convert a.jpg -auto-orient c.png");
    assert_eq!(folder.sh("identify -format '%w %h' b.png"), folder.sh("identify -format '%w %h' c.png"));
    assert!(folder.difference("b.png", "c.png") < 0.02);
    assert_ne!(folder.sh("identify -format %w a.jpg"), folder.sh("identify -format %w b.png"));
}

fn animation(stage: &Stage) {
    let source = sample("animation.gif");
    for (tool, options, size) in [
        ("image-convert", json!({"format": "gif"}), "70x46"),
        ("image-resize", json!({"width": 35}), "35x23"),
    ] {
        let gif = stage.one(tool, options, ("image/gif", &source));
        let folder = Folder::with(&[("a.gif", &source), ("b.gif", &gif)]);
        assert_eq!(folder.sh("identify -format '%wx%h %T,' b.gif"), format!("{size} 20,").repeat(3));
        folder.sh(&format!("convert a.gif -coalesce -resize {size}! x.png && convert b.gif -coalesce y.png"));
        for frame in 0..3 {
            let difference = folder.difference(&format!("x-{frame}.png"), &format!("y-{frame}.png"));
            assert!(difference < 0.1, "{tool}, {frame}: {difference}");
        }
    }
}

fn smaller(stage: &Stage) {
    let webp = stage.one("image-convert", json!({"format": "webp"}), ("image/jpeg", PHOTO));
    assert!(webp.len() < PHOTO.len(), "{} of {}", webp.len(), PHOTO.len());
    let folder = Folder::with(&[("a.jpg", PHOTO), ("b.webp", &webp)]);
    folder.sh("convert a.jpg -auto-orient c.png");
    assert!(folder.difference("b.webp", "c.png") < 0.05);
}

fn resized(stage: &Stage) {
    for (options, size) in [
        (json!({"width": 100}), "100x133"),
        (json!({"height": 90}), "68x90"),
        (json!({"width": 50, "format": "png"}), "50x67"),
    ] {
        let small = stage.one("image-resize", options, ("image/jpeg", PHOTO));
        let folder = Folder::with(&[("a.jpg", PHOTO), ("b", &small)]);
        let found = folder.sh("identify -format %wx%h b");
        folder.sh(&format!("convert a.jpg -auto-orient -resize {found}! c.png"));
        let difference = folder.difference("b", "c.png");
        assert!(difference < 0.05, "{size}, {found}: {difference}");
        let whole = folder.sh("convert a.jpg -auto-orient -format '%w %h' info:");
        let (sides, all) = (numbers(&found, 'x'), numbers(&whole, ' '));
        assert!((sides[0] / sides[1] - all[0] / all[1]).abs() < 0.02, "{found} of {whole}");
    }
}

fn numbers(text: &str, sign: char) -> Vec<f64> {
    text.split(sign).map(|number| number.trim().parse().expect("a number")).collect()
}

fn compressed(stage: &Stage) {
    let larger = Folder::with(&[("rose.png", &sample("rose.png"))]);
    larger.sh("convert rose.png -resize 300x -define png:compression-level=1 a.png");
    larger.sh("convert rose.png -resize 300x -quality 97 a.jpg");
    let (png, jpeg) = (larger.read("a.png"), larger.read("a.jpg"));
    for (mime, source) in [("image/png", &png), ("image/jpeg", &jpeg)] {
        let small = stage.one("image-compress", json!({}), (mime, source));
        assert!(small.len() < source.len(), "{mime}");
        let folder = Folder::with(&[("a", source), ("b", &small)]);
        folder.sh("convert a -auto-orient c.png");
        let most = if mime == "image/png" { 0.0 } else { 0.05 };
        assert!(folder.difference("b", "c.png") <= most, "{mime}");
    }
}

fn drawing(stage: &Stage) {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='100' height='60'>\
        <rect x='10' y='10' width='40' height='30' fill='red'/><circle cx='75' cy='30' r='15' fill='blue'/></svg>";
    let png = stage.one("svg-to-png", json!({"background": "#ffffff"}), ("image/svg+xml", svg));
    let folder = Folder::with(&[("b.png", &png)]);
    folder.sh(
        "convert -size 100x60 xc:white -fill red -draw 'rectangle 10,10 49,39' -fill blue -draw 'circle 75,30 90,30' a.png",
    );
    assert_eq!(folder.sh("identify -format '%m %w %h' b.png"), "PNG 100 60");
    let difference = folder.difference("a.png", "b.png");
    assert!(difference < 0.1, "{difference}");
}

fn pages(stage: &Stage) {
    let tiff = sample("lzw.tiff");
    let clear = Folder::with(&[("rose.png", &sample("rose.png"))]);
    clear.sh("convert rose.png -alpha set -channel A -evaluate set 50% a.png");
    let png = clear.read("a.png");
    let files =
        [("a.jpg", "image/jpeg", PHOTO), ("b.png", "image/png", &png), ("c.tif", "image/tiff", &tiff)];
    let pdf = stage.all("images-to-pdf", json!({}), &files).remove(0).content;
    let folder = Folder::with(&[("a.jpg", PHOTO), ("b.pdf", &pdf), ("b.tiff", &tiff)]);
    folder.sh("qpdf --check b.pdf && pdftoppm -r 72 -png b.pdf p");
    assert!(folder.sh("pdfimages -list b.pdf").matches(" image ").count() >= 3);
    for (page, source) in [("p-1.png", "a.jpg"), ("p-3.png", "b.tiff")] {
        let size = folder.sh(&format!("identify -format %wx%h {page}"));
        folder.sh(&format!("convert {source} -auto-orient -resize {size}! c.png"));
        let difference = folder.difference(page, "c.png");
        assert!(difference < 0.1, "{page}: {difference}");
    }
}
