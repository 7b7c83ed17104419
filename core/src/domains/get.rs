use super::{Domain, domain};
use crate::{Code, Context, Effect, Operation, Result, Scope};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one domain.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetDomain {
    /// The domain.
    pub domain_id: Uuid,
}

impl Operation for GetDomain {
    type Output = Domain;

    const ID: &'static str = "domain";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Domain> {
        domain::Entity::get(cx, self.domain_id).await
    }
}
