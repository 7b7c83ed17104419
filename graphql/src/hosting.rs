//! Shared hosting in the graph.
use crate::{
    members::{Members, Unwritable},
    node::Kind,
    perform::{self, edge, list, perform},
    record::{Held, Record, View},
    services::Service,
    shown::{Many, Plain, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, OutputType, Result, SimpleObject};
use hosting_core::{
    hosting::{self, CreatePanelAccess, GetHostingStats, HostingStats, ListHostingServices},
    services::GetService,
};
use std::borrow::Cow;
use uuid::Uuid;

/// A site on a server that others use too.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct HostingService {
    #[graphql(flatten)]
    record: hosting::HostingService,
}

impl From<hosting::HostingService> for HostingService {
    fn from(record: hosting::HostingService) -> Self {
        Self { record }
    }
}

impl View for HostingService {
    type Of = hosting::HostingService;

    fn of(&self) -> &hosting::HostingService {
        &self.record
    }
}

#[ComplexObject]
impl HostingService {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::HostingService.id(self.record.id)
    }

    /// What was ordered.
    async fn service(&self, cx: &Context<'_>) -> Result<Option<Shown<Service>>> {
        edge(cx, GetService { service_id: self.record.id }).await
    }
}

/// A link into a control panel or a file manager.
#[derive(SimpleObject)]
pub struct PanelAccess {
    #[graphql(flatten)]
    record: hosting::PanelAccess,
    /// The service, as it is now.
    service: HostingService,
}

impl From<hosting::PanelAccess> for PanelAccess {
    fn from(record: hosting::PanelAccess) -> Self {
        Self { service: record.service.clone().into(), record }
    }
}

impl Record for PanelAccess {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.of(&self.record)
    }

    fn held(&self, name: &str) -> Option<Held<'_>> {
        (name == "service").then_some(Held::One(&self.service))
    }
}

/// What can be asked about shared hosting.
#[derive(Default)]
pub struct HostingQueries;

#[Object]
impl HostingQueries {
    /// List the shared hosting services of the account, newest first.
    async fn hosting_services(
        &self,
        cx: &Context<'_>,
        first: Option<u32>,
        after: Option<String>,
    ) -> Result<Option<Many<HostingService>>> {
        let asked = ListHostingServices { limit: perform::first(cx, first), cursor: after };
        list(cx, asked).await
    }

    /// Look up what a shared hosting service uses.
    async fn hosting_service_stats(
        &self,
        cx: &Context<'_>,
        service_id: Uuid,
    ) -> Result<Option<Plain<HostingStats>>> {
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
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<PanelAccess>>> {
        perform(cx, input, idempotency_key).await
    }
}
