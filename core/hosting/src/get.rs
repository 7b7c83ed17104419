use super::{HostingService, list::put_together};
use garde::Validate;
use hosting_kernel::{
    kernel::{
        batched::{Batched, matched},
        context::Context,
        effect::Effect,
        operation::Operation,
    },
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use hosting_services::service::{self, ServiceStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one shared hosting service; there is none yet while it is being set up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetHostingService {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetHostingService {
    type Output = HostingService;

    const ID: &'static str = "hostingServices";
    const SCOPE: Scope = Scope::HostingRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<HostingService> {
        Self::perform_all(&[self], cx).await?.pop().unwrap_or(Err(Error::ServiceNotFound))
    }
}

#[async_trait::async_trait]
impl Batched for GetHostingService {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<HostingService>>> {
        let ids = || asked.iter().map(|one| one.service_id);
        let mut there = service::Entity::each(cx, ids()).await?;
        there.retain(|service| service.status != ServiceStatus::Provisioning);
        let found = put_together(cx, there).await?;
        Ok(matched(ids(), found, |service| service.id, || Error::ServiceNotFound))
    }
}
