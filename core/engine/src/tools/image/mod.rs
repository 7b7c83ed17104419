//! Pictures: photos, drawings, and PDF documents made of them.
mod avif;
mod codes;
mod colour;
pub mod compress;
pub mod convert;
mod each;
mod encode;
mod format;
mod frames;
pub mod images_to_pdf;
mod jpeg;
mod layers;
mod open;
mod profile;
mod rare;
pub mod resize;
#[cfg(test)]
mod samples;
mod scale;
mod segments;
mod sheet;
mod svg;
pub mod svg_to_png;
mod uses;
mod webp;

/// The types of pictures that are read.
const TAKEN: &[&str] = &["image/png", "image/jpeg", "image/webp", "image/gif", "image/tiff", "image/bmp"];
