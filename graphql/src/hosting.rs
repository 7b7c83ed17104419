//! Shared hosting in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::hosting::{
    CreatePanelAccess, GetHostingStats, HostingService, HostingStats, ListHostingServices, PanelAccess,
};
use uuid::Uuid;

/// What can be asked about shared hosting.
#[derive(Default)]
pub struct HostingQueries;

#[Object]
impl HostingQueries {
    /// List the shared hosting services of the account, newest first.
    async fn hosting_services(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "How many at most; 1000 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the last one seen.")] after: Option<String>,
    ) -> Result<Option<Vec<HostingService>>> {
        let asked = ListHostingServices { limit: first, cursor: after };
        Ok(perform(cx, asked, None).await?.map(|page| page.items))
    }

    /// Look up what a shared hosting service uses.
    async fn hosting_service_stats(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The service.")] service_id: Uuid,
    ) -> Result<Option<HostingStats>> {
        perform(cx, GetHostingStats::of(service_id), None).await
    }
}

/// What can be changed about shared hosting.
#[derive(Default)]
pub struct HostingMutations;

#[Object]
impl HostingMutations {
    /// Create a link into the control panel or the file manager of a service.
    async fn create_panel_access(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to open.")] input: CreatePanelAccess,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<PanelAccess>> {
        perform(cx, input, idempotency_key).await
    }
}
