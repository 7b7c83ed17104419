//! Pages of a document, each of which becomes a file of its own.
use super::{
    open::open,
    pages::Pages,
    show::{Give, one_by_one, shown},
    split::stem,
};
use crate::{Code, Failure, Input, Limits, Work};
use hayro::{
    RenderCache, RenderSettings,
    hayro_interpret::InterpreterSettings,
    hayro_syntax::{Pdf, page::Page},
    render,
    vello_cpu::{Pixmap, color::palette::css::WHITE},
};
use image::RgbImage;
use std::{fs::File, ops::ControlFlow};

/// What the files are called at their ends, and their type.
pub type Kind = (&'static str, &'static str);

/// Makes something of each of `pages` by `make`, and a file of that by `write`; says which document a failure is about.
pub fn each_page<T: Send>(
    work: &mut Work,
    pages: &Pages,
    kind: Kind,
    make: impl Fn(&Pdf, &Limits, &mut Give<'_, T>) -> ControlFlow<()> + Sync,
    write: impl Fn(&T, File) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for file in work.files().to_vec() {
        all_of(work, &file, pages, kind, &make, &write).map_err(|failure| failure.about(file.id))?;
    }
    Ok(())
}

fn all_of<T: Send>(
    work: &mut Work,
    file: &Input,
    pages: &Pages,
    (extension, mime): Kind,
    make: &(impl Fn(&Pdf, &Limits, &mut Give<'_, T>) -> ControlFlow<()> + Sync),
    write: &impl Fn(&T, File) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let limits = *work.limits();
    let pdf = open(&work.read(file)?, &limits)?;
    let places = pages.places(pdf.pages.len())?;
    let shown = shown(&pdf, &places, &limits)?;
    drop(pdf);
    let mut numbers = (1..).zip(&places);
    one_by_one(
        |give: &mut Give<'_, T>| make(&shown, &limits, give),
        |made| {
            let Some((done, &place)) = numbers.next() else { return Ok(()) };
            let name = format!("{}.{extension}", stem(&file.name, place as u64 + 1));
            write(&made, work.artifact(&name, mime)?)?;
            work.progress(done, places.len() as u64);
            Ok(())
        },
    )
}

/// Draws one page after the other with so many pixels an inch.
pub fn draw(dpi: u16) -> impl Fn(&Pdf, &Limits, &mut Give<'_, Pixmap>) -> ControlFlow<()> {
    move |pdf, limits, give| {
        let cache = RenderCache::new();
        pdf.pages().iter().try_for_each(|page| give(drawn(page, dpi, &cache, limits)))
    }
}

/// A page on white.
pub fn drawn<'a>(
    page: &'a Page<'a>,
    dpi: u16,
    cache: &RenderCache<'a>,
    limits: &Limits,
) -> Result<Pixmap, Failure> {
    let scale = f32::from(dpi) / 72.0;
    let (wide, high) = page.render_dimensions();
    let (width, height) = (side(wide * scale)?, side(high * scale)?);
    if u64::from(width) * u64::from(height) > limits.pixels {
        return Err(too_large());
    }
    let settings = RenderSettings {
        x_scale: scale,
        y_scale: scale,
        width: Some(width),
        height: Some(height),
        bg_color: WHITE,
    };
    Ok(render(page, cache, &InterpreterSettings::default(), &settings))
}

fn too_large() -> Failure {
    Failure::new(Code::TooManyPixels, "a page would have too many pixels: choose a lower dpi")
}

/// A number of pixels: at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
fn side(length: f32) -> Result<u16, Failure> {
    match length.round().max(1.0) {
        length if length <= f32::from(u16::MAX) => Ok(length as u16),
        _ => Err(too_large()),
    }
}

/// The colours of a page: it is drawn on white, and nothing is transparent.
pub fn colours(pixels: &Pixmap) -> RgbImage {
    let plain = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
    let image = RgbImage::from_raw(pixels.width().into(), pixels.height().into(), plain);
    image.expect("three bytes for each pixel")
}
