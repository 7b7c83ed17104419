//! What an account reads of its API activity (`contract.md` §6).
mod list;
mod summary;

pub use list::{ListUsage, UsageReport};
pub use summary::UsageSummary;

pub use crate::kernel::usage::{UsageEntry, entry};
