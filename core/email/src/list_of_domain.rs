use super::{EmailService, row};
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
    kernel::{
        batched::{Batched, grouped},
        context::Context,
        effect::Effect,
        operation::Operation,
    },
    refusals::{error::Result, scope::Scope},
};
use hosting_services::service::{self, Model as Service};
use schemars::JsonSchema;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uuid::Uuid;

/// List the email services of one mail domain, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListEmailServicesOfDomain {
    /// The mail domain: A-labels, in lower case.
    pub domain_name: String,
}

#[async_trait::async_trait]
impl Operation for ListEmailServicesOfDomain {
    type Output = Vec<EmailService>;

    const ID: &'static str = "emailServices";
    const SCOPE: Scope = Scope::EmailRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;

    async fn perform(self, cx: &Context<'_>) -> Result<Vec<EmailService>> {
        Self::perform_all(&[self], cx).await?.pop().unwrap_or(Ok(Vec::new()))
    }
}

#[async_trait::async_trait]
impl Batched for ListEmailServicesOfDomain {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Vec<EmailService>>>> {
        let names = || asked.iter().map(|one| one.domain_name.as_str());
        let select = row::Entity::owned(cx).filter(row::Column::DomainName.is_in(names()));
        let rows = cx.all(select.order_by_asc(row::Column::ServiceId)).await?;
        let services = services(cx, &rows).await?;
        let shown: Vec<_> = rows
            .into_iter()
            .filter_map(|row| Some(EmailService::of(services.get(&row.service_id)?, row.clone())))
            .collect();
        let groups = grouped(names(), &shown, |service| service.domain_name.as_str());
        Ok(groups.into_iter().map(|group| Ok(group.into_iter().cloned().collect())).collect())
    }
}

/// What was ordered of `rows`.
async fn services(cx: &Context<'_>, rows: &[row::Model]) -> Result<HashMap<Uuid, Service>> {
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = rows.iter().map(|row| row.service_id);
    let found = service::Entity::each(cx, ids).await?;
    Ok(found.into_iter().map(|service| (service.id, service)).collect())
}
