//! Strips on pages, with footnotes below.
use super::strip::{Anchor, Strip, Strips};
use std::collections::VecDeque;

/// The room between the text and the line above the footnotes, and below that line.
const NOTES: (f32, f32) = (11.0, 5.0);
/// How much of a page may be footnotes that were begun on another.
const MOST_NOTES: f32 = 0.6;

/// A page.
#[derive(Default)]
pub struct Page<'a> {
    /// What is on it, and where.
    pub strips: Vec<Placed<'a>>,
    /// Where the line above the footnotes is.
    pub line: Option<f32>,
}

/// A strip on a page.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    /// The strip.
    pub strip: &'a Strip,
    /// Where its top is.
    pub top: f32,
    /// Whether it is the head of a table that was begun on another page.
    pub again: bool,
}

struct Pager<'a> {
    strips: &'a Strips,
    room: f32,
    pages: Vec<Page<'a>>,
    /// Where the next strip is on the last page.
    top: f32,
    /// The footnotes of the last page, and their height with the line above.
    notes: Vec<&'a Strip>,
    notes_height: f32,
    /// Footnotes for which there was no room.
    waiting: VecDeque<&'a Strip>,
}

/// All strips on pages of this height.
pub fn pages(strips: &Strips, room: f32) -> Vec<Page<'_>> {
    let (notes, waiting) = (Vec::new(), VecDeque::new());
    let mut pager =
        Pager { strips, room, pages: vec![Page::default()], top: 0.0, notes, notes_height: 0.0, waiting };
    for group in strips.text.chunk_by(|strip, _| strip.keep) {
        pager.group(group);
    }
    while !pager.waiting.is_empty() {
        pager.turn();
    }
    pager.end_of_page();
    pager.pages
}

impl<'a> Pager<'a> {
    /// Strips that stand together, where a page has room for them.
    fn group(&mut self, group: &'a [Strip]) {
        if self.fits(group) {
            return group.iter().for_each(|strip| self.put(strip));
        }
        if self.top > 0.0 {
            self.turn();
            self.heads(&group[0]);
        }
        let whole = self.fits(group);
        for strip in group {
            if !whole && self.top > 0.0 && !self.fits(std::slice::from_ref(strip)) {
                self.turn();
                self.heads(strip);
            }
            self.put(strip);
        }
    }

    fn fits(&self, group: &[Strip]) -> bool {
        let heights = group.iter().map(|strip| strip.above + strip.height).sum::<f32>();
        let first = if self.top > 0.0 { 0.0 } else { group[0].above - self.strips.pad(&group[0]) };
        let last = group.last().map_or(0.0, |strip| self.strips.pad(strip));
        let notes: f32 = group.iter().flat_map(asked).map(|note| self.least(note)).sum();
        let line = if notes > 0.0 && self.notes.is_empty() { NOTES.0 + NOTES.1 } else { 0.0 };
        self.top + heights - first + last + notes + line + self.notes_height <= self.room
    }

    /// The room that a footnote needs on the page on which it begins: its own, or that of its first line.
    fn least(&self, note: usize) -> f32 {
        let note = &self.strips.notes[note];
        let all: f32 = note.iter().map(|strip| strip.above + strip.height).sum();
        match all > self.room * (1.0 - MOST_NOTES) {
            true => note.first().map_or(0.0, |strip| strip.above + strip.height),
            false => all,
        }
    }

    fn put(&mut self, strip: &'a Strip) {
        let above = if self.top > 0.0 { strip.above } else { self.strips.pad(strip) };
        self.place(strip, self.top + above, false);
        self.top += above + strip.height;
        for note in asked(strip) {
            self.waiting.extend(&self.strips.notes[note]);
        }
        self.take_notes(self.room - self.top - self.strips.pad(strip));
    }

    fn place(&mut self, strip: &'a Strip, top: f32, again: bool) {
        if let Some(page) = self.pages.last_mut() {
            page.strips.push(Placed { strip, top, again });
        }
    }

    /// Takes footnotes that wait, as long as they are no higher than `most`.
    fn take_notes(&mut self, most: f32) {
        while let Some(strip) = self.waiting.front() {
            let line = if self.notes.is_empty() { NOTES.0 + NOTES.1 } else { strip.above };
            if self.notes_height + line + strip.height > most {
                return;
            }
            self.notes_height += line + strip.height;
            self.notes.extend(self.waiting.pop_front());
        }
    }

    fn turn(&mut self) {
        self.end_of_page();
        self.pages.push(Page::default());
        self.top = 0.0;
        self.take_notes(self.room * MOST_NOTES);
    }

    fn end_of_page(&mut self) {
        let mut top = self.room - self.notes_height + NOTES.0;
        let line = (!self.notes.is_empty()).then_some(top);
        top += NOTES.1;
        for (number, strip) in std::mem::take(&mut self.notes).into_iter().enumerate() {
            top += if number > 0 { strip.above } else { 0.0 };
            self.place(strip, top, false);
            top += strip.height;
        }
        self.notes_height = 0.0;
        if let Some(page) = self.pages.last_mut() {
            page.line = line;
        }
    }

    /// The head of the table that goes on with `strip`.
    fn heads(&mut self, strip: &'a Strip) {
        for head in strip.head.map_or([].as_slice(), |head| &self.strips.heads[head]) {
            let above = if self.top > 0.0 { head.above } else { self.strips.pad(head) };
            self.place(head, self.top + above, true);
            self.top += above + head.height;
        }
    }
}

/// The footnotes that are asked for on a strip for the first time.
fn asked(strip: &Strip) -> impl Iterator<Item = usize> {
    strip.runs.iter().filter_map(|run| match run.anchor {
        Some(Anchor::Asked(note)) => Some(note),
        _ => None,
    })
}
