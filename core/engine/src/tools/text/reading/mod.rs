//! Reading texts of other forms as the document that Markdown would be.
//!
//! A reader tells a [`Builder`] of elements and texts, as HTML names them. What the document cannot hold is left out: so
//! nothing of a stranger's file can run, or be fetched, whatever is made of it.
pub mod docx;
pub mod epub;
pub mod html;

mod builder;
mod elements;
mod package;

pub use builder::Builder;

use crate::{Failure, Input, Work, mime};
use comrak::{Arena, Node};

/// A text that was read.
pub struct Read<'a> {
    /// The document.
    pub root: Node<'a>,
    /// What it calls itself.
    pub title: Option<String>,
}

/// The document of `file`, by its type.
pub fn read<'a>(arena: &'a Arena<'a>, work: &Work, file: &Input) -> Result<Read<'a>, Failure> {
    let mut builder = Builder::new(arena, work.limits());
    match mime::meant(&file.mime).as_str() {
        mime::HTML => html::read(&mut builder, &work.read(file)?)?,
        mime::EPUB => epub::read(&mut builder, work, file)?,
        mime::DOCX => docx::read(&mut builder, work, file)?,
        _ => {
            let text = super::markdown::text(work, file)?;
            let root = super::markdown::parse(arena, &text, work.limits().nesting)?;
            return Ok(Read { root, title: None });
        }
    }
    builder.done()
}

#[cfg(test)]
mod tests;
