use super::{HostingService, row};
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
use hosting_services::{
    Service,
    service::{self, ServiceStatus},
};
use schemars::JsonSchema;
use sea_orm::{
    QueryFilter,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// List the shared hosting services of the account, newest first.
///
/// One that is still being set up is not among them.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListHostingServices {
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

#[async_trait::async_trait]
impl Operation for ListHostingServices {
    type Output = Page<HostingService>;

    const ID: &'static str = "hostingServices";
    const SCOPE: Scope = Scope::HostingRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;

    async fn perform(self, cx: &Context<'_>) -> Result<Page<HostingService>> {
        use service::{Column, Entity};
        let is_set_up = Query::select()
            .expr(Expr::val(1))
            .from(row::Entity)
            .and_where(Expr::col((row::Entity, row::Column::ServiceId)).equals((Entity, Column::Id)))
            .take();
        let hosting = Entity::owned(cx)
            .filter(Expr::exists(is_set_up))
            .filter(Column::Status.ne(ServiceStatus::Provisioning));
        let newest = Order::newest(Column::CreatedAt, Column::Id, Service::key);
        let part = Part::forward(self.limit, self.cursor.as_deref());
        let page = page::list(cx, hosting, newest, part).await?;
        let (next, previous, total) = (page.next, page.previous, page.total);
        let items = put_together(cx, page.items).await?;
        Ok(Page { items, next, previous, total, key: HostingService::key })
    }

    fn next(output: &Page<HostingService>) -> Option<&str> {
        output.next.as_deref()
    }
}

/// `services` with what is kept of them here.
pub(super) async fn put_together(cx: &Context<'_>, services: Vec<Service>) -> Result<Vec<HostingService>> {
    static ROWS: Kept = Kept::new();
    if services.is_empty() {
        return Ok(Vec::new());
    }
    let ids = services.iter().map(|service| service.id);
    let rows = cx.all_of::<row::Entity>(&ROWS, row::Column::ServiceId, ids).await?;
    let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.service_id, row)).collect();
    let whole = |service: Service| {
        let row = rows.remove(&service.id)?;
        Some(HostingService::of(cx, service, row))
    };
    Ok(services.into_iter().filter_map(whole).collect())
}
