//! A container or a virtual machine.

use crate::{
    database::owned::Owned,
    kernel::{
        context::Context,
        page::{self, Order, Page, Part},
    },
    providers::hypervisor::{Adopted, InstanceKind, InstanceStatus},
    refusals::error::{Error, Result},
    services::{
        Service,
        service::{self, ServiceStatus, ServiceType},
    },
    values::{money::Money, time::Time},
};
use sea_orm::{
    QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};
use std::collections::HashMap;

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
    /// The change that is queued; one at a time.
    pub change: Option<String>,
    /// Why the last change did not come about.
    pub last_error: Option<String>,
    /// When its password was last set through the platform.
    pub password_changed_at: Option<Time>,
    /// When the hypervisor last told about it.
    pub observed_at: Option<Time>,
    /// When it last changed.
    pub updated_at: Time,
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

/// An instance with its service: what records are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both {
    /// What was ordered.
    pub service: Service,
    /// What there is.
    pub instance: Instance,
}

impl Both {
    /// When either last changed.
    pub fn updated_at(&self) -> Time {
        Ord::max(self.service.updated_at, self.instance.updated_at)
    }
}

impl InstanceKind {
    /// The service that it is ordered as.
    pub const fn service_type(self) -> ServiceType {
        match self {
            Self::Lxc => ServiceType::Lxc,
            Self::Kvm => ServiceType::Kvm,
        }
    }
}

/// The subject of all queued work on an instance: done in order, one at a time.
pub(crate) fn subject(id: Uuid) -> String {
    format!("instance:{id}")
}

impl Entity {
    /// One instance of the calling account.
    pub async fn get(cx: &Context<'_>, kind: InstanceKind, id: Uuid) -> Result<Both> {
        let found = Self::owned(cx).filter(Column::ServiceId.eq(id)).filter(Column::Kind.eq(kind));
        let instance = cx.one(found).await?.ok_or(Error::ServiceNotFound)?;
        Ok(Both { service: service::Entity::get(cx, id).await?, instance })
    }

    /// Those of `ids` that are instances of the calling account.
    pub async fn get_all(
        cx: &Context<'_>,
        kind: InstanceKind,
        ids: impl Iterator<Item = Uuid>,
    ) -> Result<Vec<Both>> {
        let found =
            cx.all(Self::owned(cx).filter(Column::ServiceId.is_in(ids)).filter(Column::Kind.eq(kind)));
        let found = found.await?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let ids = found.iter().map(|instance| instance.service_id);
        let ordered = cx.all(service::Entity::owned(cx).filter(service::Column::Id.is_in(ids))).await?;
        let mut ordered: HashMap<Uuid, Service> = ordered.into_iter().map(|one| (one.id, one)).collect();
        let both =
            |instance: Instance| Some(Both { service: ordered.remove(&instance.service_id)?, instance });
        Ok(found.into_iter().filter_map(both).collect())
    }

    /// One instance of the calling account to be changed: until the transaction ends, by nobody else.
    pub async fn get_for_change(cx: &Context<'_>, kind: InstanceKind, id: Uuid) -> Result<Both> {
        let ordered = service::Entity::owned(cx).filter(service::Column::Id.eq(id)).lock_exclusive();
        let service = cx.one(ordered).await?.ok_or(Error::ServiceNotFound)?;
        let found = Self::owned(cx).filter(Column::ServiceId.eq(id)).filter(Column::Kind.eq(kind));
        let instance = cx.one(found.lock_exclusive()).await?.ok_or(Error::ServiceNotFound)?;
        match service.status {
            ServiceStatus::Active | ServiceStatus::PastDue => Ok(Both { service, instance }),
            other => Err(Error::ServiceUnavailableState(format!(
                "the service is {}: its instance cannot be changed",
                other.to_value()
            ))),
        }
    }

    /// The instances of one kind, newest first; those that are still being set up are not there yet.
    pub async fn list(
        cx: &Context<'_>,
        kind: InstanceKind,
        cursor: Option<&str>,
        limit: Option<u32>,
    ) -> Result<Page<Both>> {
        use service::Column as Of;
        let there = Query::select()
            .expr(Expr::val(1))
            .from(Self)
            .and_where(Expr::col((Self, Column::ServiceId)).equals((service::Entity, Of::Id)))
            .take();
        let ordered = service::Entity::owned(cx)
            .filter(Of::ServiceType.eq(kind.service_type()))
            .filter(Expr::exists(there));
        let newest = Order::newest(Of::CreatedAt, Of::Id, Service::key);
        let page = page::list(cx, ordered, newest, Part::forward(limit, cursor)).await?;
        if page.items.is_empty() {
            // To ask for none of the instances would be to look through all.
            return Ok(Page::default());
        }
        let ids = page.items.iter().map(|service| service.id);
        let found = cx.all(Self::owned(cx).filter(Column::ServiceId.is_in(ids))).await?;
        let mut found: HashMap<Uuid, Instance> =
            found.into_iter().map(|instance| (instance.service_id, instance)).collect();
        let both = |service: Service| Some(Both { instance: found.remove(&service.id)?, service });
        Ok(page.filter_map(both, |both| both.service.key()))
    }
}
