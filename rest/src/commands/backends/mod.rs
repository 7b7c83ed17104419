//! The backends that the operator lists in a file (`contract.md` §13).
mod drivers;
mod file;
mod given;
mod listed;
mod only;
mod opened;

pub use listed::{Named, listed};
pub use opened::{Opened, open};
