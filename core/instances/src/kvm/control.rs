use super::{action::KvmAction, kvm_instance::KvmInstance};
use crate::request;
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

/// Start, stop, shut down or restart a virtual machine.
///
/// Queued: its status tells what is under way, and what came of it. One change at a time.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "ControlKvmInstanceInput")]
#[garde(allow_unvalidated)]
pub struct ControlKvmInstance {
    /// The service.
    pub service_id: Uuid,
    /// What to do.
    pub action: KvmAction,
}

#[async_trait::async_trait]
impl Operation for ControlKvmInstance {
    type Output = KvmInstance;

    const ID: &'static str = "controlKvmInstance";
    const SCOPE: Scope = Scope::KvmPowerWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmInstance> {
        Ok(request::power(cx, InstanceKind::Kvm, self.service_id, self.action.into()).await?.into())
    }
}
