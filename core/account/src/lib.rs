//! The customer, and what the account says.
mod get;
pub mod record;
pub mod usage;

pub use hosting_kernel::kernel::account as row;

pub use get::GetAccount;
pub use record::{Account, ConversionPlan};
