//! The tools: one file each, and one line here.
use crate::Tool;

mod apart;
pub mod image;
#[cfg(test)]
mod mutated;
pub mod pdf;

/// Every tool, in the order of the listing.
pub const TOOLS: &[Tool] = &[
    Tool::of::<image::convert::ImageConvert>(),
    Tool::of::<image::resize::ImageResize>(),
    Tool::of::<image::compress::ImageCompress>(),
    Tool::of::<image::svg_to_png::SvgToPng>(),
    Tool::of::<image::images_to_pdf::ImagesToPdf>(),
    Tool::of::<pdf::to_png::PdfToPng>(),
    Tool::of::<pdf::merge::PdfMerge>(),
    Tool::of::<pdf::split::PdfSplit>(),
    Tool::of::<pdf::rotate::PdfRotate>(),
    Tool::of::<pdf::delete_pages::PdfDeletePages>(),
    Tool::of::<pdf::reorder::PdfReorder>(),
    Tool::of::<pdf::to_text::PdfToText>(),
    Tool::of::<pdf::properties::PdfProperties>(),
];
