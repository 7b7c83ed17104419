//! What an account reads of its API activity (`contract.md` §6).
mod list;
mod summary;

pub use list::{ListUsage, UsageReport};
pub use summary::UsageSummary;

pub use hosting_kernel::kernel::usage::{UsageEntry, entry};
