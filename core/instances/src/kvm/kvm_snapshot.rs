//! A snapshot of a virtual machine, as its owner sees it.
use crate::snapshot::{Snapshot, SnapshotStatus};
use async_graphql::{ComplexObject, SimpleObject};
use hosting_kernel::{
    kernel::page,
    values::{bytes::Bytes, time::Time},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a virtual machine was at one moment: it can be made that again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "KvmSnapshotFields", complex)]
pub struct KvmSnapshot {
    /// Identifies it; to be taken as it is.
    #[schemars(length(max = 160), example = &"019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    pub id: String,
    /// The instance.
    pub service_id: Uuid,
    /// What the customer calls it; unique for an instance.
    #[schemars(length(max = 64), example = &"before the upgrade")]
    pub name: String,
    /// What the customer says of it.
    #[schemars(length(max = 255), example = &"The last known good state.")]
    pub description: Option<String>,
    /// Where it stands.
    pub status: SnapshotStatus,
    /// What it takes, in bytes.
    pub size_bytes: Option<Bytes>,
    /// Why the last change did not come about.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

#[ComplexObject]
impl KvmSnapshot {
    /// Where a list goes on after this one.
    async fn cursor(&self) -> String {
        self.key()
    }
}

impl KvmSnapshot {
    /// Its place in a list that is newest first.
    pub(super) fn key(&self) -> String {
        page::moment_key(self.created_at, Uuid::try_parse(&self.id).unwrap_or_default())
    }
}

impl From<Snapshot> for KvmSnapshot {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            id: snapshot.id.to_string(),
            service_id: snapshot.service_id,
            name: snapshot.name,
            description: snapshot.description,
            status: snapshot.status,
            size_bytes: snapshot.size_bytes.map(Bytes),
            last_error: snapshot.last_error,
            created_at: snapshot.created_at,
            updated_at: snapshot.updated_at,
        }
    }
}

/// A description, where there is one: an empty one is none.
pub(super) fn described(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_description_is_none() {
        assert_eq!(described(Some(String::new())), None);
        assert_eq!(described(Some(" ".to_owned())).as_deref(), Some(" "));
        assert_eq!(described(None), None);
    }
}
