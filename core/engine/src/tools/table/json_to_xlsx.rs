//! JSON as a workbook.
use super::{json_in, xlsx_out::XlsxOut};
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How JSON becomes a workbook.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct JsonToXlsx {
    /// Whether the first row has the names of the columns: it is bold then, and stays in sight.
    header: bool,
    /// Whether texts like 2024-01-31 and 2024-01-31T12:30:00 become days and moments.
    dates: bool,
}

impl Default for JsonToXlsx {
    fn default() -> Self {
        Self { header: true, dates: false }
    }
}

impl Convert for JsonToXlsx {
    const ABOUT: About = About {
        id: "json-to-xlsx",
        name: "JSON to Excel",
        description: "Makes workbooks of JSON: an array of objects, or of arrays. \
                      What a value holds within itself stays JSON.",
        category: Category::Spreadsheet,
        accepts: &[mime::JSON],
        produces: &[mime::XLSX],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let to = XlsxOut { header: self.header, dates: self.dates };
        let mut left = work.limits().output;
        super::each(work, |work, file| {
            let table = json_in::read(work, file)?;
            to.write(table, work, &work::renamed(&file.name, "xlsx"), &mut left)
        })
    }
}
