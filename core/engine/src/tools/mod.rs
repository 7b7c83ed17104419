//! The tools: one file each, and one line here.
use crate::Tool;

pub mod archive;
pub mod audio;
pub mod table;
pub mod text;

/// Every tool, in the order of the listing.
pub const TOOLS: &[Tool] = &[
    Tool::of::<archive::files_to_zip::FilesToZip>(),
    Tool::of::<archive::zip_to_files::ZipToFiles>(),
    Tool::of::<audio::audio_to_wav::AudioToWav>(),
    Tool::of::<audio::media_probe::MediaProbe>(),
    Tool::of::<text::markdown_to_html::MarkdownToHtml>(),
    Tool::of::<text::markdown_to_pdf::MarkdownToPdf>(),
    Tool::of::<table::csv_to_json::CsvToJson>(),
    Tool::of::<table::csv_to_xlsx::CsvToXlsx>(),
    Tool::of::<table::json_to_csv::JsonToCsv>(),
    Tool::of::<table::json_to_xlsx::JsonToXlsx>(),
    Tool::of::<table::xlsx_to_csv::XlsxToCsv>(),
    Tool::of::<table::xlsx_to_json::XlsxToJson>(),
];

#[cfg(test)]
mod mutants;
