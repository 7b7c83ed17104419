use super::{Service, service};
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
use uuid::Uuid;

/// Look up one service.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetService {
    /// The service.
    pub service_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetService {
    type Output = Service;

    const ID: &'static str = "service";
    const SCOPE: Scope = Scope::ServicesRead;
    const EFFECT: Effect = Effect::Reads;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Service> {
        service::Entity::get(cx, self.service_id).await
    }
}

#[async_trait::async_trait]
impl Batched for GetService {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Service>>> {
        let ids = || asked.iter().map(|one| one.service_id);
        let found = cx.all(service::Entity::owned(cx).filter(service::Column::Id.is_in(ids()))).await?;
        Ok(matched(ids(), found, |service| service.id, || Error::ServiceNotFound))
    }
}
