//! JSON as separated values.
use super::{
    csv_out::{CsvOut, Separator},
    json_in,
};
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How JSON becomes separated values.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct JsonToCsv {
    /// What stands between two values.
    delimiter: Separator,
    /// Whether texts that a spreadsheet would take for a formula get a `'` before them.
    guard_formulas: bool,
    /// Whether the file begins with the mark of UTF-8, by which Excel knows its letters.
    bom: bool,
}

impl Default for JsonToCsv {
    fn default() -> Self {
        Self { delimiter: Separator::Comma, guard_formulas: true, bom: false }
    }
}

impl Convert for JsonToCsv {
    const ABOUT: About = About {
        id: "json-to-csv",
        name: "JSON to CSV",
        description: "Makes tables of separated values of JSON: an array of objects, or of arrays. \
                      What a value holds within itself stays JSON.",
        category: Category::Data,
        accepts: &[mime::JSON],
        produces: &[mime::CSV],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let to = CsvOut { separator: self.delimiter, guard: self.guard_formulas, mark: self.bom };
        let mut left = work.limits().output;
        super::each(work, |work, file| {
            let table = json_in::read(work, file)?;
            to.write(&table, work, &work::renamed(&file.name, "csv"), &mut left)
        })
    }
}
