//! A workbook as JSON.
use super::{
    json_out::JsonOut,
    xlsx_in::{self, Wanted},
};
use crate::{About, Category, Convert, Engine, Failure, Work, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a workbook becomes JSON.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct XlsxToJson {
    /// The sheet that is wanted, by its name or by its number from 1: each one into a file of its own if not said.
    sheet: Option<Wanted>,
    /// Whether the first row has the names of the columns: each other row is an object then, else an array.
    header: bool,
    /// Whether it is set for people: a value a line.
    pretty: bool,
}

impl Default for XlsxToJson {
    fn default() -> Self {
        Self { sheet: None, header: true, pretty: false }
    }
}

impl Convert for XlsxToJson {
    const ABOUT: About = About {
        id: "xlsx-to-json",
        name: "Excel to JSON",
        description: "Makes JSON of workbooks: a file for each sheet. \
                      Days and times are written as ISO 8601 has them, formulas as their last results.",
        category: Category::Spreadsheet,
        accepts: &[mime::XLSX],
        produces: &[mime::JSON],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let to = JsonOut { header: self.header, pretty: self.pretty };
        let mut left = work.limits().output;
        super::each(work, |work, file| {
            let tables = xlsx_in::read(work, file, self.sheet.as_ref())?;
            let several = tables.len() > 1;
            tables.into_iter().try_for_each(|table| {
                let name = super::sheet_name(&file.name, &table, several, "json");
                to.write(table, work, &name, &mut left)
            })
        })
    }
}
