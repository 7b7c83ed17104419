use super::lxc_instance::LxcInstance;
use crate::subscription;
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

/// Turn a container's automatic renewal on or off.
///
/// It cannot be turned on while a cancellation is requested.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "SetLxcAutoRenewInput")]
#[garde(allow_unvalidated)]
pub struct SetLxcAutoRenew {
    /// The service.
    pub service_id: Uuid,
    /// Whether to renew it before its period ends.
    pub enabled: bool,
}

#[async_trait::async_trait]
impl Operation for SetLxcAutoRenew {
    type Output = LxcInstance;

    const ID: &'static str = "setLxcAutoRenew";
    const SCOPE: Scope = Scope::LxcSubscriptionWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] =
        &[Code::ServiceNotFound, Code::ServiceUnavailableState, Code::ActionNotAllowed];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcInstance> {
        let changed = subscription::set_auto_renew(cx, InstanceKind::Lxc, self.service_id, self.enabled);
        Ok(LxcInstance::of(cx, changed.await?))
    }
}
