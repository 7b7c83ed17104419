use super::{EmailService, desk::Desk, row};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{code::Code, error::Result, scope::Scope},
};
use hosting_services::service::ServiceStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// In which states a service takes mail.
const POSSIBLE: [ServiceStatus; 3] =
    [ServiceStatus::Provisioning, ServiceStatus::Active, ServiceStatus::PastDue];

/// Write into the zone of the mail domain what mail needs.
///
/// Queued. What the owner made the zone say stays: SPF is extended by our hosts, a DMARC policy is left as
/// it is, and what cannot stand together is told as a conflict. Where the zone is not served by the
/// platform, the records tell what to publish. A service that was never set up is set up first: a zone
/// sends mail only to where it is taken.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "SyncEmailServiceDnsInput")]
#[garde(allow_unvalidated)]
pub struct SyncEmailServiceDns {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for SyncEmailServiceDns {
    type Output = EmailService;

    const ID: &'static str = "syncEmailServiceDns";
    const SCOPE: Scope = Scope::EmailWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound, Code::ServiceUnavailableState];

    async fn perform(self, cx: &Context<'_>) -> Result<EmailService> {
        let (service, email) = row::Entity::get_for_change(cx, self.service_id).await?;
        email.allow(&service, &POSSIBLE)?;
        let email = match email.is_set_up() {
            true => Desk::of(cx).publish(email).await?,
            false => email.set_up(cx, &service).await?,
        };
        Ok(EmailService::of(&service, email))
    }
}

impl row::Model {
    /// Whether the mail servers take mail for it, and sign with keys that a zone can publish.
    const fn is_set_up(&self) -> bool {
        self.provisioned_at.is_some() && self.rsa_key.is_some() && self.ed25519_key.is_some()
    }
}
