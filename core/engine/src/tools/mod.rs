//! The tools: one file each, and one line here.
mod outside;

use crate::Tool;
use outside::{
    audio_extract::AudioExtract, audio_transcode::AudioTranscode,
    image_to_searchable_pdf::ImageToSearchablePdf, image_to_text::ImageToText, media_trim::MediaTrim,
    office_convert::OfficeConvert, office_to_pdf::OfficeToPdf, pdf_linearize::PdfLinearize,
    pdf_protect::PdfProtect, pdf_to_jpeg::PdfToJpeg, pdf_to_svg::PdfToSvg, pdf_unprotect::PdfUnprotect,
    video_transcode::VideoTranscode,
};

/// Every tool, in the order of the listing.
pub const TOOLS: &[Tool] = &[
    Tool::of::<OfficeToPdf>(),
    Tool::of::<OfficeConvert>(),
    Tool::of::<PdfToJpeg>(),
    Tool::of::<PdfToSvg>(),
    Tool::of::<PdfProtect>(),
    Tool::of::<PdfUnprotect>(),
    Tool::of::<PdfLinearize>(),
    Tool::of::<ImageToText>(),
    Tool::of::<ImageToSearchablePdf>(),
    Tool::of::<AudioExtract>(),
    Tool::of::<AudioTranscode>(),
    Tool::of::<MediaTrim>(),
    Tool::of::<VideoTranscode>(),
];
