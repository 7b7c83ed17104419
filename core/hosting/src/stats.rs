//! What a shared hosting service uses.
use async_graphql::SimpleObject;
use hosting_kernel::{
    providers::panel::Stats,
    values::{bytes::Bytes, time::Time},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a shared hosting service uses; what its panel does not say is null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct HostingStats {
    /// The service.
    pub service_id: Uuid,
    /// Bytes on the disk.
    pub disk_used_bytes: Option<Bytes>,
    /// Bytes that there may be.
    pub disk_limit_bytes: Option<Bytes>,
    /// Bytes sent and received in this calendar month.
    pub bandwidth_used_bytes: Option<Bytes>,
    /// Bytes that there may be.
    pub bandwidth_limit_bytes: Option<Bytes>,
    /// Files and folders.
    #[schemars(range(min = 0))]
    pub inodes_used: Option<i64>,
    /// Databases.
    #[schemars(range(min = 0))]
    pub databases_used: Option<i64>,
    /// Mailboxes.
    #[schemars(range(min = 0))]
    pub email_accounts_used: Option<i64>,
    /// Domains that the site answers to.
    #[schemars(range(min = 0))]
    pub domains_used: Option<i64>,
    /// When the panel was asked.
    pub measured_at: Time,
}

impl HostingStats {
    /// What the panel says of a service.
    pub(super) fn of(service_id: Uuid, stats: &Stats, measured_at: Time) -> Self {
        Self {
            service_id,
            disk_used_bytes: stats.disk_used_bytes.map(Bytes),
            disk_limit_bytes: stats.disk_limit_bytes.map(Bytes),
            bandwidth_used_bytes: stats.bandwidth_used_bytes.map(Bytes),
            bandwidth_limit_bytes: stats.bandwidth_limit_bytes.map(Bytes),
            inodes_used: stats.inodes_used,
            databases_used: stats.databases_used,
            email_accounts_used: stats.email_accounts_used,
            domains_used: stats.domains_used,
            measured_at,
        }
    }
}
