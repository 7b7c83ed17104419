//! Shared hosting: sites on a server that others use too.
pub mod row;

pub use row::HostingKind;
