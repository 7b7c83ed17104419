//! Breaking a text into lines.
use super::{
    look::Look,
    strip::Run,
    words::{Span, Words},
};
use crate::fonts::{FACES, MONO, SERIF, beside::Lender};
use icu_segmenter::GraphemeClusterSegmenter;
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use parley::{
    FontContext, FontFamily, FontFamilyName, FontStyle, FontWeight, Layout, LayoutContext, LineHeight,
    OverflowWrap, TextStyle,
    fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache},
};
use std::{borrow::Cow, ops::Range, sync::Arc};

/// The most bytes that are broken at a time: a paragraph that is longer begins a new line there.
const LONGEST: usize = 32 << 10;
/// The most signs that are one letter.
const HIGHEST: usize = 100;

/// What breaks texts into lines, with the fonts of this package, and for letters that they lack with those of the machine.
pub struct Breaker {
    fonts: FontContext,
    layouts: LayoutContext<usize>,
    lender: Lender,
    /// The families for text, and those for code, each with the first one that is asked.
    families: [Vec<FontFamilyName<'static>>; 2],
    /// The faces that were used.
    faces: Vec<Face>,
}

/// A face of a font.
struct Face {
    /// How its file is called by parley.
    file: u64,
    /// Which one of its file it is.
    index: u32,
    /// What of it varies: fonts of the machine may be many in one.
    varied: Vec<(Tag, f32)>,
    /// The same to who paints; none where that cannot be read.
    font: Option<Font>,
}

/// A line of a text; its runs begin at 0.
pub struct Line {
    /// What is on it.
    pub runs: Vec<Run>,
    /// How wide that is.
    pub width: f32,
    /// Whether its text is one that is written from the right.
    pub is_from_right: bool,
}

impl Breaker {
    /// With fonts of the machine as `lender` has them.
    pub fn new(lender: Lender) -> Self {
        // Nothing is looked for by itself.
        let options = CollectionOptions { shared: false, system_fonts: false };
        let mut collection = Collection::new(options);
        for face in FACES {
            collection.register_fonts(Blob::new(Arc::new(face)), None);
        }
        let fonts = FontContext { collection, source_cache: SourceCache::default() };
        let families = [[SERIF, MONO], [MONO, SERIF]].map(|families| families.map(named).into());
        Self { fonts, layouts: LayoutContext::new(), lender, families, faces: Vec::new() }
    }

    /// The font of a face, by its number in a run.
    pub fn font(&self, face: usize) -> Option<&Font> {
        self.faces.get(face)?.font.as_ref()
    }

    /// The lines of `words`, none wider than `width` where that can be.
    pub fn lines(&mut self, words: &Words, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        for chunk in chunks(&words.text) {
            let mut layout = self.layout(words, chunk.clone());
            layout.break_all_lines(Some(width));
            let is_from_right = layout.is_rtl();
            lines.extend(layout.lines().map(|line| self.line(&line, words, chunk.start, is_from_right)));
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
        self.lend(text);
        let mut builder = self.layouts.style_run_builder(&mut self.fonts, text, 1.0, false);
        let mut start = 0;
        for (number, span) in words.spans.iter().enumerate() {
            let end = span.end.clamp(chunk.start, chunk.end) - chunk.start;
            if end > start {
                let families = &self.families[usize::from(span.look.mono)];
                let style = builder.push_style(style(span.look, families, number));
                builder.push_style_run(style, start..end);
                start = end;
            }
        }
        builder.build(text)
    }

    /// Takes in the fonts of the machine that a text needs; they are asked after ours.
    fn lend(&mut self, text: &str) {
        for file in self.lender.lend(text) {
            // Not as it calls itself: ours may be called the same.
            let name = format!("beside {}", self.families[0].len());
            let called = FontInfoOverride { family_name: Some(&name), ..FontInfoOverride::default() };
            self.fonts.collection.register_fonts(Blob::new(file), Some(called));
            for families in &mut self.families {
                families.push(FontFamilyName::Named(Cow::Owned(name.clone())));
            }
        }
    }

    fn face(&mut self, run: &parley::Run<'_, usize>) -> usize {
        let (file, index) = (run.font().data.id(), run.font().index);
        let synthesis = run.synthesis();
        let varied = synthesis.variation_settings().iter();
        let varied: Vec<_> = varied.map(|(tag, value)| (Tag::new(&tag.to_be_bytes()), *value)).collect();
        let same = |face: &Face| face.file == file && face.index == index && face.varied == varied;
        self.faces.iter().position(same).unwrap_or_else(|| {
            let content: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(run.font().data.clone());
            let font = Font::new_variable(content.into(), index, &varied);
            self.faces.push(Face { file, index, varied, font });
            self.faces.len() - 1
        })
    }

    fn line(
        &mut self,
        line: &parley::Line<'_, usize>,
        words: &Words,
        offset: usize,
        is_from_right: bool,
    ) -> Line {
        let mut runs: Vec<Run> = Vec::new();
        let metrics = *line.metrics();
        // Spaces at the end are no part of a line: where it is written from the right they are left of it.
        let mut x = if is_from_right { -metrics.trailing_whitespace } else { 0.0 };
        for part in line.runs() {
            let face = self.face(&part);
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
        runs.retain(|run| !run.glyphs.is_empty());
        Line { runs, width: metrics.advance - metrics.trailing_whitespace, is_from_right }
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

fn named(family: &'static str) -> FontFamilyName<'static> {
    FontFamilyName::Named(Cow::Borrowed(family))
}

fn style<'a>(
    look: Look,
    families: &'a [FontFamilyName<'static>],
    number: usize,
) -> TextStyle<'a, 'static, usize> {
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

#[cfg(test)]
mod tests;
