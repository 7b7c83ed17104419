use crate::metrics::{self, Metrics};
use garde::Validate;
use hosting_kernel::{
    kernel::{batched::Batched, context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a container used in the last 24 hours.
///
/// A point every 5 minutes; where nothing was measured, no point is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetLxcMetrics {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetLxcMetrics {
    type Output = Metrics;

    const ID: &'static str = "lxcMetrics";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Metrics> {
        metrics::get(cx, InstanceKind::Lxc, self.service_id).await
    }
}

#[async_trait::async_trait]
impl Batched for GetLxcMetrics {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Metrics>>> {
        let ids: Vec<_> = asked.iter().map(|one| one.service_id).collect();
        metrics::get_each(cx, InstanceKind::Lxc, &ids).await
    }
}
