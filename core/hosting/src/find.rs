//! Looking up one shared hosting service: its entry among the services, and its own row.
use super::row;
use hosting_kernel::{
    database::owned::Owned,
    kernel::context::Context,
    refusals::error::{Error, Result},
};
use hosting_services::{
    Service,
    service::{self, ServiceStatus},
};
use sea_orm::{QuerySelect, entity::prelude::*};

/// One shared hosting service of the calling account; there is none yet while it is being set up.
pub(super) async fn get(cx: &Context<'_>, id: Uuid) -> Result<(Service, row::Model)> {
    of(cx, row::Entity::owned(cx).filter(row::Column::ServiceId.eq(id))).await
}

/// The same, to be changed: until the transaction ends, by nobody else.
pub(super) async fn get_for_change(cx: &Context<'_>, id: Uuid) -> Result<(Service, row::Model)> {
    of(cx, row::Entity::owned(cx).filter(row::Column::ServiceId.eq(id)).lock_exclusive()).await
}

async fn of(cx: &Context<'_>, select: Select<row::Entity>) -> Result<(Service, row::Model)> {
    let row = cx.one(select).await?.ok_or(Error::ServiceNotFound)?;
    let service = service::Entity::get(cx, row.service_id).await?;
    match service.status {
        ServiceStatus::Provisioning => Err(Error::ServiceNotFound),
        _ => Ok((service, row)),
    }
}
