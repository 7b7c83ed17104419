//! Reading the sheets of a workbook.
use super::{rows::Table, value::Value, xlsx_parts};
use crate::{Code, Failure, Input, Work};
use calamine::{DataRef, ExcelDateTime, Reader, SheetType, Xlsx, XlsxError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fs::File, io::BufReader, num::NonZeroU32};

/// Which of a workbook's sheets is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Wanted {
    /// The one with this number, from 1.
    Number(NonZeroU32),
    /// The one with this name.
    Name(String),
}

/// The sheets of `file` that are wanted: all of them where nothing is said.
pub fn read(work: &mut Work, file: &Input, wanted: Option<&Wanted>) -> Result<Vec<Table>, Failure> {
    xlsx_parts::check(File::open(work.path(file))?, work.limits())?;
    super::within(work, 1, 10);
    let open = BufReader::new(File::open(work.path(file))?);
    let mut book = Xlsx::new(open).map_err(failed)?;
    let names = chosen(&book, wanted)?;
    let all = names.len() as u64;
    let sheets = (0u64..).zip(&names);
    sheets.map(|(number, name)| sheet(&mut book, name, work, (number, all))).collect()
}

type Book = Xlsx<BufReader<File>>;

fn chosen(book: &Book, wanted: Option<&Wanted>) -> Result<Vec<String>, Failure> {
    let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<_> = sheets.map(|sheet| sheet.name.clone()).collect();
    if names.is_empty() {
        return Err(Failure::new(Code::FileUnsupported, "the workbook has no sheet with cells"));
    }
    let one = match wanted {
        None => return Ok(names),
        Some(Wanted::Number(number)) => names.get(number.get() as usize - 1),
        Some(Wanted::Name(wanted)) => names.iter().find(|name| *name == wanted),
    };
    match one {
        Some(name) => Ok(vec![name.clone()]),
        None => {
            Err(Failure::new(Code::OptionsDoNotFit, format!("no such sheet: there are {}", names.join(", "))))
        }
    }
}

fn sheet(book: &mut Book, name: &str, work: &mut Work, place: (u64, u64)) -> Result<Table, Failure> {
    let mut table = Table::new(name, work.limits());
    // Cell for cell: a sheet that says it is large is only as large as its cells are.
    let mut cells = book.worksheet_cells_reader(name).map_err(failed)?;
    let rows = cells.dimensions().end.0;
    while let Some(cell) = cells.next_cell().map_err(failed)? {
        let (row, column) = cell.get_position();
        progress(work, place, (row, rows));
        match value(cell.get_value()) {
            Value::Empty => (),
            value => table.set(row as usize, column as usize, value)?,
        }
    }
    Ok(table)
}

/// Says how much is read: a tenth of the work is done before, and half of it when all sheets are read.
fn progress(work: &mut Work, (sheet, sheets): (u64, u64), (row, rows): (u32, u32)) {
    if row.is_multiple_of(1000) {
        let share = u64::from(row.min(rows)) * 1000 / u64::from(rows.max(1));
        super::within(work, sheets * 250 + sheet * 1000 + share, sheets * 2500);
    }
}

fn value(data: &DataRef) -> Value {
    match data {
        DataRef::Empty => Value::Empty,
        DataRef::Int(number) => Value::Number((*number).into()),
        DataRef::Float(number) => Value::number(*number),
        DataRef::Bool(value) => Value::Bool(*value),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Value::Text(text.clone())
        }
        DataRef::SharedString(text) => Value::Text((*text).to_owned()),
        DataRef::DateTime(time) => moment(*time).map_or_else(|| Value::number(time.as_f64()), Value::Text),
        DataRef::Error(error) => Value::Text(error.to_string()),
    }
}

/// A day, a time or a duration as ISO 8601 writes it; nothing where the number is none.
fn moment(time: ExcelDateTime) -> Option<String> {
    // Up to the end of the year 9999.
    if !(0.0..2_958_466.0).contains(&time.as_f64()) {
        return None;
    }
    let (whole, part) = (time.as_f64() >= 1.0, time.as_f64().fract() != 0.0);
    if time.is_duration() {
        let seconds = time.as_duration()?.num_seconds();
        return Some(format!("PT{}H{}M{}S", seconds / 3600, seconds / 60 % 60, seconds % 60));
    }
    let form = match (whole, part) {
        (true, false) => "%Y-%m-%d",
        (false, _) => "%H:%M:%S%.f",
        (true, true) => "%Y-%m-%dT%H:%M:%S%.f",
    };
    Some(time.as_datetime()?.format(form).to_string())
}

fn failed(cause: XlsxError) -> Failure {
    match cause {
        XlsxError::Password => Failure::new(Code::FileEncrypted, "the file is encrypted"),
        other => Failure::broken(other),
    }
}
