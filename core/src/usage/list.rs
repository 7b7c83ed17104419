use super::{UsageEntry, UsageSummary, entry, summary::summary};
use crate::{Context, Effect, Operation, Owned, Page, Result, Scope, page};
use async_graphql::SimpleObject;
use garde::Validate;
use schemars::JsonSchema;
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Entries in a page, unless the caller says otherwise.
const USUAL: u32 = 500;

/// List the account's API activity, newest first, with its sums.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListUsage {
    /// How many at most; 500 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
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
}

impl Operation for ListUsage {
    type Output = UsageReport;

    const ID: &'static str = "apiUsage";
    const SCOPE: Scope = Scope::AccountUsageRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;

    async fn perform(self, cx: &Context<'_>) -> Result<UsageReport> {
        let limit = u64::from(self.limit.unwrap_or(USUAL));
        let mut select = entry::Entity::owned(cx).order_by_desc(entry::Column::Id).limit(limit + 1);
        if let Some(cursor) = &self.cursor {
            let last = Uuid::try_parse(cursor).map_err(|_| page::unknown())?;
            select = select.filter(entry::Column::Id.lt(last));
        }
        let page = Page::cut(cx.all(select).await?, limit, |one| one.id.to_string());
        Ok(UsageReport { entries: page.items, summary: summary(cx).await?, next: page.next })
    }

    fn next(output: &UsageReport) -> Option<&str> {
        output.next.as_deref()
    }
}
