//! An instance whose service has ended runs no more.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    change::{ChangeInstance, InstanceChange},
    instance::{self, subject},
    state_machine::Action,
};
use crate::{
    kernel::{
        platform::Platform,
        queue::enqueue::{Asker, enqueue},
    },
    providers::hypervisor::{InstanceStatus, Power},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{DatabaseExecutor, IntoActiveModel, QuerySelect, Set, entity::prelude::*};

/// Queues the end of an instance's running, if the service is one: after what is queued for it already,
/// and whatever its state.
pub(super) async fn switch_off(
    platform: &Platform,
    db: &DatabaseExecutor<'_>,
    service_id: Uuid,
    now: Time,
) -> Result<()> {
    let found = instance::Entity::find_by_id(service_id).lock_exclusive().one(db).await?;
    let Some(instance) = found else { return Ok(()) };
    let (kind, account_id) = (instance.kind, Some(instance.account_id));
    let mut instance = instance.into_active_model();
    instance.status = Set(InstanceStatus::Stopping);
    instance.change = Set(Some(Action::Stop.meanwhile().to_owned()));
    instance.updated_at = Set(now);
    instance.update(db).await?;
    let clock = platform.clock();
    let task = ChangeInstance::new(service_id, kind, InstanceChange::Power { power: Power::Stop });
    enqueue(db, clock, Asker { request_id: clock.id(), account_id }, subject(service_id), &task).await
}
