//! The public search in the graph.
use crate::{
    Client,
    members::{Members, Unwritable},
    record::{Held, Record},
    refusal::refusal,
    shown::Shown,
};
use async_graphql::{Context, Error, ErrorExtensions, Object, OutputType, Result};
use hosting_core::{
    Platform,
    search::{self, Asked, SearchError, SearchResult, SearchResultItem},
};
use std::borrow::Cow;
use uuid::Uuid;

/// What anyone can ask, without a credential.
#[derive(Default)]
pub struct SearchQueries;

#[Object]
impl SearchQueries {
    /// Search for domains: whether they are free, and what they cost. Needs no credential; each search counts
    /// against the allowance of the client's address.
    async fn search_domains(
        &self,
        cx: &Context<'_>,
        #[graphql(
            desc = "1 to 20 different names; what is no name of 3 to 253 characters is listed as invalid."
        )]
        domains: Vec<String>,
    ) -> Result<Option<Shown<SearchResult>>> {
        let (platform, client) = (cx.data::<Platform>()?, cx.data::<Client>()?);
        let found = search(platform, *client, domains).await;
        found.map(|found| Some(Shown(found))).map_err(|error| refused(client.request_id, &error))
    }
}

impl Record for SearchResult {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, members: Members<'_, '_>) -> std::result::Result<(), Unwritable> {
        members.of(self)
    }

    fn held(&self, name: &str) -> Option<Held<'_>> {
        let results = || self.results.iter().map(|one| one as &dyn Record).collect();
        (name == "results").then(|| Held::Many(results()))
    }
}

impl Record for SearchResultItem {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, mut members: Members<'_, '_>) -> std::result::Result<(), Unwritable> {
        members.one("asked", &self.asked.iter().map(String::as_str).collect());
        members.of(self)
    }
}

/// The search counts before what it asks for is read.
async fn search(
    platform: &Platform,
    client: Client,
    domains: Vec<String>,
) -> std::result::Result<SearchResult, SearchError> {
    search::allow(platform, client.address).await?;
    search::answer(platform, client.request_id, &Asked::by_list(domains)?).await
}

fn refused(request_id: Uuid, error: &SearchError) -> Error {
    match error {
        SearchError::Refused(error) => refusal(request_id, error),
        other => Error::new(other.to_string()).extend_with(|_, extensions| {
            extensions.set("code", other.code());
            extensions.set("requestId", request_id.to_string());
            if let Some(seconds) = other.retry_after() {
                extensions.set("retryAfter", seconds);
            }
        }),
    }
}
