use super::{Domain, domain};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Turn a domain's automatic renewal on or off.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "SetDomainAutoRenewInput")]
#[garde(allow_unvalidated)]
pub struct SetDomainAutoRenew {
    /// The domain.
    pub domain_id: Uuid,
    /// Whether to renew it before it expires.
    pub enabled: bool,
}

#[async_trait::async_trait]
impl Operation for SetDomainAutoRenew {
    type Output = Domain;

    const ID: &'static str = "setDomainAutoRenew";
    const SCOPE: Scope = Scope::DomainsWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound, Code::DomainLocked];

    async fn perform(self, cx: &Context<'_>) -> Result<Domain> {
        let mut domain = domain::Entity::get_for_change(cx, self.domain_id).await?.into_active_model();
        domain.auto_renew = Set(self.enabled);
        domain.updated_at = Set(cx.now());
        cx.update(domain).await
    }
}
