//! The backends that the operator lists in a file (`contract.md` §13).
mod drivers;
mod file;
mod given;
mod listed;
mod named;
mod opened;
mod several;

pub use listed::{Named, listed};
pub use opened::{Behind, Ports, open};
