//! PDF documents: drawn, read, put together and taken apart.
mod assemble;
mod copy;
mod dates;
pub mod delete_pages;
mod each;
mod found;
mod glyphs;
mod in_place;
mod lines;
pub mod merge;
mod nested;
mod open;
mod pages;
pub mod properties;
pub mod reorder;
mod resources;
pub mod rotate;
#[cfg(test)]
mod samples;
mod show;
pub mod split;
pub mod to_png;
pub mod to_text;
mod tree;

/// The type of PDF documents.
const PDF: &str = "application/pdf";
