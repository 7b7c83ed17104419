use super::order::ServiceOrder;
use super::{
    Service,
    service::{self, BY_NAME, BY_RENEWAL, Column, ServiceStatus, ServiceType},
};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
    kernel::{
        context::Context,
        effect::Effect,
        operation::Operation,
        page::{self, Backward, NEVER, Order, Page, Part},
    },
    refusals::{error::Result, scope::Scope},
    values::time::Time,
};
use schemars::JsonSchema;
use sea_orm::{
    QueryFilter, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};

/// List the services of the account, newest first unless said.
#[derive(Debug, Default, InputObject, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[graphql(name = "ServiceFilter")]
pub struct ListServices {
    /// Only what was ordered as this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service_type: Option<ServiceType>,
    /// Only those that stand here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<ServiceStatus>,
    /// Only those whose next period begins before this.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(page::of_the_calendar)))]
    pub renews_before: Option<Time>,
    /// What stands first; the newest unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[graphql(skip)]
    pub order: Option<ServiceOrder>,
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    #[graphql(skip)]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[graphql(skip)]
    pub cursor: Option<String>,
    /// What else connections ask.
    #[serde(skip)]
    #[graphql(skip)]
    pub backward: Option<Backward>,
}

#[async_trait::async_trait]
impl Operation for ListServices {
    type Output = Page<Service>;

    const ID: &'static str = "services";
    const SCOPE: Scope = Scope::ServicesRead;
    const EFFECT: Effect = Effect::Reads;

    async fn perform(self, cx: &Context<'_>) -> Result<Page<Service>> {
        let order = self.order.unwrap_or_default();
        let found = self.narrow(service::Entity::owned(cx), order);
        let (cursor, backward) = (self.cursor.as_deref(), self.backward.as_ref());
        page::list(cx, found, order.order(), Part { backward, ..Part::forward(self.limit, cursor) }).await
    }

    fn snapshot(&self) -> bool {
        self.backward.as_ref().is_some_and(|backward| backward.count)
    }

    fn next(output: &Page<Service>) -> Option<&str> {
        output.next.as_deref()
    }
}

impl ListServices {
    fn narrow(&self, mut found: Select<service::Entity>, order: ServiceOrder) -> Select<service::Entity> {
        if let Some(kind) = self.service_type {
            found = found.filter(Column::ServiceType.eq(kind));
        }
        if let Some(status) = self.status {
            found = found.filter(Column::Status.eq(status));
        }
        match self.renews_before {
            // Where the list is in this order, the index is one of these moments.
            Some(end) if order == ServiceOrder::RenewsAt => found.filter(renews_at().lt(end)),
            Some(end) => found.filter(Column::RenewsAt.lt(end)),
            None => found,
        }
    }
}

impl ServiceOrder {
    /// Writes the cursors of this order.
    pub(super) fn key(self) -> fn(&Service) -> String {
        match self {
            Self::Newest => Service::key,
            Self::Name => Service::key_by_name,
            Self::RenewsAt => Service::key_by_renewal,
        }
    }

    fn order(self) -> Order<Service> {
        let key = self.key();
        match self {
            Self::Newest => Order::newest(Column::CreatedAt, Column::Id, key),
            Self::Name => Order::by_text(BY_NAME, name(), Column::Id, key),
            Self::RenewsAt => Order::soonest(BY_RENEWAL, renews_at(), Column::Id, key),
        }
    }
}

/// What the customer calls a service, as the index `service_by_name` says it.
fn name() -> Expr {
    Expr::cust("lower(\"display_name\")")
}

/// When a service renews, also where it does not: as the index `service_by_renewal` says it.
fn renews_at() -> Expr {
    Expr::cust(format!("COALESCE(\"renews_at\", '{NEVER}')"))
}
