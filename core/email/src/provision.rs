use super::{
    EmailService, SetUpMail,
    row::{self, Provisioning},
};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{code::Code, error::Result, scope::Scope},
};
use hosting_services::Service;
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Set an email service up at the mail servers.
///
/// Queued: the mail servers take mail for the domain within the limits of the plan and sign what is sent
/// from it, and its zone is synchronized then. Doing it again is harmless.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "ProvisionEmailServiceInput")]
#[garde(allow_unvalidated)]
pub struct ProvisionEmailService {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for ProvisionEmailService {
    type Output = EmailService;

    const ID: &'static str = "provisionEmailService";
    const SCOPE: Scope = Scope::EmailWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound, Code::ServiceUnavailableState];

    async fn perform(self, cx: &Context<'_>) -> Result<EmailService> {
        let (service, email) = row::Entity::get_for_change(cx, self.service_id).await?;
        let email = email.set_up(cx, &service).await?;
        Ok(EmailService::of(&service, email))
    }
}

impl row::Model {
    /// Queues that it is set up, unless that is queued already.
    pub(super) async fn set_up(self, cx: &Context<'_>, service: &Service) -> Result<Self> {
        self.allow(service, &row::POSSIBLE)?;
        if matches!(self.provisioning, Some(Provisioning::Queued | Provisioning::Running)) {
            return Ok(self);
        }
        let task = SetUpMail::of(&self);
        cx.enqueue(row::subject(self.service_id), &task).await?;
        let mut email = self.into_active_model();
        email.provisioning = Set(Some(Provisioning::Queued));
        email.last_error = Set(None);
        email.updated_at = Set(cx.now());
        cx.update(email).await
    }
}
