//! What stands within a line.
use super::{
    markdown,
    typeset::{Typeset, quoted},
};
use comrak::{
    Node,
    nodes::{NodeFootnoteReference, NodeLink, NodeValue},
};
use std::fmt::Write;

/// What a link may lead to: what opens outside the document, and runs nothing.
const SCHEMES: [&str; 5] = ["https://", "http://", "mailto:", "tel:", "ftp://"];
/// Typst takes no longer addresses.
const ADDRESS: usize = 8000;

impl<'a> Typeset<'a> {
    /// What stands within a line.
    pub fn inline(&mut self, node: Node<'a>) {
        match &node.data().value {
            NodeValue::Text(text) => self.call("text", text),
            NodeValue::Code(code) => self.call("raw", &code.literal),
            NodeValue::SoftBreak => self.code.push_str("[ ]"),
            NodeValue::LineBreak => self.code.push_str("linebreak()"),
            NodeValue::HtmlInline(html) if is_break(html) => self.code.push_str("linebreak()"),
            NodeValue::HtmlInline(html) if html.starts_with("<!--") => (),
            NodeValue::HtmlInline(html) => self.call("raw", html),
            NodeValue::Emph => self.wrapped("emph", node),
            NodeValue::Strong => self.wrapped("strong", node),
            NodeValue::Strikethrough => self.wrapped("strike", node),
            NodeValue::Superscript => self.wrapped("super", node),
            NodeValue::Subscript => self.wrapped("sub", node),
            NodeValue::Underline | NodeValue::Insert => self.wrapped("underline", node),
            NodeValue::Link(link) => self.link(node, link),
            // Nothing is fetched: what a picture shows is said.
            NodeValue::Image(_) => self.call("picture", &markdown::words(node)),
            NodeValue::FootnoteReference(footnote) => self.footnote(footnote),
            _ => self.blocks(node),
        }
    }

    fn link(&mut self, node: Node<'a>, link: &NodeLink) {
        let begins = |scheme: &str| {
            link.url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        };
        match SCHEMES.iter().any(|scheme| begins(scheme)) && link.url.len() < ADDRESS {
            true => self.wrapped_with(&format!("link({}, ", quoted(&link.url)), node),
            false => self.blocks(node),
        }
    }

    fn footnote(&mut self, reference: &NodeFootnoteReference) {
        let (name, number) = (&reference.name, reference.ix);
        match self.footnotes.get(name) {
            // A footnote that leads to itself would have no end.
            Some(definition) if !self.in_footnote && self.standing.insert(name.clone()) => {
                self.in_footnote = true;
                self.code.push_str("[#footnote(");
                // One paragraph stands beside its number, several stand below.
                self.item(definition, definition.children().count() == 1);
                let _ = write!(self.code, ")<note-{number}>]");
                self.in_footnote = false;
            }
            Some(_) if !self.in_footnote => {
                let _ = write!(self.code, "footnote(<note-{number}>)");
            }
            _ => self.call("super", &format!("[{number}]")),
        }
    }
}

fn is_break(html: &str) -> bool {
    let name = html.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
    name.eq_ignore_ascii_case("br")
}

/// Whether this can be a language's name.
pub fn is_word(text: &str) -> bool {
    (1..=20).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-#_.".contains(&byte))
}
