//! Writing a value as XML (XML 1.0), as [`super::xml_in`] reads it.
use super::Out;
use crate::{Code, Failure};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// What an item is called that is in a list and has no name.
const ITEM: &str = "item";

/// How a value is written.
#[derive(Clone, Copy, Debug)]
pub struct XmlOut<'a> {
    /// What the outermost element is called, where the value does not say it.
    pub root: &'a str,
    /// Whether each element has a line of its own.
    pub pretty: bool,
}

impl XmlOut<'_> {
    /// Writes `value` as a document.
    pub fn write(self, value: &Value, out: &mut Out) -> Result<(), Failure> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        let (name, value) = match value {
            Value::Object(members) => sole(members).unwrap_or((self.root, value)),
            value => (self.root, value),
        };
        self.elements(out, name, value, 0, true)?;
        if !self.pretty {
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// The elements called `name`: one for each item of a list, but the outermost is one alone.
    fn elements(
        self,
        out: &mut Out,
        name: &str,
        value: &Value,
        depth: usize,
        alone: bool,
    ) -> Result<(), Failure> {
        match value {
            Value::Array(items) if !alone => {
                items.iter().try_for_each(|item| self.element(out, name, item, depth))
            }
            value => self.element(out, name, value, depth),
        }
    }

    fn element(self, out: &mut Out, name: &str, value: &Value, depth: usize) -> Result<(), Failure> {
        self.line(out, depth)?;
        write!(out, "<{}", checked(name)?)?;
        let (text, inner): (String, Vec<(&str, &Value)>) = match value {
            Value::Object(members) => {
                Self::attributes(out, members)?;
                let inner = members.iter().filter(|(name, _)| !name.starts_with(['@', '#']));
                let text = members.get("#text").map(scalar).transpose()?.unwrap_or_default();
                (text, inner.map(|(name, member)| (name.as_str(), member)).collect())
            }
            Value::Array(items) => (String::new(), items.iter().map(|item| (ITEM, item)).collect()),
            value => (scalar(value)?, Vec::new()),
        };
        if text.is_empty() && inner.is_empty() {
            out.write_all(b"/>")?;
        } else {
            out.write_all(b">")?;
            escaped(out, &text, false)?;
            // White space beside a text would be part of it.
            let within = Self { pretty: self.pretty && text.is_empty(), ..self };
            for (name, member) in &inner {
                // A list in a list is not mixed with it.
                within.elements(out, name, member, depth + 1, value.is_array())?;
            }
            if !inner.is_empty() && within.pretty {
                write!(out, "\n{:1$}", "", depth * 2)?;
            }
            write!(out, "</{name}>")?;
        }
        if depth == 0 && self.pretty {
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// A new line for what comes next.
    fn line(self, out: &mut Out, depth: usize) -> io::Result<()> {
        if self.pretty && depth > 0 { write!(out, "\n{:1$}", "", depth * 2) } else { Ok(()) }
    }

    fn attributes(out: &mut Out, members: &Map<String, Value>) -> Result<(), Failure> {
        for (name, value) in members.iter().filter(|(name, _)| name.starts_with(['@', '#'])) {
            match name.strip_prefix('@') {
                Some(name) => {
                    write!(out, " {}=\"", checked(name)?)?;
                    escaped(out, &scalar(value)?, true)?;
                    out.write_all(b"\"")?;
                }
                None if name == "#text" => {}
                None => drop(checked(name)?),
            }
        }
        Ok(())
    }
}

/// The one member of an object, where it can be the outermost element.
fn sole(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let (name, value) = members.iter().next()?;
    (members.len() == 1 && !name.starts_with(['@', '#']) && !value.is_array()).then_some((name, value))
}

/// A name as elements and attributes have them (XML 1.0 section 2.3).
fn checked(name: &str) -> Result<&str, Failure> {
    let first = |letter: char| letter.is_alphabetic() || matches!(letter, '_' | ':');
    let other =
        |letter: char| first(letter) || letter.is_alphanumeric() || matches!(letter, '-' | '.' | '\u{b7}');
    match name.starts_with(first) && name.chars().all(other) {
        true => Ok(name),
        false => {
            let shown: String = name.chars().take(50).collect();
            let message = format!("{shown:?} cannot be the name of an element or an attribute");
            Err(Failure::new(Code::FileUnsupported, message))
        }
    }
}

fn scalar(value: &Value) -> Result<String, Failure> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Array(_) | Value::Object(_) => {
            let message = "an attribute or a #text is a list or an object, which XML does not know";
            Err(Failure::new(Code::FileUnsupported, message))
        }
        other => Ok(other.to_string()),
    }
}

/// Writes a text so that nothing in it is markup.
fn escaped(out: &mut Out, text: &str, attribute: bool) -> Result<(), Failure> {
    let mut piece = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => piece.push_str("&amp;"),
            '<' => piece.push_str("&lt;"),
            '>' => piece.push_str("&gt;"),
            '"' if attribute => piece.push_str("&quot;"),
            '\n' | '\t' if attribute => piece.push_str(if letter == '\n' { "&#10;" } else { "&#9;" }),
            '\r' => piece.push_str("&#13;"),
            '\n' | '\t' => piece.push(letter),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => {
                let message =
                    format!("a text has the character {:#x}, which XML cannot hold", u32::from(letter));
                return Err(Failure::new(Code::FileUnsupported, message));
            }
            letter => piece.push(letter),
        }
    }
    Ok(out.write_all(piece.as_bytes())?)
}
