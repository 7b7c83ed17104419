use super::lxc_instance::LxcInstance;
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

/// Look up one container.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetLxcInstance {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetLxcInstance {
    type Output = LxcInstance;

    const ID: &'static str = "lxcInstance";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcInstance> {
        let found = instance_of_service::get(cx, InstanceKind::Lxc, self.service_id).await?;
        Ok(LxcInstance::of(cx, found))
    }
}

#[async_trait::async_trait]
impl Batched for GetLxcInstance {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<LxcInstance>>> {
        let ids: Vec<_> = asked.iter().map(|one| one.service_id).collect();
        let found = instance_of_service::get_each(cx, InstanceKind::Lxc, &ids).await?;
        Ok(found.into_iter().map(|one| Ok(LxcInstance::of(cx, one?))).collect())
    }
}
