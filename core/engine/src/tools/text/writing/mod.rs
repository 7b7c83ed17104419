//! Writing a document in other forms than Markdown, a page of the web, and pages to print.
pub mod docx;
pub mod epub;

mod run;

use crate::{Code, Failure};
use comrak::{Node, nodes::NodeValue};
use std::io::{Seek, Write};
use zip::{CompressionMethod, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// Puts what pictures show in their place: nothing is fetched for what is made, now or when it is read.
pub fn without_pictures(root: Node<'_>) {
    let is_picture = |node: &Node<'_>| matches!(node.data().value, NodeValue::Image(_));
    let pictures: Vec<_> = root.descendants().filter(is_picture).collect();
    for picture in pictures {
        let shown: Vec<_> = picture.children().collect();
        for part in shown {
            picture.insert_before(part);
        }
        picture.detach();
    }
}

/// A package of parts, which are written one after the other; what is only stored stands as it is.
fn package<W: Write + Seek>(out: W, parts: &[(&str, &str, bool)]) -> Result<(), Failure> {
    let mut archive = ZipWriter::new(out);
    for (name, text, stored) in parts {
        let packing = if *stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default().compression_method(packing);
        archive.start_file(*name, options).map_err(failed)?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish().map_err(failed)?.flush()?)
}

fn failed(cause: ZipError) -> Failure {
    match cause {
        ZipError::Io(cause) => cause.into(),
        other => Failure::new(Code::ConversionFailed, format!("the file cannot be written: {other}")),
    }
}

/// A text within XML 1.0, or within the quotes of one of its attributes; what XML cannot hold is left out.
fn escaped(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => made.push_str("&amp;"),
            '<' => made.push_str("&lt;"),
            '>' => made.push_str("&gt;"),
            '"' => made.push_str("&quot;"),
            letter if is_xml(letter) => made.push(letter),
            _ => {}
        }
    }
    made
}

/// Whether XML 1.0 can hold a character (section 2.2).
fn is_xml(letter: char) -> bool {
    !matches!(letter, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests;
