//! The account in the graph.
use crate::{
    connection::{Connected, Part, connected, connection},
    domains::Domain,
    members::{Members, Unwritable},
    node::Kind,
    perform::perform,
    record::{Held, Lead, Record},
    services::Service,
    shown::Shown,
};
use async_graphql::{ComplexObject, Context, ID, Object, OutputType, Result, SimpleObject};
use hosting_core::{
    Time,
    account::usage::{ListUsage, UsageEntry, UsageReport, entry::EntryStatus},
    account::{self, GetAccount},
    domains::{DomainOrder, ListDomains},
    services::{ListServices, ServiceOrder},
};
use std::borrow::Cow;
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

impl Record for Account {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.of(&self.record)
    }

    fn lead<'a>(&'a self, cx: &'a Context<'a>) -> Lead<'a> {
        Box::pin(self.resolve_field(cx))
    }
}

#[ComplexObject]
impl Account {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::Account.id(self.record.id)
    }

    /// What was ordered.
    #[expect(clippy::too_many_arguments, reason = "each is an argument of the field")]
    async fn services(
        &self,
        cx: &Context<'_>,
        filter: Option<ListServices>,
        order: Option<ServiceOrder>,
        first: Option<u32>,
        after: Option<String>,
        last: Option<u32>,
        before: Option<String>,
    ) -> Result<Option<Shown<Connected<Service>>>> {
        let Part { limit, cursor, backward } = Part::new(cx, first, after, last, before);
        let filter = filter.unwrap_or_default();
        connection(cx, ListServices { order, limit, cursor, backward, ..filter }).await
    }

    /// The domains.
    #[expect(clippy::too_many_arguments, reason = "each is an argument of the field")]
    async fn domains(
        &self,
        cx: &Context<'_>,
        filter: Option<ListDomains>,
        order: Option<DomainOrder>,
        first: Option<u32>,
        after: Option<String>,
        last: Option<u32>,
        before: Option<String>,
    ) -> Result<Option<Shown<Connected<Domain>>>> {
        let Part { limit, cursor, backward } = Part::new(cx, first, after, last, before);
        let filter = filter.unwrap_or_default();
        connection(cx, ListDomains { order, limit, cursor, backward, ..filter }).await
    }

    /// What was asked of the API, newest first.
    async fn usage(
        &self,
        cx: &Context<'_>,
        filter: Option<ListUsage>,
        first: Option<u32>,
        after: Option<String>,
        last: Option<u32>,
        before: Option<String>,
    ) -> Result<Option<Shown<Connected<UsageEntry>>>> {
        let Part { limit, cursor, backward } = Part::new(cx, first, after, last, before);
        let filter = filter.unwrap_or_default();
        let report: Option<UsageReport> =
            perform(cx, ListUsage { limit, cursor, backward, ..filter }, None).await?;
        Ok(report.map(|report| connected(report.page())))
    }
}

impl Record for UsageReport {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, mut members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.one("cursor", &self.next.as_deref().into());
        members.of(self)
    }

    fn held(&self, name: &str) -> Option<Held<'_>> {
        let entries = || self.entries.iter().map(|entry| entry as &dyn Record).collect();
        (name == "entries").then(|| Held::Many(entries()))
    }
}

impl Record for UsageEntry {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.of(self)
    }

    fn lead<'a>(&'a self, cx: &'a Context<'a>) -> Lead<'a> {
        Box::pin(self.resolve_field(cx))
    }
}

/// What can be asked about the account.
#[derive(Default)]
pub struct AccountQueries;

#[Object]
impl AccountQueries {
    /// Look up the account.
    async fn account(&self, cx: &Context<'_>) -> Result<Option<Shown<Account>>> {
        perform(cx, GetAccount {}, None).await
    }

    /// List the account's API activity, newest first, with its sums.
    #[expect(clippy::too_many_arguments, reason = "they are the field's arguments")]
    async fn api_usage(
        &self,
        cx: &Context<'_>,
        filter: Option<ListUsage>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only what asked for this operation.")]
        operation_id: Option<String>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only what ended so.")] status: Option<
            EntryStatus,
        >,
        #[graphql(
            deprecation = "Say it in `filter`.",
            desc = "Only what was answered at this moment or later."
        )]
        since: Option<Time>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only what was answered before this moment.")]
        until: Option<Time>,
        #[graphql(desc = "How many at most; 500 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the page before.")] after: Option<String>,
    ) -> Result<Option<Shown<UsageReport>>> {
        let filter = filter.unwrap_or_default();
        let asked = ListUsage {
            operation_id: filter.operation_id.or(operation_id),
            status: filter.status.or(status),
            since: filter.since.or(since),
            until: filter.until.or(until),
            limit: first,
            cursor: after,
            backward: None,
        };
        perform(cx, asked, None).await
    }
}
