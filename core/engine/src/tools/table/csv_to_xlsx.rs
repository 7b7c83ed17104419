//! Separated values as a workbook.
use super::{
    csv_in::{CsvIn, Delimiter},
    encoding::Encoding,
    xlsx_out::XlsxOut,
};
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How separated values become a workbook.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct CsvToXlsx {
    /// The letters that the file is written with; a mark at its beginning says more than this.
    encoding: Encoding,
    /// What stands between two values.
    delimiter: Delimiter,
    /// Whether the first row has the names of the columns: it is bold then, and stays in sight.
    header: bool,
    /// Whether numbers and truth values are told from texts. What begins with a superfluous zero stays a text.
    infer: bool,
    /// Whether texts like 2024-01-31 and 2024-01-31T12:30:00 become days and moments.
    dates: bool,
}

impl Default for CsvToXlsx {
    fn default() -> Self {
        Self { encoding: Encoding::Auto, delimiter: Delimiter::Auto, header: true, infer: true, dates: false }
    }
}

impl Convert for CsvToXlsx {
    const ABOUT: About = About {
        id: "csv-to-xlsx",
        name: "CSV to Excel",
        description: "Makes workbooks of tables whose values are separated by commas, semicolons or tabulators.",
        category: Category::Spreadsheet,
        accepts: &[mime::CSV, mime::TSV, mime::TEXT],
        produces: &[mime::XLSX],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let Self { encoding, delimiter, header, infer, dates } = self;
        let (from, to) = (CsvIn { encoding, delimiter, header, infer }, XlsxOut { header, dates });
        let mut left = work.limits().output;
        super::each(work, |work, file| {
            let table = from.read(work, file)?;
            to.write(table, work, &work::renamed(&file.name, "xlsx"), &mut left)
        })
    }
}
