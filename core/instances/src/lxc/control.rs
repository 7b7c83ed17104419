use super::{action::LxcAction, lxc_instance::LxcInstance};
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

/// Start, restart, freeze, unfreeze or stop a container.
///
/// Queued: its status tells what is under way, and what came of it. One change at a time.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "ControlLxcInstanceInput")]
#[garde(allow_unvalidated)]
pub struct ControlLxcInstance {
    /// The service.
    pub service_id: Uuid,
    /// What to do.
    pub action: LxcAction,
}

#[async_trait::async_trait]
impl Operation for ControlLxcInstance {
    type Output = LxcInstance;

    const ID: &'static str = "controlLxcInstance";
    const SCOPE: Scope = Scope::LxcPowerWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcInstance> {
        let changed = request::power(cx, InstanceKind::Lxc, self.service_id, self.action.into()).await?;
        Ok(LxcInstance::of(cx, changed))
    }
}
