//! Mailboxes under a customer's own name, and what the zone of that name says of them.
mod mail_record;
pub mod merge;
pub mod row;
mod service;

pub use mail_record::{MailRecord, Presence, Purpose};
pub use service::{DnsStatus, EmailDns, EmailService};
