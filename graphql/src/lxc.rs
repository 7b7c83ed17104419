//! Containers in the graph.
use crate::{
    node::Kind,
    perform::{self, edge, edges, list, perform},
    record::View,
    services::Service,
    shown::{Many, Plain, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    instances::{Metrics, PasswordChanged},
    lxc::{
        self, ChangeLxcSnapshot, ControlLxcInstance, CreateLxcTerminalTicket, GetLxcInstance, GetLxcMetrics,
        ListLxcInstances, ListLxcSnapshots, ReinstallLxcInstance, ResetLxcPassword, SetLxcAutoRenew,
        SetLxcBillingPeriod, TerminalTicket,
    },
    services::GetService,
};
use uuid::Uuid;

/// A container: a system of its own, on a kernel that it shares.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct LxcInstance {
    #[graphql(flatten)]
    record: lxc::LxcInstance,
}

impl From<lxc::LxcInstance> for LxcInstance {
    fn from(record: lxc::LxcInstance) -> Self {
        Self { record }
    }
}

impl View for LxcInstance {
    type Of = lxc::LxcInstance;

    fn of(&self) -> &lxc::LxcInstance {
        &self.record
    }
}

#[ComplexObject]
impl LxcInstance {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::LxcInstance.id(self.record.id)
    }

    /// What was ordered.
    async fn service(&self, cx: &Context<'_>) -> Result<Option<Shown<Service>>> {
        edge(cx, GetService { service_id: self.record.id }).await
    }

    /// Its snapshots, newest first.
    async fn snapshots(&self, cx: &Context<'_>) -> Result<Option<Many<LxcSnapshot>>> {
        edges(cx, ListLxcSnapshots { service_id: self.record.id, limit: None, cursor: None }).await
    }

    /// What it used in the last 24 hours.
    async fn metrics(&self, cx: &Context<'_>) -> Result<Option<Plain<Metrics>>> {
        edge(cx, GetLxcMetrics { service_id: self.record.id }).await
    }
}

/// A snapshot of a container.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct LxcSnapshot {
    #[graphql(flatten)]
    record: lxc::LxcSnapshot,
}

impl From<lxc::LxcSnapshot> for LxcSnapshot {
    fn from(record: lxc::LxcSnapshot) -> Self {
        Self { record }
    }
}

impl View for LxcSnapshot {
    type Of = lxc::LxcSnapshot;

    fn of(&self) -> &lxc::LxcSnapshot {
        &self.record
    }
}

#[ComplexObject]
impl LxcSnapshot {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::LxcSnapshot.id_of_name(self.record.service_id, &self.record.name)
    }

    /// The instance that it is of.
    async fn instance(&self, cx: &Context<'_>) -> Result<Option<Shown<LxcInstance>>> {
        edge(cx, GetLxcInstance { service_id: self.record.service_id }).await
    }
}

/// What can be asked about containers.
#[derive(Default)]
pub struct LxcQueries;

#[Object]
impl LxcQueries {
    /// List the containers of the account, newest first.
    async fn lxc_instances(
        &self,
        cx: &Context<'_>,
        first: Option<u32>,
        after: Option<String>,
    ) -> Result<Option<Many<LxcInstance>>> {
        list(cx, ListLxcInstances { limit: perform::first(cx, first), cursor: after }).await
    }

    /// Look up one container.
    async fn lxc_instance(&self, cx: &Context<'_>, service_id: Uuid) -> Result<Option<Shown<LxcInstance>>> {
        perform(cx, GetLxcInstance { service_id }, None).await
    }

    /// What a container used in the last 24 hours.
    async fn lxc_metrics(&self, cx: &Context<'_>, service_id: Uuid) -> Result<Option<Plain<Metrics>>> {
        perform(cx, GetLxcMetrics { service_id }, None).await
    }

    /// List the snapshots of a container, newest first.
    async fn lxc_snapshots(
        &self,
        cx: &Context<'_>,
        service_id: Uuid,
        first: Option<u32>,
        after: Option<String>,
    ) -> Result<Option<Many<LxcSnapshot>>> {
        let asked = ListLxcSnapshots { service_id, limit: perform::first(cx, first), cursor: after };
        list(cx, asked).await
    }
}

/// What can be changed about containers.
#[derive(Default)]
pub struct LxcMutations;

#[Object]
impl LxcMutations {
    /// Start, restart, freeze, unfreeze or stop a container.
    async fn control_lxc_instance(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to do.")] input: ControlLxcInstance,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<LxcInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Make a snapshot of a container, delete one, or go back to one.
    async fn change_lxc_snapshot(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to do.")] input: ChangeLxcSnapshot,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<LxcSnapshot>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Set the password of a container's administrator (root).
    async fn reset_lxc_password(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to set.")] input: ResetLxcPassword,
        idempotency_key: Option<String>,
    ) -> Result<Option<Plain<PasswordChanged>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Make a container anew with a distribution.
    async fn reinstall_lxc_instance(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to install.")] input: ReinstallLxcInstance,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<LxcInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Get a ticket that opens a terminal of a container.
    async fn create_lxc_terminal_ticket(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to open.")] input: CreateLxcTerminalTicket,
        idempotency_key: Option<String>,
    ) -> Result<Option<Plain<TerminalTicket>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Turn a container's automatic renewal on or off.
    async fn set_lxc_auto_renew(
        &self,
        cx: &Context<'_>,
        input: SetLxcAutoRenew,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<LxcInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Choose how many months of a container are paid at once.
    async fn set_lxc_billing_period(
        &self,
        cx: &Context<'_>,
        input: SetLxcBillingPeriod,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<LxcInstance>>> {
        perform(cx, input, idempotency_key).await
    }
}
