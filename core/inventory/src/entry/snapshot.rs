//! A snapshot of an instance, as an inventory says it.
use crate::{
    moment::{Moment, created},
    reader::Members,
    rule,
};
use hosting_core::{
    instances::{
        instance,
        snapshot::{Model, SnapshotStatus},
    },
    providers::hypervisor::InstanceKind,
    values::time::Time,
};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// A state that an instance can go back to.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Snapshot {
    /// Identifies it for good; given by the platform where the file does not.
    pub id: Option<Uuid>,
    /// What the customer calls it; no other of the instance is called so.
    #[schemars(length(min = 1, max = 64))]
    pub name: String,
    #[serde(flatten)]
    #[schemars(skip)]
    pub own: Own,
    /// What it takes of the disk.
    #[schemars(range(min = 0))]
    pub size_bytes: Option<i64>,
    /// When it was taken; unless said, when it was brought in.
    pub created_at: Option<Moment>,
}

/// What only one of the kinds has.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Own {
    Lxc {},
    Kvm { description: Option<String> },
}

impl Snapshot {
    pub fn read(it: &mut Members<'_, '_>, kind: InstanceKind) -> Self {
        let name = match kind {
            InstanceKind::Lxc => rule::container_snapshot,
            InstanceKind::Kvm => rule::machine_snapshot,
        };
        Self {
            id: it.optional_text("id", rule::id),
            name: it.required_text("name", name),
            own: match kind {
                InstanceKind::Lxc => Own::Lxc {},
                InstanceKind::Kvm => {
                    Own::Kvm { description: it.optional_text("description", rule::description) }
                }
            },
            size_bytes: it.optional_as("size_bytes", rule::bytes),
            created_at: it.optional_text("created_at", Moment::parse),
        }
    }

    /// A snapshot of a new instance.
    pub fn row(&self, of: &instance::Model, id: Uuid, now: Time) -> Model {
        let created_at = created(self.created_at, None, now);
        Model {
            id,
            service_id: of.service_id,
            account_id: of.account_id,
            name: self.name.clone(),
            description: match &self.own {
                Own::Lxc {} => None,
                Own::Kvm { description } => description.clone(),
            },
            status: SnapshotStatus::Ready,
            size_bytes: self.size_bytes,
            last_error: None,
            created_at,
            updated_at: created_at,
        }
    }

    pub fn of(row: &Model, kind: InstanceKind) -> Self {
        Self {
            id: Some(row.id),
            name: row.name.clone(),
            own: match kind {
                InstanceKind::Lxc => Own::Lxc {},
                InstanceKind::Kvm => Own::Kvm { description: row.description.clone() },
            },
            size_bytes: row.size_bytes,
            created_at: Some(row.created_at.into()),
        }
    }
}

/// Whether it is one that its instance can go back to.
pub const fn is_kept(row: &Model) -> bool {
    matches!(row.status, SnapshotStatus::Ready | SnapshotStatus::Restoring)
}
