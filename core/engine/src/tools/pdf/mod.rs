//! PDF documents: drawn, read, put together and taken apart, drawn on, made smaller, repaired.
pub(super) mod anew;
mod appearance;
mod assemble;
mod blackened;
pub mod compress;
mod copy;
pub mod crop;
mod dates;
pub mod delete_pages;
mod drawn;
mod each;
mod field;
pub mod flatten;
mod found;
mod glyphs;
mod in_place;
mod lines;
pub mod merge;
mod nested;
pub mod number_pages;
mod only_own;
mod open;
mod packing;
pub(super) mod pages;
mod pictures;
mod place;
mod placed;
pub mod properties;
pub mod redact;
pub mod reorder;
pub mod repair;
mod resources;
pub mod rotate;
#[cfg(test)]
mod samples;
pub(super) mod scanned;
mod show;
mod shown;
pub mod split;
mod stamp;
pub mod to_png;
pub mod to_text;
mod tree;
pub mod watermark;

/// The type of PDF documents.
const PDF: &str = "application/pdf";
