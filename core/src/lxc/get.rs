use super::LxcInstance;
use crate::{
    Code, Context, Effect, Operation, Result, Scope,
    instances::{InstanceKind, instance},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one container.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetLxcInstance {
    /// The service.
    pub service_id: Uuid,
}

impl Operation for GetLxcInstance {
    type Output = LxcInstance;

    const ID: &'static str = "lxcInstance";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcInstance> {
        Ok(instance::Entity::get(cx, InstanceKind::Lxc, self.service_id).await?.into())
    }
}
