//! The tools: one file each, and one line here.
use crate::Tool;

pub mod archive;
pub mod outside;
pub mod table;

/// Every tool, in the order of the listing.
pub const TOOLS: &[Tool] = &[
    Tool::of::<outside::office_to_pdf::OfficeToPdf>(),
    Tool::of::<outside::office_convert::OfficeConvert>(),
    Tool::of::<outside::pdf_to_jpeg::PdfToJpeg>(),
    Tool::of::<outside::pdf_to_svg::PdfToSvg>(),
    Tool::of::<outside::pdf_protect::PdfProtect>(),
    Tool::of::<outside::pdf_unprotect::PdfUnprotect>(),
    Tool::of::<outside::pdf_linearize::PdfLinearize>(),
    Tool::of::<outside::image_to_text::ImageToText>(),
    Tool::of::<outside::image_to_searchable_pdf::ImageToSearchablePdf>(),
    Tool::of::<outside::audio_extract::AudioExtract>(),
    Tool::of::<outside::audio_transcode::AudioTranscode>(),
    Tool::of::<outside::media_trim::MediaTrim>(),
    Tool::of::<outside::video_transcode::VideoTranscode>(),
    Tool::of::<archive::files_to_zip::FilesToZip>(),
    Tool::of::<archive::zip_to_files::ZipToFiles>(),
    Tool::of::<table::csv_to_json::CsvToJson>(),
    Tool::of::<table::csv_to_xlsx::CsvToXlsx>(),
    Tool::of::<table::json_to_csv::JsonToCsv>(),
    Tool::of::<table::json_to_xlsx::JsonToXlsx>(),
    Tool::of::<table::xlsx_to_csv::XlsxToCsv>(),
    Tool::of::<table::xlsx_to_json::XlsxToJson>(),
];
