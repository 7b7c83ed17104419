use super::{UsageSummary, summary::summary};
use async_graphql::{InputObject, SimpleObject};
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
    kernel::{
        context::Context,
        effect::Effect,
        operation::Operation,
        page::{self, Backward, Order, Page, Part},
        usage::{
            UsageEntry,
            entry::{Column, Entity, EntryStatus},
        },
    },
    refusals::{error::Result, scope::Scope},
    values::{
        line::{LINE, line},
        time::Time,
    },
};
use schemars::JsonSchema;
use sea_orm::{
    QueryFilter, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};

/// Entries in a page, unless the caller says otherwise.
const USUAL: u32 = 500;

/// Between the moment of an entry and the one that its id begins with, milliseconds at most: the id is
/// made with the entry.
const APART: i64 = 60_000;

/// List the account's API activity, newest first, with its sums.
#[derive(Debug, Default, InputObject, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[graphql(name = "UsageFilter")]
pub struct ListUsage {
    /// Only what asked for this operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 100), inner(custom(line)))]
    #[schemars(example = &"setDomainAutoRenew", extend("pattern" = LINE))]
    pub operation_id: Option<String>,
    /// Only what ended so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<EntryStatus>,
    /// Only what was answered at this moment or later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(page::of_the_calendar)))]
    pub since: Option<Time>,
    /// Only what was answered before this moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(page::of_the_calendar)))]
    pub until: Option<Time>,
    /// How many at most; 500 unless said.
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

/// The account's API activity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct UsageReport {
    /// What was asked for, newest first.
    pub entries: Vec<UsageEntry>,
    /// The sums over all entries.
    pub summary: UsageSummary,
    /// Where the list goes on; nothing on its last page.
    #[serde(skip)]
    #[graphql(name = "cursor")]
    pub next: Option<String>,
    /// Whether other entries stand before these, as far as that is known.
    #[serde(skip)]
    #[graphql(skip)]
    pub previous: bool,
    /// How many entries there are in the whole list, where that was asked.
    #[serde(skip)]
    #[graphql(skip)]
    pub total: Option<u64>,
}

impl UsageReport {
    /// The entries alone, as a part of their list.
    pub fn page(self) -> Page<UsageEntry> {
        let Self { entries, next, previous, total, .. } = self;
        Page { items: entries, next, previous, total, key }
    }
}

#[async_trait::async_trait]
impl Operation for ListUsage {
    type Output = UsageReport;

    const ID: &'static str = "apiUsage";
    const SCOPE: Scope = Scope::AccountUsageRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;

    async fn perform(self, cx: &Context<'_>) -> Result<UsageReport> {
        let (cursor, backward) = (self.cursor.as_deref(), self.backward.as_ref());
        let part = Part { usual: USUAL, backward, ..Part::forward(self.limit, cursor) };
        let by = vec![Column::Id.into_expr()];
        let order = Order { prefix: "", by, descending: true, key, place };
        let page = page::list(cx, self.narrow(Entity::owned(cx)), order, part).await?;
        let Page { items, next, previous, total, .. } = page;
        // Who asks for a part of the list alone is shown no sums.
        let summary = if backward.is_some() { UsageSummary::default() } else { summary(cx).await? };
        Ok(UsageReport { entries: items, summary, next, previous, total })
    }

    fn next(output: &UsageReport) -> Option<&str> {
        output.next.as_deref()
    }
}

impl ListUsage {
    fn narrow(&self, mut found: Select<Entity>) -> Select<Entity> {
        if let Some(id) = &self.operation_id {
            found = found.filter(Column::OperationId.eq(id));
        }
        match self.status {
            // It stands in the text: those that were refused have an index of their own.
            Some(EntryStatus::Rejected) => {
                found = found.filter(ExprTrait::eq(Column::Status.into_expr(), Expr::cust("'rejected'")));
            }
            // They are most of all: few others are passed by.
            Some(EntryStatus::Succeeded) => found = found.filter(Column::Status.eq(EntryStatus::Succeeded)),
            None => {}
        }
        // The ids are in the order of time, and in every index: they lead to about the right place.
        if let Some(since) = self.since {
            found = found.filter(Column::Id.gte(first_id(since.millis() - APART)));
            found = found.filter(Column::OccurredAt.gte(since));
        }
        if let Some(until) = self.until {
            found = found.filter(Column::Id.lt(first_id(until.millis() + APART)));
            found = found.filter(Column::OccurredAt.lt(until));
        }
        found
    }
}

/// The place of an entry in the list.
fn key(entry: &UsageEntry) -> String {
    entry.id.to_string()
}

/// The least of the ids that begin with a moment (UUID version 7, RFC 9562).
fn first_id(millis: i64) -> Uuid {
    let millis = u128::try_from(millis).unwrap_or_default();
    Uuid::from_u128(millis << 80)
}

/// The id that a page begins behind.
fn place(cursor: &str) -> Option<Vec<Expr>> {
    Some(vec![Expr::val(Uuid::try_parse(cursor).ok()?)])
}
