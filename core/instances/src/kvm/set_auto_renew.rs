use super::kvm_instance::KvmInstance;
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

/// Turn a virtual machine's automatic renewal on or off.
///
/// It cannot be turned on while a cancellation is requested: keep the service first.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "SetKvmAutoRenewInput")]
#[garde(allow_unvalidated)]
pub struct SetKvmAutoRenew {
    /// The service.
    pub service_id: Uuid,
    /// Whether to renew it before its period ends.
    pub enabled: bool,
}

#[async_trait::async_trait]
impl Operation for SetKvmAutoRenew {
    type Output = KvmInstance;

    const ID: &'static str = "setKvmAutoRenew";
    const SCOPE: Scope = Scope::KvmSubscriptionWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] =
        &[Code::ServiceNotFound, Code::ServiceUnavailableState, Code::ActionNotAllowed];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmInstance> {
        let changed = subscription::set_auto_renew(cx, InstanceKind::Kvm, self.service_id, self.enabled);
        Ok(changed.await?.into())
    }
}
