use super::order::DomainOrder;
use super::{
    Domain,
    domain::{self, BY_END, BY_NAME, Column, DomainStatus},
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
    values::{
        line::{LINE, line},
        time::Time,
    },
};
use schemars::JsonSchema;
use sea_orm::{
    Condition, QueryFilter, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};

/// List the domains of the account, newest first unless said.
#[derive(Debug, Default, InputObject, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[graphql(name = "DomainFilter")]
pub struct ListDomains {
    /// Only those that stand here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<DomainStatus>,
    /// Only those with this in their name, as registered or as people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 253), inner(custom(line)))]
    #[schemars(example = &"shop", extend("pattern" = LINE))]
    pub name_contains: Option<String>,
    /// Only those whose registration ends before this.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(page::of_the_calendar)))]
    pub expires_before: Option<Time>,
    /// Only those whose registration ends at this moment or later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(page::of_the_calendar)))]
    pub expires_after: Option<Time>,
    /// What stands first; the newest unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[graphql(skip)]
    pub order: Option<DomainOrder>,
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
impl Operation for ListDomains {
    type Output = Page<Domain>;

    const ID: &'static str = "domains";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;

    async fn perform(self, cx: &Context<'_>) -> Result<Page<Domain>> {
        let order = self.order.unwrap_or_default();
        let found = self.narrow(domain::Entity::owned(cx), order);
        let (cursor, backward) = (self.cursor.as_deref(), self.backward.as_ref());
        page::list(cx, found, order.order(), Part { backward, ..Part::forward(self.limit, cursor) }).await
    }

    fn snapshot(&self) -> bool {
        self.backward.as_ref().is_some_and(|backward| backward.count)
    }

    fn next(output: &Page<Domain>) -> Option<&str> {
        output.next.as_deref()
    }
}

impl ListDomains {
    fn narrow(&self, mut found: Select<domain::Entity>, order: DomainOrder) -> Select<domain::Entity> {
        if let Some(status) = self.status {
            found = found.filter(Column::Status.eq(status));
        }
        if let Some(text) = &self.name_contains {
            found = found.filter(named(text));
        }
        // Where the list is in this order, the index is one of these ends.
        let end = match order {
            DomainOrder::ExpiresAt => expires_at(),
            _ => Column::ExpiresAt.into_expr(),
        };
        if let Some(before) = self.expires_before {
            found = found.filter(end.clone().lt(before));
        }
        match self.expires_after {
            Some(after) => found.filter(end.gte(after)).filter(Column::ExpiresAt.is_not_null()),
            None => found,
        }
    }
}

impl DomainOrder {
    /// Writes the cursors of this order.
    pub(super) fn key(self) -> fn(&Domain) -> String {
        match self {
            Self::Newest => Domain::key,
            Self::Name => Domain::key_by_name,
            Self::ExpiresAt => Domain::key_by_end,
        }
    }

    fn order(self) -> Order<Domain> {
        let key = self.key();
        let name = Column::DomainName.into_expr();
        match self {
            Self::Newest => Order::newest(Column::CreatedAt, Column::Id, key),
            Self::Name => Order::by_text(BY_NAME, name, Column::Id, key),
            Self::ExpiresAt => Order::soonest(BY_END, expires_at(), Column::Id, key),
        }
    }
}

/// When a registration ends, also where it does not: as the index `domain_by_end` says it.
fn expires_at() -> Expr {
    Expr::cust(format!("COALESCE(\"expires_at\", '{NEVER}')"))
}

/// Whether `text` is part of a name in one of its two forms, which are kept in small letters.
fn named(text: &str) -> Condition {
    let mut either = Condition::any().add(page::contains(Column::DomainName, &text.to_lowercase()));
    let (written, _) = idna::domain_to_unicode(text);
    if !written.is_empty() {
        either = either.add(page::contains(Column::UnicodeName, &written));
    }
    either
}
