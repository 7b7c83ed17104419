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
    let found = Entity::owned(cx).filter(Column::ServiceId.eq(service_id));
    page::list(cx, found, newest(), part).await
}

/// The same of each of `ids`, in their order.
pub(super) async fn list_each(
    cx: &Context<'_>,
    kind: InstanceKind,
    ids: &[Uuid],
    part: Part<'_>,
) -> Result<Vec<Result<Page<Snapshot>>>> {
    let found = get_all(cx, kind, ids).await?;
    let (all, of) = (Entity::owned(cx), |one: &Snapshot| one.service_id);
    let pages = page::list_each(cx, all, (Column::ServiceId, ids), Column::Id, newest(), part, of).await?;
    let page = |(id, page): (&Uuid, Page<Snapshot>)| match found.iter().any(|one| one.service.id == *id) {
        true => Ok(page),
        false => Err(Error::ServiceNotFound),
    };
    Ok(ids.iter().zip(pages).map(page).collect())
}

fn newest() -> Order<Snapshot> {
    Order::newest(Column::CreatedAt, Column::Id, Snapshot::key)
}
