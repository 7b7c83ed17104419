//! The zones of the domains.
mod apply_record;
pub mod content;
mod create;
mod delete;
mod find;
mod get;
mod input;
pub mod kind;
mod list;
pub mod name;
pub mod record;
pub mod type_word;
mod update;

pub(crate) use apply_record::{PutRecord, RemoveRecord};
pub use create::{CreateDnsRecord, MOST};
pub use delete::DeleteDnsRecord;
pub use find::FindDnsRecord;
pub use get::GetDnsRecord;
pub use list::ListDnsRecords;
pub use record::Model as DnsRecord;
pub use update::UpdateDnsRecord;
