//! A container or a virtual machine.
use hosting_kernel::{
    database::owned::Owned,
    kernel::platform::Platform,
    providers::hypervisor::{Adopted, InstanceKind, InstanceStatus},
    refusals::error::Result,
    values::{money::Money, time::Time},
};
use hosting_services::service::ServiceType;
use sea_orm::entity::prelude::*;

/// A container or a virtual machine: what its service does not say.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "instance")]
pub struct Model {
    /// The service, and what the hypervisor knows it by.
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// Which sort.
    pub kind: InstanceKind,
    /// What it calls itself.
    pub hostname: String,
    /// The plan, as prices name it.
    pub plan_code: String,
    /// Where it stands.
    pub status: InstanceStatus,
    /// Its processors.
    pub vcpus: i32,
    /// Its memory, in bytes.
    pub memory_bytes: i64,
    /// Its disk, in bytes.
    pub disk_bytes: i64,
    /// Its address.
    pub ipv4: Option<String>,
    /// Its other address.
    pub ipv6: Option<String>,
    /// Where it is.
    pub region: String,
    /// The distribution of a container, the operating system of a virtual machine.
    pub system: String,
    /// Where SSH reaches a container.
    pub ssh_host: Option<String>,
    /// By which port.
    pub ssh_port: Option<i32>,
    /// Snapshots that the plan has room for.
    pub snapshot_limit: i32,
    /// What `base_months` cost: other periods are in proportion, and the way back is exact.
    pub base_price: Option<Money>,
    /// The period of `base_price`.
    pub base_months: Option<i32>,
    /// The change that is queued, as others are told of it; one at a time.
    pub change: Option<String>,
    /// Why the last change did not come about.
    pub last_error: Option<String>,
    /// When its password was last set through the platform.
    pub password_changed_at: Option<Time>,
    /// When its state was last read from the hypervisor.
    pub observed_at: Option<Time>,
    /// When it last changed.
    pub updated_at: Time,
    /// The backend that runs it; nothing where nobody named one: then it is the default's.
    pub backend: Option<String>,
}

/// An instance.
pub type Instance = Model;

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Instance {
    /// What its hypervisor is told of it where it exists already; snapshots are to be added.
    pub fn adopted(&self) -> Adopted {
        Adopted {
            instance: self.service_id,
            hostname: self.hostname.clone(),
            system: self.system.clone(),
            status: self.status,
            vcpus: self.vcpus,
            memory_bytes: self.memory_bytes,
            disk_bytes: self.disk_bytes,
            snapshots: Vec::new(),
        }
    }
}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

/// What an instance of `kind` is ordered as.
pub const fn service_type(kind: InstanceKind) -> ServiceType {
    match kind {
        InstanceKind::Lxc => ServiceType::Lxc,
        InstanceKind::Kvm => ServiceType::Kvm,
    }
}

/// The kind of the instance of a service, and the backend that it names; nothing where there is none.
#[expect(clippy::disallowed_methods, reason = "whose it is, was asked before")]
pub(super) async fn placed(
    platform: &Platform,
    service: Uuid,
) -> Result<Option<(InstanceKind, Option<String>)>> {
    let reader = platform.database().reader(false).await?;
    let found = Entity::find_by_id(service).one(&reader.executor()).await?;
    Ok(found.map(|instance| (instance.kind, instance.backend)))
}

/// What the subjects of queued work on instances begin with.
pub(super) const SUBJECT: &str = "instance";

/// The subject of all queued work on an instance: done in order, one at a time.
pub(crate) fn subject(id: Uuid) -> String {
    format!("{SUBJECT}:{id}")
}
