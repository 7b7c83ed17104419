use super::{Domain, domain};
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
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
use sea_orm::{ColumnTrait, QueryFilter};
use serde::{Deserialize, Serialize};

/// Look up the domain of a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct FindDomain {
    /// The name as registered: A-labels, in lower case.
    pub domain_name: String,
}

#[async_trait::async_trait]
impl Operation for FindDomain {
    type Output = Domain;

    const ID: &'static str = "domain";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Domain> {
        Self::perform_all(&[self], cx).await?.pop().unwrap_or(Err(Error::DomainNotFound))
    }
}

#[async_trait::async_trait]
impl Batched for FindDomain {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Domain>>> {
        let names = || asked.iter().map(|one| one.domain_name.clone());
        let select = domain::Entity::owned(cx).filter(domain::Column::DomainName.is_in(names()));
        let found = cx.all(select).await?;
        Ok(matched(names(), found, |domain| domain.domain_name.clone(), || Error::DomainNotFound))
    }
}
