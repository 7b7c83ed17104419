//! Setting the password of an instance: what is checked before, and written down after.
use super::{
    instance,
    instance_of_service::get_for_change,
    state_machine::{Action, allowed},
};
use async_graphql::SimpleObject;
use hosting_kernel::{
    database::owned::Owned, kernel::context::Context, providers::hypervisor::InstanceKind,
    refusals::error::Result, values::time::Time,
};
use schemars::JsonSchema;
use sea_orm::{Set, entity::prelude::*, sea_query::ExprTrait};
use serde::{Deserialize, Serialize};

/// A password that was set; the password itself is kept nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct PasswordChanged {
    /// The instance.
    pub service_id: Uuid,
    /// When.
    pub changed_at: Time,
}

/// Refuses where no password can be set now.
/// Gives the backend that it names.
pub(super) async fn check(cx: &Context<'_>, kind: InstanceKind, service_id: Uuid) -> Result<Option<String>> {
    let target = get_for_change(cx, kind, service_id).await?;
    allowed(&target.instance, Action::ResetPassword)?;
    Ok(target.instance.backend)
}

/// Writes down that the password was set, which holds by now, whatever became of the instance meanwhile.
pub(super) async fn record(cx: &Context<'_>, service_id: Uuid) -> Result<PasswordChanged> {
    use instance::{Column, Entity};
    let changed = instance::ActiveModel {
        password_changed_at: Set(Some(cx.now())),
        updated_at: Set(cx.now()),
        ..Default::default()
    };
    let owned = Entity::ACCOUNT.eq(cx.account()).and(Column::ServiceId.eq(service_id));
    Entity::update_many().set(changed).filter(owned).exec(cx.db).await?;
    Ok(PasswordChanged { service_id, changed_at: cx.now() })
}
