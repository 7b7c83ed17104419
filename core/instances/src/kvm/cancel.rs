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

/// End a virtual machine when what was paid for is over.
///
/// It can be used until `cancel_at` and kept until then; then it is switched off and cancelled.
/// What is not paid ahead ends now.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "CancelKvmInstanceInput")]
#[garde(allow_unvalidated)]
pub struct CancelKvmInstance {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for CancelKvmInstance {
    type Output = KvmInstance;

    const ID: &'static str = "cancelKvmInstance";
    const SCOPE: Scope = Scope::KvmSubscriptionWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] =
        &[Code::ServiceNotFound, Code::ServiceUnavailableState, Code::ActionNotAllowed];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmInstance> {
        let InstanceOfService { service, instance } =
            get_for_change(cx, InstanceKind::Kvm, self.service_id).await?;
        let auto_renew = service.auto_renew;
        let service = subscription::cancelled(service, cx.now())?;
        cancellation::keep(cx, service.id, auto_renew).await?;
        Ok(subscription::store(cx, InstanceOfService { service, instance }).await?.into())
    }
}
