use super::{Domain, domain};
use garde::Validate;
use hosting_kernel::{
    database::kept::Kept,
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
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetDomain {
    /// The domain.
    pub domain_id: Uuid,
}

#[async_trait::async_trait]
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

#[async_trait::async_trait]
impl Batched for GetDomain {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Domain>>> {
        static EACH: Kept = Kept::new();
        let ids = || asked.iter().map(|one| one.domain_id);
        let found = cx.all_of::<domain::Entity>(&EACH, domain::Column::Id, ids()).await?;
        Ok(matched(ids(), found, |domain| domain.id, || Error::DomainNotFound))
    }
}
