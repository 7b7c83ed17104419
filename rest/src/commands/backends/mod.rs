//! The backends that the operator lists in a file (`contract.md` §13).
mod file;
mod given;
mod opened;

pub use opened::{Opened, open};
