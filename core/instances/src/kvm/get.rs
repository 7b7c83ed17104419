use super::kvm_instance::KvmInstance;
use crate::instance_of_service;
use garde::Validate;
use hosting_kernel::{
    kernel::{batched::Batched, context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one virtual machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetKvmInstance {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetKvmInstance {
    type Output = KvmInstance;

    const ID: &'static str = "kvmInstance";
    const SCOPE: Scope = Scope::KvmRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmInstance> {
        Ok(instance_of_service::get(cx, InstanceKind::Kvm, self.service_id).await?.into())
    }
}

#[async_trait::async_trait]
impl Batched for GetKvmInstance {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<KvmInstance>>> {
        let ids: Vec<_> = asked.iter().map(|one| one.service_id).collect();
        let found = instance_of_service::get_each(cx, InstanceKind::Kvm, &ids).await?;
        Ok(found.into_iter().map(|one| Ok(one?.into())).collect())
    }
}
