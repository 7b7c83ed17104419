//! What is kept of a service that is to end, for the case that its cancellation is taken back.
use hosting_kernel::{database::owned::Owned, kernel::context::Context, refusals::error::Result};
use sea_orm::{IntoActiveModel, QueryFilter, entity::prelude::*};

/// A service that is to end.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_cancellation")]
pub struct Model {
    /// The service.
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// Whether it was renewed by itself.
    pub auto_renew: bool,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

/// Keeps how `service_id` was renewed.
pub(super) async fn keep(cx: &Context<'_>, service_id: Uuid, auto_renew: bool) -> Result<()> {
    remove(cx, service_id).await?;
    let row = Model { service_id, account_id: cx.account(), auto_renew };
    Entity::insert(row.into_active_model()).exec_without_returning(cx.db).await?;
    Ok(())
}

/// Whether it was renewed by itself; not where nothing is known of it.
pub(super) async fn was_auto_renewed(cx: &Context<'_>, service_id: Uuid) -> Result<bool> {
    let found = cx.one(Entity::owned(cx).filter(Column::ServiceId.eq(service_id))).await?;
    Ok(found.is_some_and(|row| row.auto_renew))
}

/// Removes what is kept of it.
pub(super) async fn remove(cx: &Context<'_>, service_id: Uuid) -> Result<()> {
    let owned = Entity::delete_many().filter(Column::AccountId.eq(cx.account()));
    owned.filter(Column::ServiceId.eq(service_id)).exec(cx.db).await?;
    Ok(())
}
