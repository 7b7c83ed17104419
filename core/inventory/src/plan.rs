//! What applying an inventory does.
use crate::{change::Change, leaving::Leaving, place::Fault, zone::Zone};
use hosting_core::{
    domains::{dns::record, domain},
    email, hosting,
    instances::{instance, snapshot},
    kernel::account,
    providers::dns::SetName,
    search::price,
    services::service,
};
use uuid::Uuid;

/// What applying an inventory does.
#[derive(Default)]
pub struct Plan {
    /// What is different afterwards.
    pub changes: Vec<Change>,
    /// Why it cannot be done.
    pub faults: Vec<Fault>,
    /// What is written.
    pub rows: Rows,
    /// What is removed.
    pub leaving: Leaving,
    /// What is queued, since backends of the world have to do it first.
    pub queued: Queued,
    /// What the backends adopt.
    pub named: Named,
    /// What nameservers no longer serve, zone by zone: records that have another name or type now.
    pub renamed: Vec<(Zone, Vec<SetName>)>,
}

/// The rows that are new or different.
#[derive(Default)]
pub struct Rows {
    pub prices: Vec<price::Model>,
    pub accounts: Vec<account::Model>,
    pub services: Vec<service::Model>,
    pub emails: Vec<email::row::Model>,
    pub sites: Vec<hosting::row::Model>,
    pub instances: Vec<instance::Model>,
    pub snapshots: Vec<snapshot::Model>,
    pub domains: Vec<domain::Model>,
    pub records: Vec<record::Model>,
    /// Records that have another name or type now, by id: they make room for each other.
    pub renamed: Vec<Uuid>,
}

/// What backends of the world have to do before it is so.
#[derive(Default)]
pub struct Queued {
    /// Records, by id, and what they are served as until then where that is something else.
    pub records: Vec<(Uuid, Option<SetName>)>,
    /// Domains that are handed over to other hosts, by id.
    pub handed_over: Vec<Uuid>,
    /// Domains that are looked at, by id.
    pub looked_at: Vec<Uuid>,
}

/// What the inventory names of which a backend knows too, by id, whether it is different or not.
#[derive(Default)]
pub struct Named {
    /// Services that have a site.
    pub sites: Vec<Uuid>,
    /// Services that are an instance.
    pub instances: Vec<Uuid>,
    pub domains: Vec<Uuid>,
    pub records: Vec<Uuid>,
}
