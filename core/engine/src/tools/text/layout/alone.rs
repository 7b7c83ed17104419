//! A line of text by itself, for whoever draws it elsewhere than on a page of text.
use super::{
    lines::Breaker,
    look::{Colour, Look},
    shapes,
    strip::Run,
    words::Words,
};
use crate::fonts::beside::Lender;
use krilla::{geom::Point, surface::Surface};

/// What sets lines, with the same fonts.
pub struct Setter(Breaker);

/// A line that was set.
pub struct Alone {
    /// How wide it is, in points.
    pub width: f32,
    runs: Vec<Run>,
}

impl Setter {
    /// With the fonts of this machine for letters that ours lack.
    pub fn new() -> Self {
        Self(Breaker::new(Lender::default()))
    }

    /// Sets `text`, with letters of this size in points.
    pub fn line(&mut self, text: &str, size: f32, colour: Colour) -> Alone {
        let words = Words::of(text, Look { size, colour, ..Look::default() }, 0);
        let line = self.0.lines(&words, f32::INFINITY).into_iter().next();
        line.map_or(Alone { width: 0.0, runs: Vec::new() }, |line| Alone {
            width: line.width,
            runs: line.runs,
        })
    }

    /// Draws a line that begins at `start` and stands on it.
    pub fn draw(&self, surface: &mut Surface<'_>, line: &Alone, start: (f32, f32)) {
        for run in &line.runs {
            let Some(font) = self.0.font(run.face) else { continue };
            let point = Point::from_xy(start.0 + run.x, start.1);
            shapes::fill(surface, run.look.colour);
            surface.draw_glyphs(point, &run.glyphs, font.clone(), &run.text, run.look.size, false);
        }
    }
}
