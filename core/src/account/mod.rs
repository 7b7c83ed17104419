//! The customer, and what the account says.
mod get;
pub mod record;
pub mod usage;

pub use crate::kernel::account as row;

pub use get::GetAccount;
pub use record::{Account, ConversionPlan};
