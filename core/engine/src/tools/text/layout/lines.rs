//! Breaking a text into lines.
use super::{
    look::Look,
    strip::Run,
    words::{Span, Words},
};
use crate::fonts::{FACES, MONO, SERIF};
use icu_segmenter::GraphemeClusterSegmenter;
use krilla::text::{GlyphId, KrillaGlyph};
use parley::{
    FontContext, FontFamily, FontFamilyName, FontStyle, FontWeight, Layout, LayoutContext, LineHeight,
    OverflowWrap, TextStyle,
    fontique::{Blob, Collection, CollectionOptions, SourceCache},
};
use std::{borrow::Cow, ops::Range, sync::Arc};

/// The most bytes that are broken at a time: a paragraph that is longer begins a new line there.
const LONGEST: usize = 32 << 10;
/// The most signs that are one letter.
const HIGHEST: usize = 100;

/// What breaks texts into lines, with the fonts of this package.
pub struct Breaker {
    fonts: FontContext,
    layouts: LayoutContext<usize>,
    /// How the faces are called by `fonts`.
    faces: Vec<u64>,
}

/// A line of a text; its runs begin at 0.
pub struct Line {
    /// What is on it.
    pub runs: Vec<Run>,
    /// How wide that is.
    pub width: f32,
}

impl Breaker {
    /// With no other fonts.
    pub fn new() -> Self {
        let options = CollectionOptions { shared: false, system_fonts: false };
        let mut collection = Collection::new(options);
        let mut register = |face: &'static [u8]| {
            let blob = Blob::new(Arc::new(face));
            let id = blob.id();
            collection.register_fonts(blob, None);
            id
        };
        let faces = FACES.into_iter().map(&mut register).collect();
        let fonts = FontContext { collection, source_cache: SourceCache::default() };
        Self { fonts, layouts: LayoutContext::new(), faces }
    }

    /// The lines of `words`, none wider than `width` where that can be.
    pub fn lines(&mut self, words: &Words, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        for chunk in chunks(&words.text) {
            let mut layout = self.layout(words, chunk.clone());
            layout.break_all_lines(Some(width));
            lines.extend(layout.lines().map(|line| self.line(&line, words, chunk.start)));
        }
        lines
    }

    /// How wide `words` are with all breaks, and with none.
    pub fn widths(&mut self, words: &Words) -> (f32, f32) {
        let mut widths = (0.0_f32, 0.0_f32);
        for chunk in chunks(&words.text) {
            let found = self.layout(words, chunk).calculate_content_widths();
            widths = (widths.0.max(found.min), widths.1.max(found.max));
        }
        widths
    }

    fn layout(&mut self, words: &Words, chunk: Range<usize>) -> Layout<usize> {
        let text = &words.text[chunk.clone()];
        let mut builder = self.layouts.style_run_builder(&mut self.fonts, text, 1.0, false);
        let mut start = 0;
        for (number, span) in words.spans.iter().enumerate() {
            let end = span.end.clamp(chunk.start, chunk.end) - chunk.start;
            if end > start {
                let style = builder.push_style(style(span.look, number));
                builder.push_style_run(style, start..end);
                start = end;
            }
        }
        builder.build(text)
    }

    fn line(&self, line: &parley::Line<'_, usize>, words: &Words, offset: usize) -> Line {
        let mut runs: Vec<Run> = Vec::new();
        let mut x = 0.0;
        for part in line.runs() {
            let id = part.font().data.id();
            let face = self.faces.iter().position(|face| *face == id).unwrap_or(0);
            let mut last = None;
            for cluster in part.visual_clusters() {
                let number = cluster.first_style().brush;
                let span = &words.spans[number];
                if last != Some(number) {
                    runs.push(run(face, x, span));
                    last = Some(number);
                }
                let Some(run) = runs.last_mut() else { continue };
                let range = cluster.text_range();
                let text = words.text.get(range.start + offset..range.end + offset);
                let letters = text.unwrap_or_default().trim_matches('\n');
                let from = run.text.len();
                run.text.push_str(letters);
                for glyph in cluster.glyphs().filter(|_| !cluster.is_hard_line_break()) {
                    run.glyphs.push(placed(glyph, span.look.size, from..run.text.len()));
                    run.width += glyph.advance;
                    x += glyph.advance;
                }
                if let (true, Some(glyph)) = (cluster.is_ligature_continuation(), run.glyphs.last_mut()) {
                    glyph.text_range.end = run.text.len();
                }
            }
        }
        let metrics = line.metrics();
        runs.retain(|run| !run.glyphs.is_empty());
        Line { runs, width: metrics.advance - metrics.trailing_whitespace }
    }
}

fn run(face: usize, x: f32, span: &Span) -> Run {
    Run {
        face,
        x,
        y: -span.look.rise,
        width: 0.0,
        look: span.look,
        text: String::new(),
        glyphs: Vec::new(),
        part: span.part,
        anchor: span.anchor,
    }
}

fn placed(glyph: parley::Glyph, size: f32, text: Range<usize>) -> KrillaGlyph {
    let id = GlyphId::new(glyph.id);
    KrillaGlyph::new(id, glyph.advance / size, glyph.x / size, glyph.y / size, 0.0, text, None)
}

fn style(look: Look, number: usize) -> TextStyle<'static, 'static, usize> {
    const SERIF_FIRST: [FontFamilyName<'static>; 2] =
        [FontFamilyName::Named(Cow::Borrowed(SERIF)), FontFamilyName::Named(Cow::Borrowed(MONO))];
    const MONO_FIRST: [FontFamilyName<'static>; 2] =
        [FontFamilyName::Named(Cow::Borrowed(MONO)), FontFamilyName::Named(Cow::Borrowed(SERIF))];
    let families = if look.mono { &MONO_FIRST } else { &SERIF_FIRST };
    TextStyle {
        font_family: FontFamily::List(Cow::Borrowed(families)),
        font_size: look.size,
        font_style: if look.italic { FontStyle::Italic } else { FontStyle::Normal },
        font_weight: if look.bold { FontWeight::BOLD } else { FontWeight::NORMAL },
        line_height: LineHeight::Absolute(1.0),
        overflow_wrap: OverflowWrap::BreakWord,
        brush: number,
        ..TextStyle::default()
    }
}

/// A text in parts that are not too long, each ending with a line, a word, or anything.
fn chunks(text: &str) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let mut start = 0;
    for stop in piles(text).into_iter().chain([text.len()]) {
        while stop - start > LONGEST {
            let most = text.floor_char_boundary(start + LONGEST);
            let part = &text[start..most];
            let end = part.rfind('\n').or_else(|| part.rfind(' ')).map_or(most, |at| start + at + 1);
            chunks.push(start..end);
            start = end;
        }
        chunks.push(start..stop);
        start = stop;
    }
    chunks
}

/// Where signs are cut that stand above each other, and are more than can be one letter.
fn piles(text: &str) -> Vec<usize> {
    let mut cuts = Vec::new();
    if text.is_ascii() {
        return cuts;
    }
    let mut start = 0;
    for end in GraphemeClusterSegmenter::new().segment_str(text) {
        let letter = &text[start..end];
        cuts.extend(letter.char_indices().step_by(HIGHEST).skip(1).map(|(at, _)| start + at));
        start = end;
    }
    cuts
}
