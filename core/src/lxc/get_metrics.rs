use crate::{
    Code, Context, Effect, Operation, Result, Scope,
    instances::{InstanceKind, Metrics, instance, metrics::metrics},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a container used in the last 24 hours.
///
/// A point every 5 minutes; where nothing was measured, no point is.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetLxcMetrics {
    /// The service.
    pub service_id: Uuid,
}

impl Operation for GetLxcMetrics {
    type Output = Metrics;

    const ID: &'static str = "lxcMetrics";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Metrics> {
        let both = instance::Entity::get(cx, InstanceKind::Lxc, self.service_id).await?;
        metrics(cx, &both.instance).await
    }
}
