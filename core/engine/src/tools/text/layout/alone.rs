//! A line of text by itself, for whoever draws it elsewhere than on a page of text.
use super::{
    lines::Breaker,
    look::{Colour, Look},
    paint, shapes,
    strip::Run,
    words::Words,
};
use krilla::{geom::Point, surface::Surface, text::Font};

/// What sets lines, with the fonts of this package.
pub struct Setter {
    breaker: Breaker,
    fonts: Vec<Font>,
}

/// A line that was set.
pub struct Alone {
    /// How wide it is, in points.
    pub width: f32,
    runs: Vec<Run>,
}

impl Setter {
    /// With no other fonts.
    pub fn new() -> Self {
        Self { breaker: Breaker::new(), fonts: paint::fonts() }
    }

    /// Sets `text`, with letters of this size in points.
    pub fn line(&mut self, text: &str, size: f32, colour: Colour) -> Alone {
        let words = Words::of(text, Look { size, colour, ..Look::default() }, 0);
        let line = self.breaker.lines(&words, f32::INFINITY).into_iter().next();
        line.map_or(Alone { width: 0.0, runs: Vec::new() }, |line| Alone {
            width: line.width,
            runs: line.runs,
        })
    }

    /// Draws a line that begins at `start` and stands on it.
    pub fn draw(&self, surface: &mut Surface<'_>, line: &Alone, start: (f32, f32)) {
        for run in &line.runs {
            let Some(font) = self.fonts.get(run.face) else { continue };
            let point = Point::from_xy(start.0 + run.x, start.1);
            shapes::fill(surface, run.look.colour);
            surface.draw_glyphs(point, &run.glyphs, font.clone(), &run.text, run.look.size, false);
        }
    }
}
