use super::{Service, service};
use crate::{Code, Context, Effect, Operation, Result, Scope};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one service.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetService {
    /// The service.
    pub service_id: Uuid,
}

impl Operation for GetService {
    type Output = Service;

    const ID: &'static str = "service";
    const SCOPE: Scope = Scope::ServicesRead;
    const EFFECT: Effect = Effect::Reads;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Service> {
        service::Entity::get(cx, self.service_id).await
    }
}
