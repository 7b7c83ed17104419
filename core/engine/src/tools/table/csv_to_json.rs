//! Separated values as JSON.
use super::{
    csv_in::{CsvIn, Delimiter},
    encoding::Encoding,
    json_out::JsonOut,
};
use crate::{About, Category, Convert, Engine, Failure, Work, mime, work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How separated values become JSON.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct CsvToJson {
    /// The letters that the file is written with; a mark at its beginning says more than this.
    encoding: Encoding,
    /// What stands between two values.
    delimiter: Delimiter,
    /// Whether the first row has the names of the columns: each other row is an object then, else an array.
    header: bool,
    /// Whether numbers and truth values are told from texts. What begins with a superfluous zero stays a text.
    infer: bool,
    /// Whether it is set for people: a value a line.
    pretty: bool,
}

impl Default for CsvToJson {
    fn default() -> Self {
        Self {
            encoding: Encoding::Auto,
            delimiter: Delimiter::Auto,
            header: true,
            infer: true,
            pretty: false,
        }
    }
}

impl Convert for CsvToJson {
    const ABOUT: About = About {
        id: "csv-to-json",
        name: "CSV to JSON",
        description: "Makes JSON of tables whose values are separated by commas, semicolons or tabulators.",
        category: Category::Data,
        accepts: &[mime::CSV, mime::TSV, mime::TEXT],
        produces: &[mime::JSON],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let Self { encoding, delimiter, header, infer, pretty } = self;
        let (from, to) = (CsvIn { encoding, delimiter, header, infer }, JsonOut { header, pretty });
        let mut left = work.limits().output;
        super::each(work, |work, file| {
            let table = from.read(work, file)?;
            to.write(table, work, &work::renamed(&file.name, "json"), &mut left)
        })
    }
}
