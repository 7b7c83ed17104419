//! Mailboxes under a customer's own name, and what the zone of that name says of them.
mod mail_record;
pub mod merge;

pub use mail_record::{MailRecord, Presence, Purpose};
