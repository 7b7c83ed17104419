//! Building a document of elements, in whatever order they come: what is not closed is, and what stands where it cannot
//! stands elsewhere.
mod line;
mod tree;

use super::{
    Read,
    elements::{Means, means},
};
use crate::{Failure, Limits};
use comrak::{Arena, Node, nodes::NodeValue};

/// Elements that hold nothing.
const VOID: [&str; 9] = ["br", "hr", "img", "input", "link", "meta", "wbr", "col", "embed"];

/// A document that grows.
pub struct Builder<'a> {
    arena: &'a Arena<'a>,
    open: Vec<(String, Node<'a>)>,
    /// The element that is left out, and how many of its name it holds.
    skipped: Option<(String, u64)>,
    /// The text of code, and the element that it is in.
    code: Option<(String, String)>,
    naming: bool,
    title: String,
    /// Whether there is white space before what comes next.
    space: bool,
    /// Whether what comes next begins a line.
    fresh: bool,
    left: u64,
    deepest: u64,
}

impl<'a> Builder<'a> {
    /// An empty document that may become as large as `limits` say.
    pub fn new(arena: &'a Arena<'a>, limits: &Limits) -> Self {
        let root: Node<'a> = arena.alloc(NodeValue::Document.into());
        Self {
            arena,
            open: vec![(String::new(), root)],
            skipped: None,
            code: None,
            naming: false,
            title: String::new(),
            space: false,
            fresh: true,
            left: limits.entries,
            deepest: limits.nesting,
        }
    }

    /// The whole document.
    pub fn done(mut self) -> Result<Read<'a>, Failure> {
        self.end_all()?;
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Read { root: self.top(), title: Some(title).filter(|title| !title.is_empty()) })
    }

    /// Ends all that is open, as between two files of one book.
    pub fn end_all(&mut self) -> Result<(), Failure> {
        (self.skipped, self.naming) = (None, false);
        if let Some((name, _)) = self.code.clone() {
            self.end(&name)?;
        }
        while self.open.len() > 1 {
            self.pop()?;
        }
        Ok(())
    }

    /// An element begins; `attribute` knows what is said of it.
    pub fn start(&mut self, name: &str, attribute: &dyn Fn(&str) -> Option<String>) -> Result<(), Failure> {
        if let Some((skipped, count)) = &mut self.skipped {
            *count += u64::from(skipped == name);
            return Ok(());
        }
        match &mut self.code {
            // Code within a line is over with the line.
            Some((within, _))
                if within != "pre" && matches!(means(name, None), Means::Block(_) | Means::Break) =>
            {
                let within = within.clone();
                self.end(&within)?;
            }
            Some((_, code)) => {
                code.push_str(if name == "br" { "\n" } else { "" });
                return Ok(());
            }
            None => {}
        }
        match name {
            "br" => self.line_break(),
            "hr" if self.in_table() => Ok(()),
            "hr" => self.blocks().and_then(|()| self.add(NodeValue::ThematicBreak).map(drop)),
            "title" => {
                self.naming = self.title.is_empty();
                self.skipped = Some((name.to_owned(), 1));
                Ok(())
            }
            "img" => self.text(&attribute("alt").map(|alt| format!(" {alt} ")).unwrap_or_default()),
            "pre" | "code" | "kbd" | "samp" | "tt" => {
                self.code = Some((name.to_owned(), String::new()));
                Ok(())
            }
            name => match means(name, attribute("href").as_deref()) {
                Means::Nothing if !VOID.contains(&name) => {
                    self.skipped = Some((name.to_owned(), 1));
                    Ok(())
                }
                Means::Break => self.paragraph(),
                Means::Block(value) => self.block(name, value),
                Means::Inline(value) => self.inline(name, value),
                Means::Nothing | Means::Itself => Ok(()),
            },
        }
    }

    /// An element ends.
    pub fn end(&mut self, name: &str) -> Result<(), Failure> {
        if let Some((skipped, count)) = &mut self.skipped {
            *count -= u64::from(skipped == name);
            if *count == 0 {
                (self.skipped, self.naming) = (None, false);
            }
            return Ok(());
        }
        if self.code.as_ref().is_some_and(|(code, _)| code == name) {
            let (_, code) = self.code.take().unwrap_or_default();
            return self.code(name == "pre", &code);
        }
        match means(name, Some("http:")) {
            Means::Break => self.paragraph(),
            Means::Block(_) => self.close(name, |_| true),
            Means::Inline(_) => self.close(name, |value| !value.block()),
            Means::Nothing | Means::Itself => Ok(()),
        }
    }

    /// Text, whose white space is one space.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        if self.naming {
            self.title.push_str(text.get(..text.floor_char_boundary(200)).unwrap_or(text));
        }
        if self.skipped.is_some() {
            return Ok(());
        }
        if let Some((_, code)) = &mut self.code {
            code.push_str(text);
            return Ok(());
        }
        let before = text.starts_with(char::is_whitespace);
        for (number, word) in text.split_whitespace().enumerate() {
            self.space |= number > 0 || before;
            self.word(word)?;
        }
        self.space |= text.ends_with(char::is_whitespace);
        Ok(())
    }
}
