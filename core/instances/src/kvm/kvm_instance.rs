//! A virtual machine, as its owner sees it.
use crate::instance_of_service::InstanceOfService;
use async_graphql::{ComplexObject, Enum, SimpleObject};
use hosting_kernel::{
    kernel::page,
    providers::hypervisor::InstanceStatus,
    values::{bytes::Bytes, time::Time},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Where a virtual machine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
pub enum KvmStatus {
    /// In use.
    Running,
    /// Off.
    Stopped,
    /// Held still, with its memory.
    Paused,
    /// On its way to run.
    Starting,
    /// On its way to be off.
    Stopping,
    /// Off for a moment.
    Restarting,
    /// Going back to a snapshot.
    Restoring,
    /// Not as it should be; `last_error` says why.
    Error,
}

impl From<InstanceStatus> for KvmStatus {
    fn from(status: InstanceStatus) -> Self {
        match status {
            InstanceStatus::Running => Self::Running,
            InstanceStatus::Stopped => Self::Stopped,
            InstanceStatus::Frozen => Self::Paused,
            InstanceStatus::Starting => Self::Starting,
            InstanceStatus::Stopping => Self::Stopping,
            InstanceStatus::Restarting => Self::Restarting,
            InstanceStatus::Restoring | InstanceStatus::Reinstalling => Self::Restoring,
            InstanceStatus::Error => Self::Error,
        }
    }
}

/// A virtual machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "KvmInstanceFields", complex)]
pub struct KvmInstance {
    /// The service.
    pub id: Uuid,
    /// What the customer calls it.
    #[schemars(length(max = 255), example = &"Shop server")]
    pub display_name: String,
    /// What it calls itself.
    #[schemars(length(max = 253), example = &"shop.example.com")]
    pub hostname: String,
    /// The plan.
    #[schemars(length(max = 255), example = &"kvm-4")]
    pub plan_code: String,
    /// Where it stands.
    pub status: KvmStatus,
    /// Its processors.
    #[schemars(range(min = 1), example = 4)]
    pub vcpus: i32,
    /// Its memory, in bytes.
    pub memory_bytes: Bytes,
    /// Its disk, in bytes.
    pub disk_bytes: Bytes,
    /// Its address.
    #[schemars(extend("format" = "ipv4"), example = &"192.0.2.10")]
    pub ipv4: Option<String>,
    /// Its other address.
    #[schemars(extend("format" = "ipv6"), example = &"2001:db8::10")]
    pub ipv6: Option<String>,
    /// Where it is.
    #[schemars(length(max = 255), example = &"eu-west-1")]
    pub region: String,
    /// Its operating system.
    #[schemars(length(max = 255), example = &"debian-12")]
    pub os: String,
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
    pub last_error: Option<String>,
    /// When it was ordered.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

#[ComplexObject]
impl KvmInstance {
    /// Where a list goes on after this one.
    async fn cursor(&self) -> String {
        self.key()
    }
}

impl KvmInstance {
    /// Its place in a list that is newest first.
    pub(super) fn key(&self) -> String {
        page::moment_key(self.created_at, self.id)
    }
}

impl From<InstanceOfService> for KvmInstance {
    fn from(of: InstanceOfService) -> Self {
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
            os: instance.system,
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
