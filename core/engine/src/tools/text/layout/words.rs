//! The text of a paragraph, and how its parts look.
use super::{
    flow::Flow,
    look::{BLUE, Ground, Look, SOFT},
    parts::{Kind, Leads},
    strip::Anchor,
};
use crate::tools::text::markdown;
use comrak::{
    Node,
    nodes::{NodeFootnoteReference, NodeLink, NodeValue},
};

/// What a link may lead to: what opens outside the document, and runs nothing.
const SCHEMES: [&str; 5] = ["https://", "http://", "mailto:", "tel:", "ftp://"];
/// What asks for the letter before it as a picture (Unicode, VS16): parley then takes the first font, whether or not that
/// has the letter. Without it the fonts that have the letter are found.
const AS_PICTURE: char = '\u{fe0f}';
/// Readers of documents take no longer addresses.
const ADDRESS: usize = 8000;

/// A text with looks.
#[derive(Default)]
pub struct Words {
    /// The text.
    pub text: String,
    /// Its spans, one after the other.
    pub spans: Vec<Span>,
}

/// A part of a text that looks the same.
pub struct Span {
    /// Where in the text it ends.
    pub end: usize,
    /// How it looks.
    pub look: Look,
    /// The part of the document that it belongs to.
    pub part: usize,
    /// What stands here.
    pub anchor: Option<Anchor>,
}

impl Words {
    /// A text that looks the same throughout.
    pub fn of(text: &str, look: Look, part: usize) -> Self {
        let mut words = Self::default();
        words.push(text, look, part);
        words
    }

    /// Adds a text.
    pub fn push(&mut self, text: &str, look: Look, part: usize) {
        let is_set = |letter: &char| *letter == '\n' || !(letter.is_control() || *letter == AS_PICTURE);
        self.text.extend(text.chars().filter(is_set));
        let end = self.text.len();
        match self.spans.last_mut() {
            Some(last) if last.look == look && last.part == part && last.anchor.is_none() => last.end = end,
            _ => self.spans.push(Span { end, look, part, anchor: None }),
        }
    }
}

impl<'a> Flow<'a> {
    /// The words of a part of the text.
    pub fn words(&mut self, node: Node<'a>, look: Look, part: usize) -> Words {
        let mut words = Words::default();
        self.children(&mut words, node, look, part);
        words
    }

    fn children(&mut self, words: &mut Words, node: Node<'a>, look: Look, part: usize) {
        for child in node.children() {
            self.inline(words, child, look, part);
        }
    }

    fn inline(&mut self, words: &mut Words, node: Node<'a>, look: Look, part: usize) {
        let look = match &node.data().value {
            NodeValue::Emph => Look { italic: !look.italic, ..look },
            NodeValue::Strong => Look { bold: true, ..look },
            NodeValue::Strikethrough => Look { line: Some(0.25), ..look },
            NodeValue::Underline | NodeValue::Insert => Look { line: Some(-0.12), ..look },
            NodeValue::Superscript => look.raised(0.35),
            NodeValue::Subscript => look.raised(-0.15),
            NodeValue::Text(text) => return words.push(text, look, part),
            NodeValue::Code(code) => return words.push(&code.literal, code_of(look), part),
            NodeValue::SoftBreak => return words.push(" ", look, part),
            NodeValue::LineBreak => return words.push("\n", look, part),
            NodeValue::HtmlInline(html) if is_break(html) => return words.push("\n", look, part),
            NodeValue::HtmlInline(html) if html.starts_with("<!--") => return,
            NodeValue::HtmlInline(html) => return words.push(html, code_of(look), part),
            NodeValue::Link(link) => return self.link(words, node, link, look, part),
            NodeValue::Image(_) => return picture(words, node, look, part),
            NodeValue::FootnoteReference(footnote) => return self.footnote(words, footnote, look, part),
            _ => look,
        };
        self.children(words, node, look, part);
    }

    fn link(&mut self, words: &mut Words, node: Node<'a>, link: &NodeLink, look: Look, part: usize) {
        let begins = |scheme: &str| {
            link.url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        };
        if SCHEMES.iter().any(|scheme| begins(scheme)) && link.url.len() < ADDRESS {
            let part = self.parts.add(Kind::Link(Leads::Out(link.url.clone())), part);
            self.children(words, node, Look { colour: BLUE, ..look }, part);
        } else {
            self.children(words, node, look, part);
        }
    }

    fn footnote(&mut self, words: &mut Words, asked: &NodeFootnoteReference, look: Look, part: usize) {
        let number = self.note(asked);
        let label = if number.is_some() { asked.ix.to_string() } else { format!("[{}]", asked.ix) };
        let part = number
            .map_or(part, |(number, _)| self.parts.add(Kind::Link(Leads::To(Anchor::Note(number))), part));
        words.push(&label, look.raised(0.35), part);
        if let (Some((number, true)), Some(span)) = (number, words.spans.last_mut()) {
            span.anchor = Some(Anchor::Asked(number));
        }
    }
}

/// Nothing is fetched: what a picture shows is said.
fn picture(words: &mut Words, node: Node, look: Look, part: usize) {
    let shown = markdown::words(node);
    let shown = if shown.is_empty() { "image" } else { &shown };
    let look = Look { italic: true, colour: SOFT, ground: Ground::Framed, ..look };
    words.push(&format!("\u{a0}{shown}\u{a0}"), look, part);
}

fn code_of(look: Look) -> Look {
    Look { ground: Ground::Pale, ..look.code() }
}

fn is_break(html: &str) -> bool {
    let name = html.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
    name.eq_ignore_ascii_case("br")
}
