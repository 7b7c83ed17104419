//! Tools whose work is done by programs of the operator: they are offered where the programs are installed.
pub mod audio_extract;
pub mod audio_transcode;
pub mod heic_convert;
pub mod html_to_pdf;
pub mod image_to_searchable_pdf;
pub mod image_to_text;
pub mod media_trim;
pub mod office_convert;
pub mod office_to_pdf;
pub mod pdf_linearize;
pub mod pdf_ocr;
pub mod pdf_to_pdfa;
pub mod video_thumbnails;
pub mod video_to_gif;
pub mod video_transcode;

mod media;
mod office;
mod qpdf;
mod reading;
mod sound;
mod still;
