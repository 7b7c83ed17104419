use crate::{
    instances::{
        Metrics, instance,
        metrics::{metrics, metrics_of_all},
    },
    kernel::{
        batched::{Batched, matched},
        context::Context,
        effect::Effect,
        operation::Operation,
    },
    providers::hypervisor::InstanceKind,
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use garde::Validate;
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
        let both = instance::Entity::get(cx, InstanceKind::Lxc, self.service_id).await?;
        metrics(cx, &both.instance).await
    }
}

#[async_trait::async_trait]
impl Batched for GetLxcMetrics {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Metrics>>> {
        let ids = || asked.iter().map(|one| one.service_id);
        let instances = instance::Entity::get_all(cx, InstanceKind::Lxc, ids()).await?;
        let found = metrics_of_all(cx, &instances).await?;
        Ok(matched(ids(), found, |metrics| metrics.service_id, || Error::ServiceNotFound))
    }
}
