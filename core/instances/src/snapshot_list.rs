//! Lists of snapshots.
use super::{
    instance_of_service::{get, get_all},
    snapshot::{Column, Entity, Snapshot},
};
use hosting_kernel::{
    database::owned::Owned,
    kernel::{
        context::Context,
        page::{self, Order, Page, Part},
    },
    providers::hypervisor::InstanceKind,
    refusals::error::{Error, Result},
};
use sea_orm::entity::prelude::*;

/// The snapshots of an instance of the calling account, newest first.
pub(super) async fn list(
    cx: &Context<'_>,
    kind: InstanceKind,
    service_id: Uuid,
    part: Part<'_>,
) -> Result<Page<Snapshot>> {
    get(cx, kind, service_id).await?;
    page::list(cx, of(cx, service_id), newest(), part).await
}

/// The same of each of `ids`, in their order.
pub(super) async fn list_each(
    cx: &Context<'_>,
    kind: InstanceKind,
    ids: &[Uuid],
    part: Part<'_>,
) -> Result<Vec<Result<Page<Snapshot>>>> {
    let found = get_all(cx, kind, ids).await?;
    let lists = ids.iter().map(|id| of(cx, *id)).collect();
    let place = |one: &Snapshot| ids.iter().position(|id| *id == one.service_id);
    let pages = page::list_each(cx, lists, Column::Id, newest(), part, place).await?;
    let page = |(id, page): (&Uuid, Page<Snapshot>)| match found.iter().any(|one| one.service.id == *id) {
        true => Ok(page),
        false => Err(Error::ServiceNotFound),
    };
    Ok(ids.iter().zip(pages).map(page).collect())
}

fn of(cx: &Context<'_>, service_id: Uuid) -> Select<Entity> {
    Entity::owned(cx).filter(Column::ServiceId.eq(service_id))
}

fn newest() -> Order<Snapshot> {
    Order::newest(Column::CreatedAt, Column::Id, Snapshot::key)
}
