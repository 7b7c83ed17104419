//! A container, as its owner sees it.
use crate::instance_of_service::InstanceOfService;
use async_graphql::{ComplexObject, Enum, SimpleObject};
use hosting_kernel::{
    kernel::{context::Context, page},
    providers::hypervisor::InstanceStatus,
    values::{bytes::Bytes, time::Time},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Where a container stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
pub enum LxcStatus {
    /// In use.
    Running,
    /// Off.
    Stopped,
    /// Held still, with all that it does.
    Frozen,
    /// On its way to run.
    Starting,
    /// On its way to be off, or to be held still.
    Stopping,
    /// Off for a moment.
    Restarting,
    /// Being made anew.
    Reinstalling,
    /// Going back to a snapshot.
    Restoring,
    /// Not as it should be; `last_error` says why.
    Error,
}

impl From<InstanceStatus> for LxcStatus {
    fn from(status: InstanceStatus) -> Self {
        match status {
            InstanceStatus::Running => Self::Running,
            InstanceStatus::Stopped => Self::Stopped,
            InstanceStatus::Frozen => Self::Frozen,
            InstanceStatus::Starting => Self::Starting,
            InstanceStatus::Stopping => Self::Stopping,
            InstanceStatus::Restarting => Self::Restarting,
            InstanceStatus::Reinstalling => Self::Reinstalling,
            InstanceStatus::Restoring => Self::Restoring,
            InstanceStatus::Error => Self::Error,
        }
    }
}

/// A container: a system of its own, on a kernel that it shares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "LxcInstanceFields", complex)]
pub struct LxcInstance {
    /// The service.
    pub id: Uuid,
    /// What the customer calls it.
    #[schemars(length(max = 255), example = &"Shop server")]
    pub display_name: String,
    /// What it calls itself.
    #[schemars(length(max = 253), example = &"shop.example.com")]
    pub hostname: String,
    /// The plan.
    #[schemars(length(max = 255), example = &"lxc-2")]
    pub plan_code: String,
    /// Where it stands.
    pub status: LxcStatus,
    /// Its processors.
    #[schemars(range(min = 1), example = 2)]
    pub vcpus: i32,
    /// Its memory, in bytes.
    #[schemars(example = 2_147_483_648_i64)]
    pub memory_bytes: Bytes,
    /// Its disk, in bytes.
    #[schemars(example = 42_949_672_960_i64)]
    pub disk_bytes: Bytes,
    /// Its address.
    #[schemars(extend("format" = "ipv4"), example = &"192.0.2.10")]
    pub ipv4: Option<String>,
    /// Its other address.
    #[schemars(extend("format" = "ipv6"), example = &"2001:db8::10")]
    pub ipv6: Option<String>,
    /// Where it is.
    #[schemars(length(max = 255), example = &"eu-west")]
    pub region: String,
    /// What it was installed with.
    #[schemars(length(max = 255), example = &"debian-12")]
    pub distribution: String,
    /// What it can be reinstalled with.
    #[serde(default)]
    #[schemars(example = ["debian-12", "ubuntu-24.04"])]
    pub distributions: Vec<String>,
    /// Where SSH reaches it.
    #[schemars(length(max = 253), example = &"lxc1.example.com")]
    pub ssh_host: Option<String>,
    /// By which port.
    #[schemars(range(min = 1, max = 65535), example = 22_010)]
    pub ssh_port: Option<i32>,
    /// Whether it is renewed by itself.
    pub auto_renew: bool,
    /// Months that are paid at once.
    #[schemars(example = 3, range(min = 1))]
    pub billing_months: i32,
    /// When the next period begins.
    pub renews_at: Option<Time>,
    /// When an unpaid one is stopped, or what is kept of a cancelled one removed.
    pub grace_ends_at: Option<Time>,
    /// When the customer asked to end it.
    pub cancellation_requested_at: Option<Time>,
    /// When it ends.
    pub cancel_at: Option<Time>,
    /// Why the last change did not come about.
    #[schemars(example = &"refused: the disk is full")]
    pub last_error: Option<String>,
    /// When it was ordered.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

#[ComplexObject]
impl LxcInstance {
    /// Where a list goes on after this one.
    async fn cursor(&self) -> String {
        self.key()
    }
}

impl LxcInstance {
    /// Its place in a list that is newest first.
    pub(super) fn key(&self) -> String {
        page::moment_key(self.created_at, self.id)
    }
}

impl LxcInstance {
    /// The record of a container.
    pub(super) fn of(cx: &Context<'_>, of: InstanceOfService) -> Self {
        let distributions = distributions(cx, of.instance.backend.as_deref());
        let updated_at = of.updated_at();
        let InstanceOfService { service, instance } = of;
        Self {
            id: service.id,
            display_name: service.display_name,
            hostname: instance.hostname,
            plan_code: instance.plan_code,
            status: instance.status.into(),
            vcpus: instance.vcpus,
            memory_bytes: Bytes(instance.memory_bytes),
            disk_bytes: Bytes(instance.disk_bytes),
            ipv4: instance.ipv4,
            ipv6: instance.ipv6,
            region: instance.region,
            distribution: instance.system,
            distributions,
            ssh_host: instance.ssh_host,
            ssh_port: instance.ssh_port,
            auto_renew: service.auto_renew,
            billing_months: service.billing_months,
            renews_at: service.renews_at,
            grace_ends_at: service.grace_ends_at,
            cancellation_requested_at: service.cancellation_requested_at,
            cancel_at: service.cancel_at,
            last_error: instance.last_error,
            created_at: service.created_at,
            updated_at,
        }
    }
}

/// What a container can be reinstalled with at the backend that it names.
pub(super) fn distributions(cx: &Context<'_>, named: Option<&str>) -> Vec<String> {
    let backend = cx.platform.providers().lxc.of(named);
    backend.map_or_else(|_| Vec::new(), |backend| backend.driver.systems())
}
