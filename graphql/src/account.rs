//! The account in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::{
    Time,
    account::{Account, GetAccount},
    usage::{ListUsage, UsageReport, entry::EntryStatus},
};

/// What can be asked about the account.
#[derive(Default)]
pub struct AccountQueries;

#[Object]
impl AccountQueries {
    /// Look up the account.
    async fn account(&self, cx: &Context<'_>) -> Result<Option<Account>> {
        perform(cx, GetAccount {}, None).await
    }

    /// List the account's API activity, newest first, with its sums.
    #[expect(clippy::too_many_arguments, reason = "they are the field's arguments")]
    async fn api_usage(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "Only what asked for this operation.")] operation_id: Option<String>,
        #[graphql(desc = "Only what ended so.")] status: Option<EntryStatus>,
        #[graphql(desc = "Only what was answered at this moment or later.")] since: Option<Time>,
        #[graphql(desc = "Only what was answered before this moment.")] until: Option<Time>,
        #[graphql(desc = "How many at most; 500 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the page before.")] after: Option<String>,
    ) -> Result<Option<UsageReport>> {
        let (limit, cursor) = (first, after);
        let asked = ListUsage { operation_id, status, since, until, limit, cursor, backward: None };
        perform(cx, asked, None).await
    }
}
