//! What pages are made of: strips that are never cut, one below the other, with frames around them.
use super::look::{Colour, Look};
use krilla::text::KrillaGlyph;

/// Letters beside each other that look the same.
#[derive(Clone)]
pub struct Run {
    /// Which of the faces they are of.
    pub face: usize,
    /// How far from the left they begin.
    pub x: f32,
    /// Where they stand, from the strip's top.
    pub y: f32,
    /// How wide they are.
    pub width: f32,
    /// How they look.
    pub look: Look,
    /// Their text.
    pub text: String,
    /// Their glyphs.
    pub glyphs: Vec<KrillaGlyph>,
    /// The part of the document that they belong to.
    pub part: usize,
    /// What else stands where they stand.
    pub anchor: Option<Anchor>,
}

/// A place that something leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// A heading, by its number.
    Heading(usize),
    /// A footnote, by its number.
    Note(usize),
    /// Where a footnote is asked for first.
    Asked(usize),
}

/// A frame around strips; it is drawn again on each page that it goes on to.
pub struct Frame {
    /// Its left side.
    pub left: f32,
    /// Its right side.
    pub right: f32,
    /// How much room is above and below what is in it.
    pub pad: f32,
    /// What is drawn.
    pub kind: Kind,
}

/// What a frame looks like.
pub enum Kind {
    /// A ground with round corners.
    Ground(Colour),
    /// A bar of this width, at the left.
    Bar(Colour, f32),
    /// The cells of a row: where they begin and end, and the colour of their ground.
    Cells(Vec<f32>, Option<Colour>),
}

/// What is never cut: a line of text, a line of a table's row, or a rule.
#[derive(Clone, Default)]
pub struct Strip {
    /// The room above it, which falls away at the top of a page.
    pub above: f32,
    /// Its own height.
    pub height: f32,
    /// What is written on it.
    pub runs: Vec<Run>,
    /// The frames around it, from without.
    pub frames: Vec<usize>,
    /// Whether the next one stands on the same page.
    pub keep: bool,
    /// What leads to it.
    pub anchor: Option<Anchor>,
    /// The head of its table, which each page begins with that it goes on to.
    pub head: Option<usize>,
}

/// All strips of a document, with what they refer to.
#[derive(Default)]
pub struct Strips {
    /// The text.
    pub text: Vec<Strip>,
    /// The footnotes.
    pub notes: Vec<Vec<Strip>>,
    /// The frames around both.
    pub frames: Vec<Frame>,
    /// The heads of tables.
    pub heads: Vec<Vec<Strip>>,
}

impl Strips {
    /// How much room the frames around `strip` take above it, and the same below.
    pub fn pad(&self, strip: &Strip) -> f32 {
        strip.frames.iter().map(|frame| self.frames[*frame].pad).sum()
    }
}
