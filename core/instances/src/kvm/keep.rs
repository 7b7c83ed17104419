use super::kvm_instance::KvmInstance;
use crate::{
    cancellation,
    instance_of_service::{InstanceOfService, get_for_change},
    subscription,
};
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

/// Take the cancellation of a virtual machine back.
///
/// It is renewed by itself again if it was before the cancellation, unless that was turned off since.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "KeepKvmInstanceInput")]
#[garde(allow_unvalidated)]
pub struct KeepKvmInstance {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for KeepKvmInstance {
    type Output = KvmInstance;

    const ID: &'static str = "keepKvmInstance";
    const SCOPE: Scope = Scope::KvmSubscriptionWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] =
        &[Code::ServiceNotFound, Code::ServiceUnavailableState, Code::ActionNotAllowed];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmInstance> {
        let InstanceOfService { service, instance } =
            get_for_change(cx, InstanceKind::Kvm, self.service_id).await?;
        let auto_renew = cancellation::was_auto_renewed(cx, service.id).await?;
        let service = subscription::kept(service, auto_renew, cx.now())?;
        cancellation::remove(cx, service.id).await?;
        Ok(subscription::store(cx, InstanceOfService { service, instance }).await?.into())
    }
}
