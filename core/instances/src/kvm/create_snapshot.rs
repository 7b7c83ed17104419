use super::kvm_snapshot::{KvmSnapshot, described};
use crate::snapshot_request::create;
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
    values::line::{LINE, LINES, line, lines},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Keep what a virtual machine is now, to go back to it later.
///
/// Queued: the snapshot is `creating` until it can be gone back to. The plan says how many there can be.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "CreateKvmSnapshotInput")]
#[garde(allow_unvalidated)]
pub struct CreateKvmSnapshot {
    /// The service.
    pub service_id: Uuid,
    /// What to call it: 1 to 64 characters in one line, unlike the other snapshots of the instance.
    #[garde(length(chars, min = 1, max = 64), custom(line))]
    #[schemars(example = &"before the upgrade", extend("pattern" = LINE))]
    pub name: String,
    /// What to say of it: at most 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, max = 255), inner(custom(lines)))]
    #[schemars(example = &"The last known good state.", extend("pattern" = LINES))]
    pub description: Option<String>,
}

#[async_trait::async_trait]
impl Operation for CreateKvmSnapshot {
    type Output = KvmSnapshot;

    const ID: &'static str = "createKvmSnapshot";
    const SCOPE: Scope = Scope::KvmSnapshotsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::SnapshotNameTaken,
        Code::SnapshotLimitReached,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmSnapshot> {
        let description = described(self.description);
        Ok(create(cx, InstanceKind::Kvm, self.service_id, self.name, description).await?.into())
    }
}
