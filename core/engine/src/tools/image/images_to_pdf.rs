//! Images as the pages of one PDF document.
use super::{
    TAKEN,
    format::Format,
    open::{decoder, kind, open},
    sheet::{PageSize, Sheet},
};
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Limits, Work, work::renamed};
use garde::Validate;
use image::{ImageDecoder as _, metadata::Orientation};
use krilla::{
    Document,
    geom::{Size, Transform},
    image::Image,
    page::PageSettings,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write as _;

const POINTS_PER_MILLIMETRE: f32 = 72.0 / 25.4;

/// What the pages look like.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ImagesToPdf {
    /// How large the pages are.
    #[serde(default)]
    page_size: PageSize,
    /// What stays white around each image, in millimetres.
    #[serde(default)]
    #[garde(range(min = 0.0, max = 100.0))]
    margin: f32,
}

impl Convert for ImagesToPdf {
    const ABOUT: About = About {
        id: "images-to-pdf",
        name: "Images to PDF",
        description: "Makes one PDF document of images, a page for each, upright and in their order. JPEG \
                      photos are taken over without a loss.",
        category: Category::Document,
        accepts: TAKEN,
        produces: &["application/pdf"],
        files: (1, 10),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        let mut document = Document::new();
        let mut held = 0;
        for (done, file) in (1..).zip(&files) {
            let bytes = work.read(file)?;
            let placed =
                placed(file, &bytes, work.limits(), &mut held).map_err(|wrong| wrong.about(file.id))?;
            self.add(&mut document, placed)?;
            work.progress(done, files.len() as u64 + 1);
        }
        let failed = |_| Failure::new(Code::ConversionFailed, "the document could not be put together");
        let made = document.finish().map_err(failed)?;
        let name = files.first().map_or("images.pdf".to_owned(), |file| renamed(&file.name, "pdf"));
        Ok(work.artifact(&name, "application/pdf")?.write_all(&made)?)
    }
}

/// An image, and how it is turned.
struct Placed {
    image: Image,
    turned: Orientation,
}

impl ImagesToPdf {
    fn add(&self, document: &mut Document, placed: Placed) -> Result<(), Failure> {
        let (width, height) = placed.image.size();
        let lying = swaps(placed.turned);
        let shown = if lying { (height, width) } else { (width, height) };
        let sheet = Sheet::new(self.page_size, self.margin * POINTS_PER_MILLIMETRE, shown);
        let drawn = if lying { (sheet.size.1, sheet.size.0) } else { sheet.size };
        let size = Size::from_wh(drawn.0, drawn.1);
        let settings = PageSettings::from_wh(sheet.page.0, sheet.page.1);
        let (Some(size), Some(settings)) = (size, settings) else {
            return Err(Failure::new(Code::FileUnsupported, "the image has no size that a page can have"));
        };
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        surface.push_transform(&Transform::from_translate(sheet.at.0, sheet.at.1));
        surface.push_transform(&upright(placed.turned, sheet.size));
        surface.draw_image(placed.image, size);
        surface.pop();
        surface.pop();
        surface.finish();
        page.finish();
        Ok(())
    }
}

/// The image of a file; `held` counts the bytes of those that had to be unpacked.
fn placed(file: &Input, bytes: &[u8], limits: &Limits, held: &mut u64) -> Result<Placed, Failure> {
    if kind(file, bytes)? == Format::Jpeg {
        let turned = decoder(Format::Jpeg, bytes, limits)?.orientation().unwrap_or(Orientation::NoTransforms);
        if let Ok(image) = Image::from_jpeg(bytes.to_vec().into(), true) {
            return Ok(Placed { image, turned });
        }
    }
    let pixels = open(file, bytes, limits)?.pixels.into_rgba8();
    *held += pixels.len() as u64;
    // They are kept until the document is put together, and once more then.
    if *held > limits.memory / 3 {
        return Err(Failure::new(Code::MemoryExceeded, "the images need more memory than there is for them"));
    }
    let (width, height) = pixels.dimensions();
    let image = Image::from_rgba8(pixels.into_raw(), width, height);
    Ok(Placed { image, turned: Orientation::NoTransforms })
}

const fn swaps(turned: Orientation) -> bool {
    match turned {
        Orientation::Rotate90
        | Orientation::Rotate270
        | Orientation::Rotate90FlipH
        | Orientation::Rotate270FlipH => true,
        Orientation::NoTransforms
        | Orientation::Rotate180
        | Orientation::FlipHorizontal
        | Orientation::FlipVertical => false,
    }
}

/// Turns an image so that it fills a place of this size, upright.
fn upright(turned: Orientation, (wide, high): (f32, f32)) -> Transform {
    // The image's x and y become these parts of the page's x and y (its y goes down).
    match turned {
        Orientation::NoTransforms => Transform::identity(),
        Orientation::FlipHorizontal => Transform::from_row(-1.0, 0.0, 0.0, 1.0, wide, 0.0),
        Orientation::Rotate180 => Transform::from_row(-1.0, 0.0, 0.0, -1.0, wide, high),
        Orientation::FlipVertical => Transform::from_row(1.0, 0.0, 0.0, -1.0, 0.0, high),
        Orientation::Rotate90FlipH => Transform::from_row(0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
        Orientation::Rotate90 => Transform::from_row(0.0, 1.0, -1.0, 0.0, wide, 0.0),
        Orientation::Rotate270FlipH => Transform::from_row(0.0, -1.0, -1.0, 0.0, wide, high),
        Orientation::Rotate270 => Transform::from_row(0.0, -1.0, 1.0, 0.0, 0.0, high),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{half, photo, turned_photo, written};
    use crate::stage::{Held, convert};
    use hayro::{
        RenderCache, RenderSettings, hayro_interpret::InterpreterSettings, hayro_syntax::Pdf, render,
        vello_cpu::color::palette::css::WHITE,
    };
    use image::ImageFormat;
    use lopdf::Document;
    use serde_json::{Value, json};

    fn made(options: Value, files: &[(&str, &str, &[u8])]) -> Held {
        let mut made = convert("images-to-pdf", options, files).expect("a document");
        assert_eq!(made.len(), 1);
        made.remove(0)
    }

    /// Where the red corner of the photo is on the page: at the left, at the top.
    fn corner(content: &[u8]) -> (bool, bool) {
        let pdf = Pdf::new(content.to_vec()).expect("a document");
        let settings = RenderSettings { bg_color: WHITE, ..RenderSettings::default() };
        let drawn = render(&pdf.pages()[0], &RenderCache::new(), &InterpreterSettings::default(), &settings);
        let (wide, high) = (drawn.width(), drawn.height());
        let red = |x: u16, y: u16| {
            let pixel = drawn.data()[usize::from(y) * usize::from(wide) + usize::from(x)];
            pixel.r > 150 && pixel.g < 90
        };
        let found = [(true, true), (true, false), (false, true), (false, false)]
            .into_iter()
            .filter(|(left, top)| red(if *left { 2 } else { wide - 3 }, if *top { 2 } else { high - 3 }));
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), 1, "{found:?}");
        found[0]
    }

    #[test]
    fn every_format_becomes_a_page() {
        let files = [
            ("image/png", written(half(40, 20), ImageFormat::Png)),
            ("image/jpeg", turned_photo(40, 20, 1)),
            ("image/webp", written(photo(40, 20), ImageFormat::WebP)),
            ("image/gif", written(photo(40, 20), ImageFormat::Gif)),
            ("image/tiff", written(photo(40, 20), ImageFormat::Tiff)),
            ("image/bmp", written(photo(40, 20), ImageFormat::Bmp)),
        ];
        let files: Vec<_> =
            files.iter().map(|(mime, content)| ("scan.x", *mime, content.as_slice())).collect();
        let (name, mime, content) = made(json!({}), &files);
        assert_eq!((name.as_str(), mime.as_str()), ("scan.pdf", "application/pdf"));
        let document = Document::load_mem(&content).expect("a document");
        assert_eq!(document.get_pages().len(), 6);
        for page in document.page_iter() {
            let page = document.get_dictionary(page).expect("a page");
            let area = page.get(b"MediaBox").and_then(|area| area.as_array()).expect("an area");
            let area: Vec<_> = area.iter().map(|side| side.as_float().expect("a number")).collect();
            assert_eq!(area, [0.0, 0.0, 30.0, 15.0]);
        }
        assert_eq!(corner(&content), (true, true));
    }

    #[test]
    fn a_photo_is_upright_and_untouched() {
        for (orientation, expected) in [
            (1, (true, true)),
            (2, (false, true)),
            (3, (false, false)),
            (4, (true, false)),
            (5, (true, true)),
            (6, (false, true)),
            (7, (false, false)),
            (8, (true, false)),
        ] {
            let photo = turned_photo(80, 40, orientation);
            let (_, _, content) = made(json!({}), &[("a.jpg", "image/jpeg", &photo)]);
            assert_eq!(corner(&content), expected, "{orientation}");
            assert!(content.windows(photo.len()).any(|part| part == photo), "the photo is within as it was");
        }
    }

    #[test]
    fn a_page_has_a_size_and_a_margin() {
        let photo = turned_photo(80, 40, 1);
        let options = json!({ "pageSize": "a4", "margin": 10 });
        let (_, _, content) = made(options, &[("a.jpg", "image/jpeg", &photo)]);
        let pdf = Pdf::new(content).expect("a document");
        let (wide, high) = pdf.pages()[0].render_dimensions();
        assert!((wide - 841.89).abs() < 0.1 && (high - 595.28).abs() < 0.1, "{wide} × {high}");
        let settings = RenderSettings { bg_color: WHITE, ..RenderSettings::default() };
        let drawn = render(&pdf.pages()[0], &RenderCache::new(), &InterpreterSettings::default(), &settings);
        let at = |x: usize| drawn.data()[300 * usize::from(drawn.width()) + x].g;
        assert_eq!((at(26), at(814)), (255, 255), "the margin is 28 points wide");
        assert!(at(31) < 200 && at(809) < 200);
    }
}
