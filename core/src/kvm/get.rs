use super::KvmInstance;
use crate::{
    Code, Context, Effect, Operation, Result, Scope,
    instances::{InstanceKind, instance},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one virtual machine.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetKvmInstance {
    /// The service.
    pub service_id: Uuid,
}

impl Operation for GetKvmInstance {
    type Output = KvmInstance;

    const ID: &'static str = "kvmInstance";
    const SCOPE: Scope = Scope::KvmRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmInstance> {
        Ok(instance::Entity::get(cx, InstanceKind::Kvm, self.service_id).await?.into())
    }
}
