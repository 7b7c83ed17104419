//! Where the next strip stands: what is around it, and how much room is left beside and above it.
use super::{
    lines::{Breaker, Line},
    look::Look,
    parts::{Kind, Parts},
    strip::{Frame, Run, Strip, Strips},
    words::Words,
};
use crate::fonts::beside::Lender;
use comrak::{
    Node,
    nodes::{NodeFootnoteReference, NodeValue},
};
use std::{collections::HashMap, mem};

/// Text is set in no less than this width, however deep it lies.
const NARROWEST: f32 = 40.0;
/// The size of footnotes.
const NOTE: f32 = 0.85;

/// A document that becomes strips.
pub struct Flow<'a> {
    /// What breaks its texts into lines.
    pub breaker: Breaker,
    /// What is there of it.
    pub strips: Strips,
    /// Its parts.
    pub parts: Parts,
    /// Its headings: their levels and words.
    pub headings: Vec<(u8, String)>,
    /// Where it goes on.
    pub at: Place,
    /// The footnotes, by their names, and the numbers of those that are written.
    footnotes: HashMap<String, (Node<'a>, Option<usize>)>,
    in_footnote: bool,
    width: f32,
}

/// Where a text goes on.
#[derive(Default)]
pub struct Place {
    /// The strips so far.
    pub strips: Vec<Strip>,
    /// The frames around the next one, from without.
    pub frames: Vec<usize>,
    /// The left end of its lines.
    pub left: f32,
    /// The right end of its lines.
    pub right: f32,
    /// The room above it, of which only the most counts.
    gap: f32,
    /// The room above it that frames take.
    pads: f32,
    /// What stands in front of the next line, where it begins an item or several.
    pub marks: Vec<Run>,
    /// How many lists are around it.
    pub lists: usize,
    /// Whether it is in an item of a list whose items stand close together.
    pub tight: bool,
    /// The part of the document.
    pub part: usize,
    /// How its text looks.
    pub look: Look,
}

impl<'a> Flow<'a> {
    /// A document of this width.
    pub fn new(root: Node<'a>, width: f32) -> Self {
        let footnote = |node: Node<'a>| match &node.data().value {
            NodeValue::FootnoteDefinition(footnote) => Some((footnote.name.clone(), (node, None))),
            _ => None,
        };
        Self {
            breaker: Breaker::new(Lender::default()),
            strips: Strips::default(),
            parts: Parts::new(),
            headings: Vec::new(),
            at: Place { right: width, ..Place::default() },
            footnotes: root.descendants().filter_map(footnote).collect(),
            in_footnote: false,
            width,
        }
    }

    /// How wide the next line may be.
    pub fn room(&self) -> f32 {
        (self.at.right - self.at.left).max(NARROWEST)
    }

    /// At least so much room follows.
    pub fn gap(&mut self, gap: f32) {
        self.at.gap = self.at.gap.max(gap);
    }

    /// What `inside` does becomes one part.
    pub fn part(&mut self, kind: Kind, inside: impl FnOnce(&mut Self)) {
        let part = self.parts.add(kind, self.at.part);
        let around = mem::replace(&mut self.at.part, part);
        inside(self);
        self.at.part = around;
    }

    /// What `inside` does stands in a frame.
    pub fn framed(&mut self, frame: Frame, inside: impl FnOnce(&mut Self)) {
        let (pad, before) = (frame.pad, self.at.strips.len());
        self.at.frames.push(self.strips.frames.len());
        self.strips.frames.push(frame);
        self.at.pads += pad;
        inside(self);
        self.at.frames.pop();
        self.at.pads += if self.at.strips.len() > before { pad } else { -pad };
    }

    /// Adds a strip.
    pub fn put(&mut self, strip: Strip) {
        let above = mem::take(&mut self.at.gap) + mem::take(&mut self.at.pads);
        self.at.strips.push(Strip { above, frames: self.at.frames.clone(), ..strip });
    }

    /// Adds the lines of a text; at least two stand together. `keep`: what follows stands with them.
    pub fn text(&mut self, words: &Words, look: Look, keep: bool) {
        let lines = self.breaker.lines(words, self.room());
        let last = lines.len().saturating_sub(1);
        for (number, line) in lines.into_iter().enumerate() {
            let together = number < last && (number == 0 || number + 1 == last);
            self.line(line, look, if number < last { keep || together } else { keep });
        }
    }

    fn line(&mut self, line: Line, look: Look, keep: bool) {
        let mut runs = mem::take(&mut self.at.marks);
        let free = if line.is_from_right { (self.room() - line.width).max(0.0) } else { 0.0 };
        let left = self.at.left + free;
        runs.extend(line.runs.into_iter().map(|run| Run { x: run.x + left, ..run }));
        for run in &mut runs {
            run.y += look.baseline();
        }
        self.put(Strip { height: look.height(), runs, keep, ..Strip::default() });
    }

    /// A line for marks that no text stands beside.
    pub fn rest_of_marks(&mut self) {
        if !self.at.marks.is_empty() {
            let look = self.at.look;
            self.line(Line { runs: Vec::new(), width: 0.0, is_from_right: false }, look, false);
        }
    }

    /// The number of the footnote that is asked for, and whether it is asked for the first time.
    ///
    /// There is none for what is asked for in a footnote: one that leads to itself would have no end.
    pub fn note(&mut self, asked: &NodeFootnoteReference) -> Option<(usize, bool)> {
        let (node, known) = self.footnotes.get_mut(&asked.name)?;
        match (*known, self.in_footnote) {
            (_, true) => None,
            (Some(number), _) => Some((number, false)),
            (None, _) => {
                let (node, number) = (*node, self.strips.notes.len());
                *known = Some(number);
                self.write_note(node, number, asked.ix);
                Some((number, true))
            }
        }
    }

    fn write_note(&mut self, node: Node<'a>, number: usize, label: u32) {
        let look = Look::default().sized(NOTE);
        let part = self.parts.add(Kind::Note, 0);
        let place =
            Place { right: self.width, part, look, tight: node.children().count() == 1, ..Place::default() };
        let text = mem::replace(&mut self.at, place);
        self.strips.notes.push(Vec::new());
        self.in_footnote = true;
        self.label(number, label);
        node.children().for_each(|child| self.block(child));
        self.rest_of_marks();
        self.in_footnote = false;
        self.strips.notes[number] = mem::replace(&mut self.at, text).strips;
    }
}
