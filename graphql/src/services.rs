//! Services in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::{
    Time,
    services::{
        GetService, ListServices, Service, ServiceOrder,
        service::{ServiceStatus, ServiceType},
    },
};
use uuid::Uuid;

/// What can be asked about services.
#[derive(Default)]
pub struct ServiceQueries;

#[Object]
impl ServiceQueries {
    /// List the services of the account, newest first unless said.
    #[expect(clippy::too_many_arguments, reason = "they are the field's arguments")]
    async fn services(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "Only what was ordered as this.")] service_type: Option<ServiceType>,
        #[graphql(desc = "Only those that stand here.")] status: Option<ServiceStatus>,
        #[graphql(desc = "Only those whose next period begins before this.")] renews_before: Option<Time>,
        #[graphql(desc = "What stands first; the newest unless said.")] order: Option<ServiceOrder>,
        #[graphql(desc = "How many at most; 1000 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the cursor of the last one seen, in the same order.")]
        after: Option<String>,
    ) -> Result<Option<Vec<Service>>> {
        let asked = ListServices {
            service_type,
            status,
            renews_before,
            order,
            limit: first,
            cursor: after,
            backward: None,
        };
        Ok(perform(cx, asked, None).await?.map(|page| page.items))
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
