//! A table: values in rows.
use super::value::Value;
use crate::{Code, Failure, Limits};
use std::collections::HashMap;

/// How many cells there may be for each row that there may be.
const CELLS_FOR_A_ROW: u64 = 16;

/// A table: values in rows, which may be of different lengths.
#[derive(Debug)]
pub struct Table {
    /// What it is called where its file has several.
    pub name: String,
    /// Its rows.
    pub rows: Vec<Vec<Value>>,
    room: Room,
}

/// How much larger a table may become.
#[derive(Debug)]
struct Room {
    rows: u64,
    cells: u64,
}

impl Table {
    /// An empty table that may become as large as `limits` say.
    pub fn new(name: &str, limits: &Limits) -> Self {
        let room = Room { rows: limits.entries, cells: limits.entries.saturating_mul(CELLS_FOR_A_ROW) };
        Self { name: name.to_owned(), rows: Vec::new(), room }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<Value>) -> Result<(), Failure> {
        self.room.rows = self.room.rows.checked_sub(1).ok_or_else(|| too_many("rows"))?;
        self.room.cells = self.room.cells.checked_sub(row.len() as u64).ok_or_else(|| too_many("cells"))?;
        self.rows.push(row);
        Ok(())
    }

    /// Sets one cell, whatever has to be there before it.
    pub fn set(&mut self, row: usize, column: usize, value: Value) -> Result<(), Failure> {
        if row as u64 >= self.room.rows + self.rows.len() as u64 {
            return Err(too_many("rows"));
        }
        while self.rows.len() <= row {
            self.push(Vec::new())?;
        }
        let cells = &mut self.rows[row];
        let more = (column + 1).saturating_sub(cells.len()) as u64;
        self.room.cells = self.room.cells.checked_sub(more).ok_or_else(|| too_many("cells"))?;
        if more > 0 {
            cells.resize(column + 1, Value::Empty);
        }
        cells[column] = value;
        Ok(())
    }

    /// How many cells the longest row has.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The names of the columns, which were the first row: each has one, and no two have the same.
    pub fn take_names(&mut self) -> Vec<String> {
        let width = self.width();
        let first = if self.rows.is_empty() { Vec::new() } else { self.rows.remove(0) };
        let mut taken = HashMap::new();
        let name = |at: usize| match first.get(at).map(|value| value.text().trim().to_owned()) {
            Some(name) if !name.is_empty() => name,
            _ => format!("column{}", at + 1),
        };
        (0..width).map(|at| unlike(&name(at), &mut taken)).collect()
    }
}

/// `name`, or `name (2)` where it is taken; `taken` knows for each the number to go on with, as a table may have a
/// hundred thousand columns of one name.
fn unlike(name: &str, taken: &mut HashMap<String, u64>) -> String {
    let mut number = taken.get(name).copied().unwrap_or(1);
    let mut unlike = name.to_owned();
    while taken.contains_key(&unlike) {
        number += 1;
        unlike = format!("{name} ({number})");
    }
    taken.insert(name.to_owned(), number);
    taken.entry(unlike.clone()).or_insert(1);
    unlike
}

/// A table that is too large.
pub fn too_many(what: &str) -> Failure {
    Failure::new(Code::TooManyEntries, format!("the table has too many {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_far_away_is_refused_before_memory_is_taken_for_it() {
        let limits = Limits { entries: 10, ..Limits::default() };
        let mut table = Table::new("", &limits);
        table.set(9, 9, Value::Bool(true)).expect("the last row");
        assert_eq!((table.rows.len(), table.width()), (10, 10));
        for (row, column) in [(10, 0), (usize::MAX - 1, 0), (0, 16_383), (0, usize::MAX - 1)] {
            let failure = table.set(row, column, Value::Empty).expect_err("far away");
            assert_eq!(failure.code, Code::TooManyEntries, "{row} {column}");
        }
        table.set(0, 149, Value::Empty).expect("as many cells as there may be");
        table.set(1, 0, Value::Empty).expect_err("one more");
    }

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let mut table = Table::new("", &Limits::default());
        let text = |text: &str| Value::Text(text.to_owned());
        table.push(vec![text(" a "), Value::Empty, text("a"), text("a (2)")]).expect("a row");
        table.push(vec![Value::Empty; 5]).expect("a row");
        assert_eq!(table.take_names(), ["a", "column2", "a (2)", "a (2) (2)", "column5"]);
        assert_eq!(table.rows.len(), 1);
    }
}
