//! Mailboxes under a customer's own name.
use super::{DnsStatus, MailRecord, row};
use async_graphql::{ComplexObject, SimpleObject};
use hosting_kernel::{
    kernel::page,
    values::{bytes::Bytes, time::Time},
};
use hosting_services::{Service, service::ServiceStatus};
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// What the zone of a mail domain says of mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "EmailDns")]
pub struct EmailDns {
    /// When it was last seen to.
    pub synced_at: Option<Time>,
    /// Whether it says what mail needs.
    pub status: DnsStatus,
    /// What mail needs, record by record.
    pub records: Vec<MailRecord>,
}

/// Mailboxes under a customer's own name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "EmailServiceFields", complex)]
pub struct EmailService {
    /// Identifies the service, in every area.
    pub id: Uuid,
    /// The plan that was ordered.
    #[schemars(length(max = 255), example = &"email-10")]
    pub plan_id: String,
    /// Months that are paid at once.
    #[schemars(example = 12, range(min = 1))]
    pub term_months: i32,
    /// The mail domain: A-labels (RFC 5890).
    #[schemars(length(max = 253), example = &"example.com")]
    pub domain_name: String,
    /// Where the service stands.
    pub status: ServiceStatus,
    /// Mailboxes that the plan has.
    #[schemars(range(min = 0), example = 10)]
    pub mailbox_limit: i32,
    /// Bytes that each of them holds.
    pub storage_bytes_per_mailbox: Bytes,
    /// Domains that the plan has.
    #[schemars(range(min = 0), example = 1)]
    pub domain_limit: i32,
    /// Whether it is renewed by itself.
    pub auto_renew: bool,
    /// When it was first in use.
    pub starts_at: Option<Time>,
    /// When the next period begins.
    pub renews_at: Option<Time>,
    /// When an unpaid service is stopped, or what is kept of a cancelled one removed.
    pub grace_ends_at: Option<Time>,
    /// When it was stopped.
    pub suspended_at: Option<Time>,
    /// When it was ended.
    pub cancelled_at: Option<Time>,
    /// When the mail servers first took mail for it.
    pub provisioned_at: Option<Time>,
    /// Where the work stands that sets it up at the mail servers; nothing where none is under way.
    pub provisioning: Option<row::Provisioning>,
    /// Why that went wrong last.
    #[schemars(example = &"refused: the domain is served for somebody else")]
    pub last_error: Option<String>,
    /// What the zone of the mail domain says of mail.
    pub dns: EmailDns,
    /// When it was ordered.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

#[ComplexObject]
impl EmailService {
    /// Where a list goes on after this one.
    async fn cursor(&self) -> String {
        self.key()
    }
}

impl EmailService {
    /// Its place in a list that is newest first.
    pub(super) fn key(&self) -> String {
        page::moment_key(self.created_at, self.id)
    }
}

impl EmailService {
    /// The record of what is kept in two places.
    pub(super) fn of(service: &Service, email: row::Model) -> Self {
        Self {
            id: service.id,
            plan_id: email.plan_id,
            term_months: service.billing_months,
            domain_name: email.domain_name,
            status: service.status,
            mailbox_limit: email.mailbox_limit,
            storage_bytes_per_mailbox: Bytes(email.storage_bytes_per_mailbox),
            domain_limit: email.domain_limit,
            auto_renew: service.auto_renew,
            starts_at: service.activated_at,
            renews_at: service.renews_at,
            grace_ends_at: service.grace_ends_at,
            suspended_at: email.suspended_at,
            cancelled_at: email.cancelled_at,
            provisioned_at: email.provisioned_at,
            provisioning: email.provisioning,
            last_error: email.last_error,
            dns: EmailDns {
                synced_at: email.dns_synced_at,
                status: email.dns_status,
                records: email.dns_records.0,
            },
            created_at: service.created_at,
            updated_at: service.updated_at.max(email.updated_at),
        }
    }
}
