//! A snapshot of a container, as its owner sees it.
use crate::snapshot::{Snapshot, SnapshotStatus};
use async_graphql::{ComplexObject, SimpleObject};
use hosting_kernel::{
    kernel::page,
    values::{bytes::Bytes, time::Time},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A snapshot of a container.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "LxcSnapshotFields", complex)]
pub struct LxcSnapshot {
    /// What the customer calls it; unique for a container.
    #[schemars(length(max = 48), example = &"before-upgrade")]
    pub name: String,
    /// The container.
    pub service_id: Uuid,
    /// Where it stands.
    pub status: SnapshotStatus,
    /// What it takes, in bytes, where that is known.
    pub size_bytes: Option<Bytes>,
    /// Why the last change did not come about.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: Time,
    /// Its place in a list, together with the time.
    #[serde(skip)]
    #[graphql(skip)]
    key: Uuid,
}

#[ComplexObject]
impl LxcSnapshot {
    /// Where a list goes on after this one.
    async fn cursor(&self) -> String {
        self.key()
    }
}

impl LxcSnapshot {
    /// Its place in a list that is newest first.
    pub(super) fn key(&self) -> String {
        page::moment_key(self.created_at, self.key)
    }
}

impl From<Snapshot> for LxcSnapshot {
    fn from(row: Snapshot) -> Self {
        Self {
            name: row.name,
            service_id: row.service_id,
            status: row.status,
            size_bytes: row.size_bytes.map(Bytes),
            last_error: row.last_error,
            created_at: row.created_at,
            key: row.id,
        }
    }
}
