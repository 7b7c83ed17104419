use super::kvm_snapshot::KvmSnapshot;
use crate::snapshot;
use garde::Validate;
use hosting_kernel::{
    kernel::{
        batched::{Batched, matched},
        context::Context,
        effect::Effect,
        operation::Operation,
    },
    providers::hypervisor::InstanceKind,
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use schemars::JsonSchema;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one snapshot of a virtual machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetKvmSnapshot {
    /// The snapshot.
    pub snapshot_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetKvmSnapshot {
    type Output = KvmSnapshot;

    const ID: &'static str = "kvmSnapshots";
    const SCOPE: Scope = Scope::KvmRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::SnapshotNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmSnapshot> {
        Self::perform_all(&[self], cx).await?.pop().unwrap_or(Err(Error::SnapshotNotFound))
    }
}

#[async_trait::async_trait]
impl Batched for GetKvmSnapshot {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<KvmSnapshot>>> {
        let ids = || asked.iter().map(|one| one.snapshot_id);
        let found = snapshot::of_kind(cx, InstanceKind::Kvm, snapshot::Column::Id.is_in(ids())).await?;
        let found = matched(ids(), found, |one| one.id, || Error::SnapshotNotFound);
        Ok(found.into_iter().map(|one| one.map(KvmSnapshot::from)).collect())
    }
}
