//! Asking for an instance to be changed: refused or queued now, done later.
use super::{
    change::{ChangeInstance, InstanceChange},
    instance::subject,
    instance_of_service::{InstanceOfService, get_for_change},
    state_machine::{Action, allowed},
};
use hosting_kernel::{
    kernel::context::Context, providers::hypervisor::InstanceKind, refusals::error::Result,
};
use sea_orm::{IntoActiveModel, Set};
use uuid::Uuid;

/// Queues a power action on an instance of the calling account, if it can be done now.
pub(super) async fn power(
    cx: &Context<'_>,
    kind: InstanceKind,
    id: Uuid,
    action: Action,
) -> Result<InstanceOfService> {
    let target = get_for_change(cx, kind, id).await?;
    let power = allowed(&target.instance, action)?.power;
    let power = power.expect("a transition of power says which");
    change(cx, target, action, InstanceChange::Power { power }).await
}

/// Queues `change`, if it can be done now; gives the instance as it is shown meanwhile.
pub(super) async fn change(
    cx: &Context<'_>,
    target: InstanceOfService,
    action: Action,
    change: InstanceChange,
) -> Result<InstanceOfService> {
    let InstanceOfService { service, instance } = target;
    let status = allowed(&instance, action)?.transitional.unwrap_or(instance.status);
    let task = ChangeInstance::new(&instance, change);
    cx.enqueue(subject(service.id), &task).await?;
    let mut instance = instance.into_active_model();
    instance.status = Set(status);
    instance.change = Set(Some(action.meanwhile().to_owned()));
    instance.last_error = Set(None);
    instance.updated_at = Set(cx.now());
    Ok(InstanceOfService { service, instance: cx.update(instance).await? })
}
