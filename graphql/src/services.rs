//! Services in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::services::{GetService, ListServices, Service};
use uuid::Uuid;

/// What can be asked about services.
#[derive(Default)]
pub struct ServiceQueries;

#[Object]
impl ServiceQueries {
    /// List the services of the account, newest first.
    async fn services(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "How many at most; 1000 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the last one seen.")] after: Option<String>,
    ) -> Result<Option<Vec<Service>>> {
        Ok(perform(cx, ListServices { limit: first, cursor: after }, None).await?.map(|page| page.items))
    }

    /// Look up one service.
    async fn service(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service.")] service_id: Uuid,
    ) -> Result<Option<Service>> {
        perform(cx, GetService { service_id }, None).await
    }
}
