//! The blocks of a text: paragraphs, headings, lists, and what else stands below each other.
use super::{
    flow::Flow,
    look::{BLUE, LINE, Look, PALE, SOFT, grey},
    parts::Kind as Part,
    strip::{Anchor, Frame, Kind, Strip},
    words::Words,
};
use crate::tools::text::markdown;
use comrak::{
    Node,
    nodes::{NodeHeading, NodeValue},
};
use std::num::NonZeroU16;

/// The room between paragraphs.
pub const BETWEEN: f32 = 4.7;
/// The room around what has a frame.
const APART: f32 = 9.5;
/// The sizes of headings, to that of the text.
const HEADINGS: [f32; 6] = [2.0, 1.44, 1.15, 1.0, 1.0, 1.0];
/// The size of a title that is asked for.
const TITLE: f32 = 2.3;

impl<'a> Flow<'a> {
    /// All that is in a part, one below the other.
    pub fn blocks(&mut self, node: Node<'a>) {
        node.children().for_each(|child| self.block(child));
    }

    /// One block.
    pub fn block(&mut self, node: Node<'a>) {
        match &node.data().value {
            NodeValue::Paragraph => self.paragraph(node),
            NodeValue::Heading(heading) => self.heading(node, *heading),
            NodeValue::BlockQuote | NodeValue::MultilineBlockQuote(_) => self.quoted(node, None),
            NodeValue::Alert(alert) => {
                let title = alert.title.clone().unwrap_or_else(|| alert.alert_type.default_title().into());
                self.quoted(node, Some(&title));
            }
            NodeValue::CodeBlock(block) => self.code(&block.literal),
            NodeValue::HtmlBlock(block) if is_comment(&block.literal) => (),
            NodeValue::HtmlBlock(block) => self.markup(&block.literal),
            NodeValue::List(list) => self.list(node, *list),
            NodeValue::Table(table) => self.table(node, &table.alignments),
            NodeValue::ThematicBreak => self.rule(),
            // They stand where they are asked for.
            NodeValue::FootnoteDefinition(_) => (),
            value if value.block() => self.blocks(node),
            _ => self.paragraph(node),
        }
    }

    /// A title above all.
    pub fn title(&mut self, title: &str) {
        let look = Look { bold: true, ..self.at.look.sized(TITLE) };
        self.part(Part::Paragraph, |flow| flow.text(&Words::of(title, look, flow.at.part), look, true));
        self.gap(look.size * 0.6);
    }

    fn paragraph(&mut self, node: Node<'a>) {
        let gap = if self.at.tight { 0.0 } else { BETWEEN };
        self.gap(gap);
        self.part(Part::Paragraph, |flow| {
            let look = flow.at.look;
            let words = flow.words(node, look, flow.at.part);
            flow.text(&words, look, false);
        });
        self.gap(gap);
    }

    fn heading(&mut self, node: Node<'a>, heading: NodeHeading) {
        let level = heading.level.clamp(1, 6);
        let look = self.at.look.sized(HEADINGS[usize::from(level) - 1]);
        let colour = if level == 6 { SOFT } else { look.colour };
        let look = Look { bold: true, colour, ..look };
        let title = markdown::words(node);
        self.gap(1.17 * look.size - 3.7);
        let first = self.at.strips.len();
        let kind = Part::Heading(
            NonZeroU16::from(NonZeroU16::MIN).saturating_add(u16::from(level) - 1),
            title.clone(),
        );
        self.part(kind, |flow| {
            let words = flow.words(node, look, flow.at.part);
            flow.text(&words, look, true);
        });
        if let (Some(strip), false) = (self.at.strips.get_mut(first), title.trim().is_empty()) {
            strip.anchor = Some(Anchor::Heading(self.headings.len()));
            self.headings.push((level, title));
        }
        self.gap((0.465 * look.size - 3.7).max(1.5));
    }

    fn quoted(&mut self, node: Node<'a>, title: Option<&str>) {
        let colour = if title.is_some() { BLUE } else { grey(205) };
        let kind = Kind::Bar(colour, 2.5);
        let frame = Frame { left: self.at.left, right: self.at.right, pad: 0.0, kind };
        let (look, tight) = (self.at.look, self.at.tight);
        self.gap(APART);
        self.at.left += 11.0;
        self.at.tight = false;
        self.part(Part::Quote, |flow| {
            flow.framed(frame, |flow| {
                if let Some(title) = title {
                    let look = Look { bold: true, ..look };
                    flow.part(Part::Paragraph, |flow| {
                        flow.text(&Words::of(title, look, flow.at.part), look, true);
                    });
                } else {
                    flow.at.look.colour = SOFT;
                }
                flow.blocks(node);
            });
        });
        self.at.left -= 11.0;
        (self.at.look, self.at.tight) = (look, tight);
        self.gap(APART);
    }

    fn code(&mut self, code: &str) {
        let look = self.at.look.code();
        let code = code.trim_end_matches('\n').replace('\t', "    ");
        let frame = Frame { left: self.at.left, right: self.at.right, pad: 6.0, kind: Kind::Ground(PALE) };
        self.gap(APART);
        self.at.left += 9.0;
        self.at.right -= 9.0;
        self.part(Part::Code, |flow| {
            flow.framed(frame, |flow| flow.text(&Words::of(&code, look, flow.at.part), look, false));
        });
        self.at.left -= 9.0;
        self.at.right += 9.0;
        self.gap(APART);
    }

    fn markup(&mut self, source: &str) {
        let look = Look { colour: SOFT, ..self.at.look.code() };
        self.gap(APART);
        let source = source.trim_end_matches('\n');
        self.part(Part::Code, |flow| flow.text(&Words::of(source, look, flow.at.part), look, false));
        self.gap(APART);
    }

    fn rule(&mut self) {
        let kind = Kind::Ground(LINE);
        let frame = Frame { left: self.at.left, right: self.at.right, pad: 0.0, kind };
        self.gap(2.0 * APART - BETWEEN);
        self.framed(frame, |flow| flow.put(Strip { height: 0.7, ..Strip::default() }));
        self.gap(2.0 * APART - BETWEEN);
    }
}

fn is_comment(html: &str) -> bool {
    html.trim_start().starts_with("<!--") && html.trim_end().ends_with("-->")
}
