//! An instance together with the service that it was ordered as.
use super::instance::{Column, Entity, Instance, service_type};
use hosting_kernel::{
    database::{kept::Kept, owned::Owned},
    kernel::{
        batched::matched,
        context::Context,
        page::{self, Order, Page, Part},
    },
    providers::hypervisor::InstanceKind,
    refusals::error::{Error, Result},
    values::time::Time,
};
use hosting_services::service::{self, Model as Service, ServiceStatus};
use sea_orm::{
    QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};
use std::collections::HashMap;

/// An instance together with the service that it was ordered as: what records of both kinds are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceOfService {
    /// What was ordered.
    pub service: Service,
    /// What there is.
    pub instance: Instance,
}

impl InstanceOfService {
    /// When either last changed.
    pub fn updated_at(&self) -> Time {
        Ord::max(self.service.updated_at, self.instance.updated_at)
    }
}

/// One instance of the calling account.
pub(super) async fn get(cx: &Context<'_>, kind: InstanceKind, id: Uuid) -> Result<InstanceOfService> {
    let instance = cx.one(of_kind(cx, kind).filter(Column::ServiceId.eq(id))).await?;
    let instance = instance.ok_or(Error::ServiceNotFound)?;
    Ok(InstanceOfService { service: service::Entity::get(cx, id).await?, instance })
}

/// Each of `ids` that is an instance of the calling account, in their order.
pub(super) async fn get_each(
    cx: &Context<'_>,
    kind: InstanceKind,
    ids: &[Uuid],
) -> Result<Vec<Result<InstanceOfService>>> {
    let found = get_all(cx, kind, ids).await?;
    Ok(matched(ids.iter().copied(), found, |one| one.service.id, || Error::ServiceNotFound))
}

/// Those of `ids` that are instances of the calling account.
pub(super) async fn get_all(
    cx: &Context<'_>,
    kind: InstanceKind,
    ids: &[Uuid],
) -> Result<Vec<InstanceOfService>> {
    let mut found = instances(cx, ids.iter().copied()).await?;
    found.retain(|instance| instance.kind == kind);
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let services = service::Entity::each(cx, found.iter().map(|instance| instance.service_id)).await?;
    let mut services: HashMap<Uuid, Service> = services.into_iter().map(|one| (one.id, one)).collect();
    let join = |instance: Instance| {
        Some(InstanceOfService { service: services.remove(&instance.service_id)?, instance })
    };
    Ok(found.into_iter().filter_map(join).collect())
}

/// One instance of the calling account to be changed: until the transaction ends, by nobody else.
pub async fn get_for_change(cx: &Context<'_>, kind: InstanceKind, id: Uuid) -> Result<InstanceOfService> {
    let service = service::Entity::owned(cx).filter(service::Column::Id.eq(id)).lock_exclusive();
    let service = cx.one(service).await?.ok_or(Error::ServiceNotFound)?;
    let instance = of_kind(cx, kind).filter(Column::ServiceId.eq(id)).lock_exclusive();
    let instance = cx.one(instance).await?.ok_or(Error::ServiceNotFound)?;
    match service.status {
        ServiceStatus::Active | ServiceStatus::PastDue => Ok(InstanceOfService { service, instance }),
        other => Err(Error::ServiceUnavailableState(format!(
            "the service is {}: its instance cannot be changed",
            other.to_value()
        ))),
    }
}

/// The instances of one kind, newest first; those that are still being set up are not there yet.
pub(super) async fn list(
    cx: &Context<'_>,
    kind: InstanceKind,
    part: Part<'_>,
) -> Result<Page<InstanceOfService>> {
    use service::Column as Of;
    let there = Query::select()
        .expr(Expr::val(1))
        .from(Entity)
        .and_where(Expr::col((Entity, Column::ServiceId)).equals((service::Entity, Of::Id)))
        .take();
    let services =
        service::Entity::owned(cx).filter(Of::ServiceType.eq(service_type(kind))).filter(Expr::exists(there));
    let newest = Order::newest(Of::CreatedAt, Of::Id, Service::key);
    let page = page::list(cx, services, newest, part).await?;
    if page.items.is_empty() {
        // To ask for none of the instances would be to look through all.
        return Ok(Page::default());
    }
    let ids = page.items.iter().map(|service| service.id);
    let found = instances(cx, ids).await?;
    let mut found: HashMap<Uuid, Instance> =
        found.into_iter().map(|instance| (instance.service_id, instance)).collect();
    let join = |service: Service| Some(InstanceOfService { instance: found.remove(&service.id)?, service });
    Ok(page.filter_map(join, |one| one.service.key()))
}

/// What there is of the calling account's services `ids`.
async fn instances(cx: &Context<'_>, ids: impl Iterator<Item = Uuid> + Send) -> Result<Vec<Instance>> {
    static EACH: Kept = Kept::new();
    cx.all_of::<Entity>(&EACH, Column::ServiceId, ids).await
}

/// The calling account's instances of one kind.
fn of_kind(cx: &Context<'_>, kind: InstanceKind) -> Select<Entity> {
    Entity::owned(cx).filter(Column::Kind.eq(kind))
}
