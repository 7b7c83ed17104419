//! An email service, as an inventory says it.
//!
//! What the platform made itself is in no file: keys are no operator's, and no export has them.
use super::Entry;
use crate::{
    moment::{Moment, given},
    reader::Members,
    rule,
};
use hosting_core::{
    email::{
        DnsStatus,
        row::{MailRecords, Model},
    },
    services::Service,
    values::time::Time,
};
use schemars::JsonSchema;
use serde::Serialize;

/// Mailboxes under a customer's own name.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Email {
    /// The plan, as programs call it.
    #[schemars(regex(pattern = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))]
    pub plan_id: String,
    /// The domain of the mailboxes; once it was set up at the mail servers, it keeps it.
    #[schemars(length(min = 1))]
    pub domain_name: String,
    /// Mailboxes, at most.
    #[schemars(range(min = 0))]
    pub mailbox_limit: i32,
    /// Bytes of each mailbox, at most.
    #[schemars(range(min = 0))]
    pub storage_bytes_per_mailbox: i64,
    /// Domains, at most.
    #[schemars(range(min = 1))]
    pub domain_limit: i32,
    /// When it was suspended.
    pub suspended_at: Option<Moment>,
    /// When it was cancelled.
    pub cancelled_at: Option<Moment>,
    /// The backend that takes its mail; unless said, the one that takes what names none. It stays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"mail-fra-1")]
    pub backend: Option<String>,
    /// Whether the mail servers take mail for it already: no file says that, and what is taken over is so.
    #[serde(skip)]
    pub is_taken: bool,
}

impl Email {
    pub fn read(it: &mut Members<'_, '_>) -> Self {
        Self {
            plan_id: it.required_text("plan_id", rule::code),
            domain_name: it.required_text("domain_name", rule::domain),
            mailbox_limit: it.required_as("mailbox_limit", rule::natural),
            storage_bytes_per_mailbox: it.required_as("storage_bytes_per_mailbox", rule::bytes),
            domain_limit: it.required_as("domain_limit", rule::positive),
            suspended_at: it.optional_text("suspended_at", Moment::parse),
            cancelled_at: it.optional_text("cancelled_at", Moment::parse),
            backend: it.optional_text("backend", rule::backend),
            is_taken: false,
        }
    }

    /// `before`, or what a new `service` starts with, with what the inventory says.
    pub fn row(&self, before: Option<&Model>, service: &Service, now: Time) -> Model {
        let was = |member: fn(&Model) -> Option<Time>| before.and_then(member);
        Model {
            account_id: service.account_id,
            plan_id: self.plan_id.clone(),
            domain_name: self.domain_name.clone(),
            mailbox_limit: self.mailbox_limit,
            storage_bytes_per_mailbox: self.storage_bytes_per_mailbox,
            domain_limit: self.domain_limit,
            suspended_at: given(self.suspended_at, was(|row| row.suspended_at), now),
            cancelled_at: given(self.cancelled_at, was(|row| row.cancelled_at), now),
            provisioned_at: was(|row| row.provisioned_at).or(self.is_taken.then_some(now)),
            ..before.cloned().unwrap_or_else(|| untouched(service, now))
        }
    }
}

impl Entry for Email {
    type Row = Model;

    fn of(row: &Model) -> Self {
        Self {
            plan_id: row.plan_id.clone(),
            domain_name: row.domain_name.clone(),
            mailbox_limit: row.mailbox_limit,
            storage_bytes_per_mailbox: row.storage_bytes_per_mailbox,
            domain_limit: row.domain_limit,
            suspended_at: row.suspended_at.map(Moment::At),
            cancelled_at: row.cancelled_at.map(Moment::At),
            backend: row.backend.clone(),
            is_taken: row.provisioned_at.is_some(),
        }
    }

    fn touch(row: &mut Model, now: Time) {
        row.updated_at = now;
    }
}

/// A service that no mail server knows of yet.
fn untouched(service: &Service, now: Time) -> Model {
    Model {
        service_id: service.id,
        account_id: service.account_id,
        plan_id: String::new(),
        domain_name: String::new(),
        mailbox_limit: 0,
        storage_bytes_per_mailbox: 0,
        domain_limit: 0,
        suspended_at: None,
        cancelled_at: None,
        provisioned_at: None,
        provisioning: None,
        last_error: None,
        rsa_selector: None,
        rsa_key: None,
        rsa_private: None,
        ed25519_selector: None,
        ed25519_key: None,
        ed25519_private: None,
        dns_status: DnsStatus::Never,
        dns_synced_at: None,
        dns_records: MailRecords::default(),
        dns_revision: 0,
        updated_at: now,
        backend: None,
    }
}
