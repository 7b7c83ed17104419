//! Writing a workbook with one sheet.
use super::{
    rows::{Table, too_many},
    value::Value,
};
use crate::{Code, Failure, Work, bounded::Bounded, mime};
use chrono::{Datelike, NaiveDate, NaiveDateTime, Timelike};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::io::Write;
use zip::result::ZipError;

/// The most rows and columns of a sheet.
const SHEET: (usize, usize) = (1_048_576, 16_384);
/// More cells than these need more memory than there usually is.
const CELLS: usize = 10_000_000;
/// A table of more rows gets columns of the usual width: to measure them takes its time.
const LARGE: usize = 20_000;

/// How a workbook is written.
#[derive(Clone, Copy, Debug)]
pub struct XlsxOut {
    /// Whether the first row has the names of the columns: it is bold then, and stays in sight.
    pub header: bool,
    /// Whether texts like 2024-01-31 become days.
    pub dates: bool,
}

/// How cells look.
struct Formats {
    bold: Format,
    day: Format,
    moment: Format,
}

impl XlsxOut {
    /// Writes `table` into a new workbook called `name`, and takes what it needs from what is `left`.
    pub fn write(self, table: Table, work: &mut Work, name: &str, left: &mut u64) -> Result<(), Failure> {
        if table.rows.len() > SHEET.0 || table.width() > SHEET.1 {
            return Err(too_many("rows or columns for a sheet"));
        }
        if table.rows.iter().map(Vec::len).sum::<usize>() > CELLS {
            return Err(too_many("cells for a workbook"));
        }
        let formats = Formats {
            bold: Format::new().set_bold(),
            day: Format::new().set_num_format("yyyy-mm-dd"),
            moment: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
        };
        let large = table.rows.len() > LARGE;
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        // The rows are given up one by one: the sheet has all of their values then.
        for (number, row) in (0u32..).zip(table.rows) {
            for (column, value) in (0u16..).zip(&row) {
                self.cell(sheet, (number, column), value, &formats).map_err(failed)?;
            }
        }
        self.finish(sheet, large).map_err(failed)?;
        let mut out = Bounded::new(work.artifact(name, mime::XLSX)?, left);
        book.save_to_writer(&mut out).map_err(failed)?;
        Ok(out.flush()?)
    }

    fn cell(
        self,
        sheet: &mut Worksheet,
        at: (u32, u16),
        value: &Value,
        formats: &Formats,
    ) -> Result<(), XlsxError> {
        let (row, column) = at;
        match value {
            Value::Empty => (),
            value if self.header && row == 0 => {
                sheet.write_string_with_format(row, column, value.text(), &formats.bold)?;
            }
            Value::Bool(value) => {
                sheet.write_boolean(row, column, *value)?;
            }
            Value::Number(number) => match exact(number) {
                Some(number) => {
                    sheet.write_number(row, column, number)?;
                }
                None => {
                    sheet.write_string(row, column, number.to_string())?;
                }
            },
            // A text stays a text: nothing here becomes a formula or a link.
            Value::Text(text) => self.text(sheet, at, text, formats)?,
        }
        Ok(())
    }

    fn text(
        self,
        sheet: &mut Worksheet,
        at: (u32, u16),
        text: &str,
        formats: &Formats,
    ) -> Result<(), XlsxError> {
        let (row, column) = at;
        match moment(text).filter(|_| self.dates) {
            Some((moment, true)) => sheet.write_datetime_with_format(row, column, &moment, &formats.day)?,
            Some((moment, false)) => {
                sheet.write_datetime_with_format(row, column, &moment, &formats.moment)?
            }
            None => sheet.write_string(row, column, text)?,
        };
        Ok(())
    }

    fn finish(self, sheet: &mut Worksheet, large: bool) -> Result<(), XlsxError> {
        if self.header {
            sheet.set_freeze_panes(1, 0)?;
        }
        if !large {
            sheet.autofit();
        }
        Ok(())
    }
}

/// The number as a spreadsheet has it, where it is the same number then.
#[expect(clippy::cast_precision_loss, reason = "checked: it has few enough digits")]
fn exact(number: &serde_json::Number) -> Option<f64> {
    match (number.as_i64(), number.as_u64()) {
        (Some(whole), _) if whole.unsigned_abs() < 1 << 53 => Some(whole as f64),
        (Some(_), _) | (None, Some(_)) => None,
        (None, None) => number.as_f64(),
    }
}

/// The day or the moment that a text is, and whether it is a day.
fn moment(text: &str) -> Option<(ExcelDateTime, bool)> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| text.len() == 10);
    let moment =
        || NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S").ok().filter(|_| text.len() == 19);
    let (moment, is_day) = match day {
        Some(day) => (day.and_hms_opt(0, 0, 0)?, true),
        None => (moment()?, false),
    };
    let (month, day) = (u8::try_from(moment.month()).ok()?, u8::try_from(moment.day()).ok()?);
    let (minute, second) = (u8::try_from(moment.minute()).ok()?, f64::from(moment.second()));
    let date = ExcelDateTime::from_ymd(u16::try_from(moment.year()).ok()?, month, day).ok()?;
    Some((date.and_hms(u16::try_from(moment.hour()).ok()?, minute, second).ok()?, is_day))
}

fn failed(cause: XlsxError) -> Failure {
    match cause {
        XlsxError::IoError(cause) | XlsxError::ZipError(ZipError::Io(cause)) => cause.into(),
        XlsxError::MaxStringLengthExceeded => Failure::new(
            Code::FileUnsupported,
            "a text has more than 32767 letters, which no spreadsheet takes",
        ),
        XlsxError::RowColumnLimitError => too_many("rows or columns for a sheet"),
        other => Failure::new(Code::ConversionFailed, format!("the workbook cannot be written: {other}")),
    }
}
