use super::{EmailService, row};
use garde::Validate;
use hosting_kernel::{
    database::{kept::Kept, owned::Owned},
    kernel::{
        context::Context,
        effect::Effect,
        operation::Operation,
        page::{self, Order, Page, Part},
    },
    refusals::{error::Result, scope::Scope},
};
use hosting_services::service;
use schemars::JsonSchema;
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// List the email services of the account, newest first.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListEmailServices {
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

#[async_trait::async_trait]
impl Operation for ListEmailServices {
    type Output = Page<EmailService>;

    const ID: &'static str = "emailServices";
    const SCOPE: Scope = Scope::EmailRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;

    async fn perform(self, cx: &Context<'_>) -> Result<Page<EmailService>> {
        let newest = Order::newest(service::Column::CreatedAt, service::Column::Id, service::Model::key);
        let part = Part::forward(self.limit, self.cursor.as_deref());
        let select = service::Entity::owned(cx).filter(has_mail());
        let page = page::list(cx, select, newest, part).await?;
        let mut rows = rows(cx, &page.items).await?;
        let shown = |service: service::Model| Some(EmailService::of(&service, rows.remove(&service.id)?));
        Ok(page.filter_map(shown, EmailService::key))
    }

    fn next(output: &Page<EmailService>) -> Option<&str> {
        output.next.as_deref()
    }
}

/// What is kept of the email services among `services`.
pub(super) async fn rows(cx: &Context<'_>, services: &[service::Model]) -> Result<HashMap<Uuid, row::Model>> {
    static ROWS: Kept = Kept::new();
    if services.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = services.iter().map(|service| service.id);
    let rows = cx.all_of::<row::Entity>(&ROWS, row::Column::ServiceId, ids).await?;
    Ok(rows.into_iter().map(|row| (row.service_id, row)).collect())
}

/// That a service is one of mail.
fn has_mail() -> Expr {
    let row = Query::select()
        .expr(Expr::val(1))
        .from(row::Entity)
        .and_where(
            Expr::col((row::Entity, row::Column::ServiceId)).equals((service::Entity, service::Column::Id)),
        )
        .take();
    Expr::exists(row)
}
