//! Reading values that are separated by commas or by another sign.
use super::{encoding::Encoding, rows::Table, value::Value};
use crate::{Failure, Input, Work, mime};
use csv::{ReaderBuilder, StringRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// How a file of separated values is read.
#[derive(Clone, Copy, Debug)]
pub struct CsvIn {
    /// The letters that the file is written with.
    pub encoding: Encoding,
    /// What stands between two values.
    pub delimiter: Delimiter,
    /// Whether the first row has the names of the columns.
    pub header: bool,
    /// Whether numbers and truth values are told from texts.
    pub infer: bool,
}

/// What stands between two values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Delimiter {
    /// What fits the file's first rows.
    #[default]
    Auto,
    /// A comma.
    Comma,
    /// A semicolon.
    Semicolon,
    /// A tabulator.
    Tab,
    /// A vertical bar.
    Pipe,
}

/// What is tried where nothing is said, the likeliest first.
const LIKELY: [u8; 4] = *b",;\t|";
/// How many rows are read to find out.
const TRIED: usize = 20;

impl CsvIn {
    /// The table of `file`.
    pub fn read(self, work: &mut Work, file: &Input) -> Result<Table, Failure> {
        let bytes = work.read(file)?;
        let text = self.encoding.text(&bytes)?;
        let delimiter = self.delimiter.sign().unwrap_or_else(|| match mime::meant(&file.mime).as_str() {
            mime::TSV => b'\t',
            _ => likeliest(&text),
        });
        let mut table = Table::new("", work.limits());
        let mut reader = reader(delimiter).from_reader(text.as_bytes());
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(Failure::broken)? {
            // Names of columns are names, whatever they look like.
            let infer = self.infer && !(self.header && table.rows.is_empty());
            table.push(record.iter().map(|text| Value::of(text, infer)).collect())?;
            if table.rows.len().is_multiple_of(10_000) {
                super::within(work, reader.position().byte() / 2, text.len() as u64);
            }
        }
        Ok(table)
    }
}

impl Delimiter {
    /// The sign itself; nothing where the file tells.
    pub fn sign(self) -> Option<u8> {
        match self {
            Self::Auto => None,
            Self::Comma => Some(b','),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Pipe => Some(b'|'),
        }
    }
}

fn reader(delimiter: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(false).flexible(true);
    builder
}

/// The sign with which the first rows have the most values, but all of them as many.
fn likeliest(text: &str) -> u8 {
    let fit = |delimiter: &u8| {
        let mut reader = reader(*delimiter).from_reader(text.as_bytes());
        let rows: Vec<_> = reader.records().take(TRIED).map_while(Result::ok).collect();
        let first = rows.first().map_or(0, StringRecord::len);
        let even = first > 1 && rows.iter().all(|row| row.len() == first);
        // Another sign cuts quoted values apart.
        let quotes: usize = rows.iter().map(|row| row.as_slice().matches('"').count()).sum();
        (even, Reverse(quotes), first)
    };
    // Of several that fit as well the last is taken.
    LIKELY.into_iter().rev().max_by_key(fit).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_between_values_is_found() {
        for (text, sign) in [
            ("a,b\n1,2\n", b','),
            ("a;b\n1,5;2,5\n", b';'),
            ("name;\"a,b\"\nx;y,z\n", b';'),
            ("a\tb c\td\n1,0\t2\t3\n", b'\t'),
            ("a|b|c\n1|2|3", b'|'),
            ("one column\nof words, some with commas\n", b','),
            ("", b','),
        ] {
            assert_eq!(likeliest(text) as char, sign as char, "{text}");
        }
    }
}
