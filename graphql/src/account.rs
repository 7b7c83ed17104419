//! The account in the graph.
use crate::{node::Kind, perform::perform};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    account::{self, GetAccount},
    usage::{ListUsage, UsageReport},
};
use uuid::Uuid;

/// The customer's account.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct Account {
    #[graphql(flatten)]
    record: account::Account,
}

impl From<account::Account> for Account {
    fn from(record: account::Account) -> Self {
        Self { record }
    }
}

impl Account {
    /// Whether it is the account `id`.
    pub(crate) fn is(&self, id: Uuid) -> bool {
        self.record.id == id
    }
}

#[ComplexObject]
impl Account {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::Account.id(self.record.id)
    }
}

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
