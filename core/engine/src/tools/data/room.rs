//! How many values there may be, and how deep they may lie within each other.
use crate::{Code, Failure, Limits};

/// How many values there may be for each row that a table may have.
const VALUES_FOR_A_ROW: u64 = 8;
/// How many values take the memory that an object takes for itself.
const OBJECT: u64 = 8;
/// How many bytes of a text take the memory of a value.
const LETTERS: u64 = 64;

/// How much room is left for values.
#[derive(Debug)]
pub struct Room {
    left: u64,
    deepest: u64,
    depth: u64,
}

impl Room {
    /// As much as `limits` say.
    pub fn new(limits: &Limits) -> Self {
        let left = limits.entries.saturating_mul(VALUES_FOR_A_ROW);
        Self { left, deepest: limits.nesting, depth: 0 }
    }

    /// How much is left, to say later what was taken since.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes room for so many values.
    pub fn take(&mut self, values: u64) -> Result<(), Failure> {
        self.left = self.left.checked_sub(values).ok_or_else(|| {
            Failure::new(Code::TooManyEntries, "the file holds more values than can be converted")
        })?;
        Ok(())
    }

    /// Takes room for a text, or for anything that holds nothing.
    pub fn take_text(&mut self, text: &str) -> Result<(), Failure> {
        self.take(1 + text.len() as u64 / LETTERS)
    }

    /// Goes into a list, or into an object.
    pub fn enter(&mut self) -> Result<(), Failure> {
        self.take(OBJECT)?;
        self.depth += 1;
        match self.depth > self.deepest {
            true => {
                let message = format!("the file holds values within values, more than {} deep", self.deepest);
                Err(Failure::new(Code::NestingTooDeep, message))
            }
            false => Ok(()),
        }
    }

    /// Comes out of it.
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
