//! Writing values separated by commas or by another sign (RFC 4180).
use super::{
    rows::Table,
    value::{Value, is_number},
};
use crate::{Code, Failure, Work, bounded::Bounded, mime};
use csv::{Terminator, WriterBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// How a file of separated values is written.
#[derive(Clone, Copy, Debug)]
pub struct CsvOut {
    /// What stands between two values.
    pub separator: Separator,
    /// Whether texts that a spreadsheet would take for a formula get a `'` before them.
    pub guard: bool,
    /// Whether the file begins with the mark of UTF-8.
    pub mark: bool,
}

/// What stands between two values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Separator {
    /// A comma.
    #[default]
    Comma,
    /// A semicolon.
    Semicolon,
    /// A tabulator.
    Tab,
    /// A vertical bar.
    Pipe,
}

impl CsvOut {
    /// Writes `table` into a new file called `name`, and takes what it needs from what is `left`.
    pub fn write(self, table: &Table, work: &mut Work, name: &str, left: &mut u64) -> Result<(), Failure> {
        let mut out = Bounded::new(work.artifact(name, mime::CSV)?, left);
        if self.mark {
            out.write_all("\u{feff}".as_bytes())?;
        }
        let mut writer = WriterBuilder::new()
            .delimiter(self.separator.sign())
            .terminator(Terminator::CRLF)
            .from_writer(out);
        let width = table.width();
        for row in &table.rows {
            let values = row.iter().map(|value| self.text(value));
            // All rows are as long as the longest.
            let missing = std::iter::repeat_n(String::new(), width - row.len());
            writer.write_record(values.chain(missing)).map_err(failed)?;
        }
        Ok(writer.flush()?)
    }

    fn text(self, value: &Value) -> String {
        match value {
            Value::Text(text) if self.guard && is_formula(text) => format!("'{text}"),
            value => value.text(),
        }
    }
}

impl Separator {
    fn sign(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
        }
    }
}

/// Whether a spreadsheet would reckon with a text (OWASP: CSV injection).
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) && !is_number(text)
}

fn failed(cause: csv::Error) -> Failure {
    match cause.into_kind() {
        csv::ErrorKind::Io(cause) => cause.into(),
        other => Failure::new(Code::ConversionFailed, format!("the table cannot be written: {other:?}")),
    }
}
