//! Pictures: photos, drawings, and PDF documents made of them.
pub(super) mod angle;
mod avif;
mod change;
mod codes;
pub(super) mod colour;
pub mod compress;
pub mod convert;
pub mod crop;
mod each;
pub(super) mod embedded;
pub(super) mod encode;
pub(super) mod format;
mod frames;
mod ico;
pub mod images_to_pdf;
pub(super) mod jpeg;
pub(crate) mod jxl;
mod layers;
pub(super) mod open;
pub(super) mod position;
mod profile;
pub(crate) mod psd;
pub(super) mod rare;
mod ratio;
pub mod resize;
pub mod rotate;
#[cfg(test)]
mod samples;
pub(super) mod scale;
pub(super) mod segments;
mod sheet;
mod svg;
pub mod svg_to_png;
mod uses;
pub mod watermark;
mod webp;

/// The types of pictures that are read.
const TAKEN: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/tiff",
    "image/bmp",
    "image/jxl",
    "image/vnd.microsoft.icon",
    "image/vnd.adobe.photoshop",
];

/// The types of pictures that are made.
const MADE: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/tiff",
    "image/bmp",
    "image/avif",
    "image/jxl",
    "image/vnd.microsoft.icon",
];
