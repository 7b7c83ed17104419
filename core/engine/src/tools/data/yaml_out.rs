//! Writing YAML (YAML 1.2.2): a member a line, and quotes wherever a reader could take a text for something else.
use super::{Out, yaml_in::plain_value};
use crate::Failure;
use serde_json::Value;
use std::io::{self, Write};

/// Words that readers of YAML 1.1 take for truth values.
const WORDS: [&str; 6] = ["yes", "no", "on", "off", "y", "n"];

/// A longer name has to be announced (section 7.4.2 allows 1024 letters before the colon).
const LONG: usize = 1000;

/// Writes a value as a document.
pub fn write(value: &Value, out: &mut Out) -> Result<(), Failure> {
    Ok(match is_block(value) {
        true => block(out, value, 0),
        false => writeln!(out, "{}", line(value)),
    }?)
}

/// Whether a value takes lines of its own.
fn is_block(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => false,
    }
}

/// A list or an object, of which the first line begins where the writer stands.
fn block(out: &mut Out, value: &Value, indent: usize) -> io::Result<()> {
    match value {
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                begin(out, number, indent)?;
                out.write_all(b"- ")?;
                match is_block(item) {
                    true => block(out, item, indent + 2)?,
                    false => writeln!(out, "{}", line(item))?,
                }
            }
        }
        Value::Object(members) => {
            for (number, (name, member)) in members.iter().enumerate() {
                begin(out, number, indent)?;
                match name.len() > LONG {
                    true => write!(out, "? {}\n{:indent$}:", quoted(name), "")?,
                    false => write!(out, "{}:", text(name))?,
                }
                match is_block(member) {
                    true => {
                        writeln!(out)?;
                        begin(out, 1, indent + 2)?;
                        block(out, member, indent + 2)?;
                    }
                    false => writeln!(out, " {}", line(member))?,
                }
            }
        }
        _ => {}
    }
    Ok(())
}

fn begin(out: &mut Out, number: usize, indent: usize) -> io::Result<()> {
    if number > 0 { write!(out, "{:indent$}", "") } else { Ok(()) }
}

fn line(value: &Value) -> String {
    match value {
        Value::String(value) => text(value),
        // What JSON writes on a line is YAML too.
        other => other.to_string(),
    }
}

/// A text as it stands where nothing else is meant by it, else in quotes.
fn text(text: &str) -> String {
    let letter =
        |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '_' | '-' | '.' | '/' | '@' | '+');
    let plain = text.starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | '/'))
        && text.chars().all(letter)
        && !text.ends_with(' ')
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
        && plain_value(text).is_string();
    if plain { text.to_owned() } else { quoted(text) }
}

/// Quotes as in JSON, and numbers for what YAML does not show, or breaks a line at.
fn quoted(text: &str) -> String {
    let hidden = |letter: char| {
        matches!(letter, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let shown = |letter: char| match hidden(letter) {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.to_string(),
    };
    let json = Value::from(text).to_string();
    if json.contains(hidden) { json.chars().map(shown).collect() } else { json }
}
