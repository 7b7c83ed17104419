//! What is wrong with an inventory, and where.
use std::fmt;

/// A place in an inventory file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// A JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The line, counted from 1; 0 where there is no file.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => write!(f, "line {}", self.line),
            pointer => write!(f, "{pointer} (line {})", self.line),
        }
    }
}

/// One thing that is wrong with an inventory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// The rule in words.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
