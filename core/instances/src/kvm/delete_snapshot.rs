use super::{kvm_snapshot::KvmSnapshot, snapshot_id};
use crate::snapshot_request::delete;
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Delete a snapshot of a virtual machine.
///
/// Queued: it is `deleting` until the hypervisor has removed it, and gone then. The instance stays as it is.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "DeleteKvmSnapshotInput")]
#[garde(allow_unvalidated)]
pub struct DeleteKvmSnapshot {
    /// The service.
    pub service_id: Uuid,
    /// The snapshot.
    #[schemars(schema_with = "snapshot_id::schema")]
    pub snapshot_id: String,
}

#[async_trait::async_trait]
impl Operation for DeleteKvmSnapshot {
    type Output = KvmSnapshot;

    const ID: &'static str = "deleteKvmSnapshot";
    const SCOPE: Scope = Scope::KvmSnapshotsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::SnapshotNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmSnapshot> {
        Ok(delete(cx, InstanceKind::Kvm, self.service_id, &self.snapshot_id).await?.into())
    }
}
