//! Tables: values in rows, from one form into another.
//!
//! A reader makes a `rows::Table` of a file, a writer makes a file of one, and a tool puts two of them together.
pub mod csv_to_json;
pub mod csv_to_xlsx;
pub mod json_to_csv;
pub mod json_to_xlsx;
pub mod xlsx_to_csv;
pub mod xlsx_to_json;

mod csv_in;
mod csv_out;
mod encoding;
mod json_in;
mod json_out;
mod rows;
mod value;
mod xlsx_in;
mod xlsx_out;
mod xlsx_parts;

use crate::{Failure, Input, Work, work};

/// Converts each file for itself, and says how many are done.
fn each(
    work: &mut Work,
    mut convert: impl FnMut(&mut Work, &Input) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let files = work.files().to_vec();
    for (number, file) in (1u64..).zip(&files) {
        convert(work, file).map_err(|failure| failure.about(file.id))?;
        work.progress(number, files.len() as u64);
    }
    Ok(())
}

/// Says how much of one file is done, where it is the only one.
fn within(work: &mut Work, done: u64, all: u64) {
    if work.files().len() == 1 {
        work.progress(done, all);
    }
}

/// What the file of a sheet is called: like its workbook, and like the sheet where the workbook has several.
fn sheet_name(book: &str, table: &rows::Table, several: bool, extension: &str) -> String {
    let stem = work::renamed(book, "").trim_end_matches('.').to_owned();
    // A sheet called a/b lies in no folder.
    let sheet = table.name.replace(['/', '\\'], "_");
    match several {
        true => format!("{stem} - {sheet}.{extension}"),
        false => format!("{stem}.{extension}"),
    }
}

#[cfg(test)]
mod tests;
