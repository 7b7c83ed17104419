//! Writing a table as JSON.
use super::{rows::Table, value::Value};
use crate::{Code, Failure, Work, bounded::Bounded, mime};
use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};
use std::io::{self, Write};

/// How a table is written as JSON.
#[derive(Clone, Copy, Debug)]
pub struct JsonOut {
    /// Whether the first row has the names of the columns: each other row is an object then, else an array.
    pub header: bool,
    /// Whether it is set for people: a value a line.
    pub pretty: bool,
}

impl JsonOut {
    /// Writes `table` into a new file called `name`, and takes what it needs from what is `left`.
    pub fn write(self, mut table: Table, work: &mut Work, name: &str, left: &mut u64) -> Result<(), Failure> {
        let names = if self.header { table.take_names() } else { Vec::new() };
        let mut out = Bounded::new(work.artifact(name, mime::JSON)?, left);
        out.write_all(b"[")?;
        for (number, row) in table.rows.into_iter().enumerate() {
            out.write_all(if number == 0 { b"\n" } else { b",\n" })?;
            match self.header {
                true => self.item(&mut out, &object(&names, row))?,
                false => self.item(&mut out, &array(row))?,
            }
        }
        out.write_all(b"\n]\n")?;
        Ok(out.flush()?)
    }

    fn item(self, out: &mut impl Write, item: &impl Serialize) -> Result<(), Failure> {
        let written = match self.pretty {
            true => item.serialize(&mut Serializer::with_formatter(out, PrettyFormatter::with_indent(b"  "))),
            false => item.serialize(&mut Serializer::new(out)),
        };
        written.map_err(|cause| match cause.io_error_kind() {
            Some(kind) => io::Error::from(kind).into(),
            None => Failure::new(Code::ConversionFailed, format!("the table cannot be written: {cause}")),
        })
    }
}

/// A row as an object: every name is in it.
fn object(names: &[String], row: Vec<Value>) -> serde_json::Map<String, serde_json::Value> {
    let values = row.into_iter().chain(std::iter::repeat(Value::Empty));
    names.iter().cloned().zip(values.map(Into::into)).collect()
}

fn array(row: Vec<Value>) -> Vec<serde_json::Value> {
    row.into_iter().map(Into::into).collect()
}
