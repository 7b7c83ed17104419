//! The letters of a page, as they are drawn.
use super::{lines::Letter, show::tell};
use hayro::{
    hayro_interpret::{
        BlendMode, ClipPath, Device, GlyphDrawMode, Image, InterpreterCache, Paint, PathDrawMode, SoftMask,
        font::Glyph, hayro_cmap::BfString,
    },
    hayro_syntax::page::Page,
    vello_cpu::kurbo::{Affine, BezPath, Point},
};

/// More than any page that is read by people has.
const MOST: usize = 2_000_000;

/// The letters of a page, in the order in which they are drawn, its upper left corner at the origin.
pub fn letters<'a>(page: &'a Page<'a>, cache: &InterpreterCache<'a>) -> Vec<Letter> {
    let mut letters = Letters(Vec::new());
    tell(page, cache, &mut letters);
    letters.0
}

struct Letters(Vec<Letter>);

impl<'a> Device<'a> for Letters {
    fn draw_glyph(
        &mut self,
        glyph: &Glyph<'a>,
        transform: Affine,
        glyph_transform: Affine,
        _: &Paint<'a>,
        _: &GlyphDrawMode,
    ) {
        let Some(text) = glyph.as_unicode() else { return };
        if self.0.len() >= MOST {
            return;
        }
        // A thousand units are the size of the font.
        let place = transform * glyph_transform;
        let width = match glyph {
            Glyph::Outline(outline) => outline.advance_width().map_or(500.0, f64::from),
            Glyph::Type3(_) => 500.0,
        };
        let start = place * Point::ORIGIN;
        let letter = Letter {
            text: match text {
                BfString::Char(letter) => letter.to_string(),
                BfString::String(letters) => letters,
            },
            start,
            end: place * Point::new(width, 0.0),
            size: (place * Point::new(0.0, 1000.0) - start).hypot(),
        };
        self.0.push(letter);
    }

    fn set_soft_mask(&mut self, _: Option<SoftMask<'a>>) {}
    fn set_blend_mode(&mut self, _: BlendMode) {}
    fn draw_path(&mut self, _: &BezPath, _: Affine, _: &Paint<'a>, _: &PathDrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: Affine) {}
    fn pop_clip_path(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
