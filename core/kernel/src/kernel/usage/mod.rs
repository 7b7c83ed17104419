//! The account's record of its API activity (`contract.md` §6).
pub mod entry;
mod log;
mod record;
mod settling;

pub use entry::Model as UsageEntry;
pub(crate) use log::Log;
pub use record::Asked;
pub(crate) use record::{entry_of, entry_of_done, insert, record, values};
pub(crate) use settling::{Settling, refuse};
