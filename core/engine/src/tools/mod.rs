//! The tools: one file each, and one line here.
use crate::Tool;

pub mod archive;
pub mod table;

/// Every tool, in the order of the listing.
pub const TOOLS: &[Tool] = &[
    Tool::of::<archive::files_to_zip::FilesToZip>(),
    Tool::of::<archive::zip_to_files::ZipToFiles>(),
    Tool::of::<table::csv_to_json::CsvToJson>(),
    Tool::of::<table::csv_to_xlsx::CsvToXlsx>(),
    Tool::of::<table::json_to_csv::JsonToCsv>(),
    Tool::of::<table::json_to_xlsx::JsonToXlsx>(),
    Tool::of::<table::xlsx_to_csv::XlsxToCsv>(),
    Tool::of::<table::xlsx_to_json::XlsxToJson>(),
];
