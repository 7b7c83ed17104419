use super::{EmailService, list::rows};
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
use hosting_services::service;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one email service.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetEmailService {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetEmailService {
    type Output = EmailService;

    const ID: &'static str = "emailServices";
    const SCOPE: Scope = Scope::EmailRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<EmailService> {
        Self::perform_all(&[self], cx).await?.pop().unwrap_or(Err(Error::ServiceNotFound))
    }
}

#[async_trait::async_trait]
impl Batched for GetEmailService {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<EmailService>>> {
        let ids = || asked.iter().map(|one| one.service_id);
        let services = service::Entity::each(cx, ids()).await?;
        let mut rows = rows(cx, &services).await?;
        let shown =
            services.iter().filter_map(|service| Some(EmailService::of(service, rows.remove(&service.id)?)));
        Ok(matched(ids(), shown, |service| service.id, || Error::ServiceNotFound))
    }
}
