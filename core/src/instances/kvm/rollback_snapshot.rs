use super::{KvmSnapshot, snapshot_id};
use crate::{
    instances::{Action, Change, SnapshotStatus, instance, snapshot},
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use async_graphql::InputObject;
use garde::Validate;
use schemars::JsonSchema;
use sea_orm::{ActiveEnum, ActiveModelTrait, IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Make a virtual machine again what it was when a snapshot was made.
///
/// Queued: the instance and the snapshot are `restoring` until it is done. What happened since is lost.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "RollbackKvmSnapshotInput")]
#[garde(allow_unvalidated)]
pub struct RollbackKvmSnapshot {
    /// The service.
    pub service_id: Uuid,
    /// The snapshot.
    #[schemars(schema_with = "snapshot_id::schema")]
    pub snapshot_id: String,
}

#[async_trait::async_trait]
impl Operation for RollbackKvmSnapshot {
    type Output = KvmSnapshot;

    const ID: &'static str = "rollbackKvmSnapshot";
    const SCOPE: Scope = Scope::KvmSnapshotsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::SnapshotNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmSnapshot> {
        let both = instance::Entity::get_for_change(cx, InstanceKind::Kvm, self.service_id).await?;
        let id = snapshot_id::parse(&self.snapshot_id)?;
        let snapshot = snapshot::Entity::get(cx, both.instance.service_id, id).await?;
        if !matches!(snapshot.status, SnapshotStatus::Ready) {
            let status = snapshot.status.to_value();
            return Err(Error::ActionNotAllowed(format!(
                "the snapshot is {status}: one can go back only to one that is ready"
            )));
        }
        both.request(cx, Action::RestoreSnapshot, Change::RestoreSnapshot { snapshot: id }).await?;
        let mut snapshot = snapshot.into_active_model();
        snapshot.status = Set(SnapshotStatus::Restoring);
        snapshot.last_error = Set(None);
        snapshot.updated_at = Set(cx.now());
        Ok(snapshot.update(cx.db).await?.into())
    }
}
