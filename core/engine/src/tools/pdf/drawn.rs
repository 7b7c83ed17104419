//! Lines of text, and pictures, as pages that are as large as they are: to be drawn on pages of others.
use crate::{
    Code, Failure,
    tools::{image::colour::Colour, text::layout::alone::Setter},
};
use krilla::{Document, geom::Size, image::Image, page::PageSettings, surface::Surface};

/// How high a line is, to the size of its letters, and how far below its top they stand.
const HEIGHT: f32 = 1.25;
const BASELINE: f32 = 0.95;

/// A document with a page for each text, with letters of this size in points.
pub fn texts(texts: &[String], size: f32, colour: Colour) -> Result<Vec<u8>, Failure> {
    let mut setter = Setter::new();
    let mut document = Document::new();
    for text in texts {
        let line = setter.line(text, size, colour.0);
        let size_of_page = (line.width.max(size / 2.0), HEIGHT * size);
        page(&mut document, size_of_page, |surface| setter.draw(surface, &line, (0.0, BASELINE * size)))?;
    }
    finished(document)
}

/// A document with one page for all lines, one below the other.
pub fn lines(texts: &[String], size: f32, colour: Colour) -> Result<Vec<u8>, Failure> {
    let mut setter = Setter::new();
    let lines: Vec<_> = texts.iter().map(|text| setter.line(text, size, colour.0)).collect();
    let wide = lines.iter().map(|line| line.width).fold(size / 2.0, f32::max);
    let tops = || (0_u16..).map(|number| f32::from(number) * HEIGHT * size);
    let high = tops().nth(lines.len().max(1)).unwrap_or(size);
    let mut document = Document::new();
    page(&mut document, (wide, high), |surface| {
        for (line, top) in lines.iter().zip(tops()) {
            setter.draw(surface, line, (0.0, top + BASELINE * size));
        }
    })?;
    finished(document)
}

/// A document with one page that is a picture, as large in points as the picture is in pixels.
pub fn picture(image: Image) -> Result<Vec<u8>, Failure> {
    #[expect(clippy::cast_precision_loss, reason = "a page is no more exact")]
    let (wide, high) = (image.size().0 as f32, image.size().1 as f32);
    let mut document = Document::new();
    let paint = |surface: &mut Surface<'_>| {
        if let Some(size) = Size::from_wh(wide, high) {
            surface.draw_image(image, size);
        }
    };
    page(&mut document, (wide, high), paint)?;
    finished(document)
}

fn page(
    document: &mut Document,
    (wide, high): (f32, f32),
    paint: impl FnOnce(&mut Surface<'_>),
) -> Result<(), Failure> {
    let settings = PageSettings::from_wh(wide, high);
    let settings =
        settings.ok_or_else(|| Failure::new(Code::FileUnsupported, "it has no size that can be drawn"))?;
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    paint(&mut surface);
    surface.finish();
    page.finish();
    Ok(())
}

fn finished(document: Document) -> Result<Vec<u8>, Failure> {
    let failed = |_| Failure::new(Code::ConversionFailed, "what is to be drawn could not be put together");
    document.finish().map_err(failed)
}
