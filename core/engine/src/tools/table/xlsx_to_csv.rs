//! A workbook as separated values.
use super::{
    csv_out::{CsvOut, Separator},
    xlsx_in::{self, Wanted},
};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a workbook becomes separated values.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct XlsxToCsv {
    /// The sheet that is wanted, by its name or by its number from 1: each one into a file of its own if not said.
    sheet: Option<Wanted>,
    /// What stands between two values.
    delimiter: Separator,
    /// Whether texts that a spreadsheet would take for a formula get a `'` before them.
    guard_formulas: bool,
    /// Whether the file begins with the mark of UTF-8, by which Excel knows its letters.
    bom: bool,
}

impl Default for XlsxToCsv {
    fn default() -> Self {
        Self { sheet: None, delimiter: Separator::Comma, guard_formulas: true, bom: false }
    }
}

impl Convert for XlsxToCsv {
    const ABOUT: About = About {
        id: "xlsx-to-csv",
        name: "Excel to CSV",
        description: "Makes tables of separated values of workbooks: a file for each sheet. \
                      Days and times are written as ISO 8601 has them, formulas as their last results.",
        category: Category::Spreadsheet,
        accepts: &[mime::XLSX],
        produces: &[mime::CSV],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let to = CsvOut { separator: self.delimiter, guard: self.guard_formulas, mark: self.bom };
        let mut left = work.limits().output;
        super::each(work, |work, file| {
            let tables = xlsx_in::read(work, file, self.sheet.as_ref())?;
            let several = tables.len() > 1;
            tables.iter().try_for_each(|table| {
                let name = super::sheet_name(&file.name, table, several, "csv");
                to.write(table, work, &name, &mut left)
            })
        })
    }
}
