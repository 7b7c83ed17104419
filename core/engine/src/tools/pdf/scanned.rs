//! Pages without text, and text that is laid over them.
use super::{
    assemble::save,
    each_page::drawn,
    glyphs::letters,
    in_place::whole,
    open::open,
    pages::Pages,
    show::{Give, one_by_one, shown},
    stamp::{Drawing, Layer},
    to_png::write,
};
use crate::{Failure, Limits, tools::apart::apart};
use hayro::{
    RenderCache,
    hayro_interpret::InterpreterCache,
    hayro_syntax::Pdf as Shown,
    vello_cpu::{Pixmap, kurbo::Affine},
};

/// A document of which some pages are to get a text.
pub struct Scanned {
    bytes: Vec<u8>,
    shown: Shown,
    places: Vec<usize>,
    limits: Limits,
}

impl Scanned {
    /// The document in `bytes`, and of it these pages.
    pub fn open(bytes: Vec<u8>, pages: &Pages, limits: &Limits) -> Result<Self, Failure> {
        let pdf = open(&bytes, limits)?;
        let mut places = pages.places(pdf.pages.len())?;
        places.sort_unstable();
        Ok(Self { shown: shown(&pdf, &places, limits)?, bytes, places, limits: *limits })
    }

    /// Hands over a PNG of each page that says nothing that can be read, with its place from 0; and of each other page
    /// its place alone.
    pub fn each(
        &self,
        dpi: u16,
        mut take: impl FnMut(usize, Option<Vec<u8>>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (pages, limits) = (self.shown.pages(), &self.limits);
        let draw = |give: &mut Give<'_, Option<Pixmap>>| {
            let (cache, fonts) = (RenderCache::new(), InterpreterCache::new());
            pages.iter().try_for_each(|page| match letters(page, &fonts).is_empty() {
                true => give(drawn(page, dpi, &cache, limits).map(Some)),
                false => give(Ok(None)),
            })
        };
        let mut places = self.places.iter();
        one_by_one(draw, |pixels| {
            let Some(place) = places.next() else { return Ok(()) };
            let png = |pixels: Pixmap| {
                let mut png = Vec::new();
                write(&pixels, &mut png).map(|()| png)
            };
            take(*place, pixels.map(png).transpose()?)
        })
    }

    /// How many pages these are.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// The whole document, with the first page of another one laid over each of these places: as large as the page is.
    pub fn laid(self, texts: &[(usize, Vec<u8>)]) -> Result<Vec<u8>, Failure> {
        let Self { bytes, limits, .. } = self;
        apart(|| {
            let mut pdf = open(&bytes, &limits)?;
            pdf.part_pages();
            for (place, text) in texts {
                let Some(stamp) = pdf.stamps(text, &limits)?.into_iter().next() else { continue };
                let view = pdf.view(*place);
                let ((wide, high), (from_wide, from_high)) = (view.size(), stamp.size);
                let scale = Affine::scale_non_uniform(wide / from_wide.max(1.0), high / from_high.max(1.0));
                let at = view.put((wide, high), (0.0, 0.0), 0.0) * scale;
                pdf.draw(*place, &[Drawing::new(stamp.form, at)], Layer::Above)?;
            }
            let mut made = Vec::new();
            save(&mut whole(pdf), &mut made)?;
            Ok(made)
        })
    }
}
