use super::lxc_snapshot::LxcSnapshot;
use crate::snapshot;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
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

/// Look up the snapshot of a container by the id that the hypervisor has for it.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct FindLxcSnapshot {
    /// The snapshot.
    pub snapshot_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for FindLxcSnapshot {
    type Output = LxcSnapshot;

    const ID: &'static str = "lxcSnapshots";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::SnapshotNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcSnapshot> {
        let this = snapshot::Column::Id.eq(self.snapshot_id);
        let found = snapshot::of_kind(cx, InstanceKind::Lxc, this).await?.pop();
        found.map(LxcSnapshot::from).ok_or(Error::SnapshotNotFound)
    }
}
