//! The account in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::{
    account::{Account, GetAccount},
    usage::{ListUsage, UsageReport},
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
    async fn api_usage(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "How many at most; 500 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the page before.")] after: Option<String>,
    ) -> Result<Option<UsageReport>> {
        perform(cx, ListUsage { limit: first, cursor: after }, None).await
    }
}
