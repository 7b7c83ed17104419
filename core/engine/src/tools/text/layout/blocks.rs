//! The blocks of a text: paragraphs, headings, lists, and what else stands below each other.
use super::{
    flow::Flow,
    look::{BLUE, LINE, Look, PALE, SOFT, grey},
    parts::{Kind as Part, Leads},
    strip::{Anchor, Frame, Kind, Run, Strip},
    words::Words,
};
use crate::tools::text::markdown;
use comrak::{
    Node,
    nodes::{ListDelimType, ListType, NodeHeading, NodeList, NodeValue},
};
use std::num::NonZeroU16;

/// The room between paragraphs.
const BETWEEN: f32 = 4.7;
/// The room around what has a frame.
const APART: f32 = 9.5;
/// The sizes of headings, to that of the text.
const HEADINGS: [f32; 6] = [2.0, 1.44, 1.15, 1.0, 1.0, 1.0];
/// The size of a title that is asked for.
const TITLE: f32 = 2.3;
/// How far the marks of a list stand in, and its text from them.
const MARK: (f32, f32) = (4.4, 5.5);
/// The marks of lists within lists.
const MARKS: [&str; 3] = ["•", "‣", "–"];
/// The marks of what is to be done, and of what is done.
const TASKS: [&str; 2] = ["☐", "☑"];

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
                        flow.text(&Words::of(title, look, flow.at.part), look, true)
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

    fn list(&mut self, node: Node<'a>, list: NodeList) {
        let marks: Vec<String> = node
            .children()
            .zip(list.start..)
            .map(|(item, number)| mark(item, list, number, self.at.lists))
            .collect();
        let longest = marks.iter().max_by_key(|mark| mark.len()).map_or("", String::as_str);
        let widest = self.breaker.widths(&Words::of(longest, mark_look(longest, self.at.look), 0)).1;
        let (left, tight, lists) = (self.at.left, self.at.tight, self.at.lists);
        let gap = if tight { 0.0 } else { BETWEEN };
        self.gap(gap);
        self.at.left += MARK.0 + widest + MARK.1;
        self.at.lists += usize::from(list.list_type == ListType::Bullet);
        self.part(Part::List(list.list_type == ListType::Ordered), |flow| {
            for (item, mark) in node.children().zip(&marks) {
                flow.at.tight = list.tight;
                flow.gap(if list.tight { 0.0 } else { BETWEEN });
                flow.part(Part::Item, |flow| flow.item(item, mark));
            }
        });
        (self.at.left, self.at.tight, self.at.lists) = (left, tight, lists);
        self.gap(gap);
    }

    fn item(&mut self, item: Node<'a>, mark: &str) {
        let end = self.at.left - MARK.1;
        self.mark(mark, mark_look(mark, self.at.look), None, |width| end - width);
        self.part(Part::Body, |flow| flow.blocks(item));
        self.rest_of_marks();
    }

    /// Puts a mark in front of the next line.
    fn mark(&mut self, mark: &str, look: Look, leads: Option<Leads>, left: impl FnOnce(f32) -> f32) -> f32 {
        let part = self.parts.add(Part::Label, self.at.part);
        let part = leads.map_or(part, |leads| self.parts.add(Part::Link(leads), part));
        let lines = self.breaker.lines(&Words::of(mark, look, part), f32::INFINITY);
        let Some(line) = lines.into_iter().next() else { return 0.0 };
        let left = left(line.width);
        self.at.marks.extend(line.runs.into_iter().map(|run| Run { x: run.x + left, ..run }));
        line.width
    }

    /// Puts a footnote's number in front of its first line; it leads back to where it is asked for.
    pub fn label(&mut self, number: usize, label: u32) {
        let leads = Leads::To(Anchor::Asked(number));
        let look = self.at.look.raised(0.35);
        let width = self.mark(&label.to_string(), look, Some(leads), |_| 0.0);
        self.at.left = width + 2.0;
    }
}

fn mark(item: Node, list: NodeList, number: usize, depth: usize) -> String {
    match (&item.data().value, list.list_type) {
        (NodeValue::TaskItem(task), _) => TASKS[usize::from(task.symbol.is_some())].to_owned(),
        (_, ListType::Bullet) => MARKS[depth % MARKS.len()].to_owned(),
        (_, ListType::Ordered) if list.delimiter == ListDelimType::Paren => format!("{number})"),
        (_, ListType::Ordered) => format!("{number}."),
    }
}

/// The boxes of tasks are small, and stand higher than they should where they are enlarged.
fn mark_look(mark: &str, look: Look) -> Look {
    match TASKS.contains(&mark) {
        true => Look { rise: look.rise - 0.08 * look.size, ..look.sized(1.3) },
        false => look,
    }
}

fn is_comment(html: &str) -> bool {
    html.trim_start().starts_with("<!--") && html.trim_end().ends_with("-->")
}
