//! What time brings to services: what was cancelled ends.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::service::{ActiveModel, Column, Entity, ServiceStatus};
use crate::{
    instances::{
        change::{ChangeInstance, InstanceChange},
        instance::{self, subject},
        state_machine::Action,
    },
    kernel::{
        platform::Platform,
        queue::{self, Task},
    },
    providers::hypervisor::{InstanceStatus, Power},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{
    DatabaseExecutor, IntoActiveModel, QueryFilter, QuerySelect, Select, Set,
    entity::prelude::*,
    sea_query::{LockBehavior, LockType},
};

/// Services that end in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 100;

/// Where a service stands that has not ended yet.
const THERE: [ServiceStatus; 4] =
    [ServiceStatus::Provisioning, ServiceStatus::Active, ServiceStatus::PastDue, ServiceStatus::Suspended];

impl Platform {
    /// Ends the services whose time has come.
    pub(crate) async fn end_services(&self) -> Result<()> {
        let mut ended = false;
        while self.any_is_due().await? && self.end_slice().await? > 0 {
            ended = true;
        }
        if ended {
            self.wake();
        }
        Ok(())
    }

    /// Most looks find nothing: they need no transaction.
    async fn any_is_due(&self) -> Result<bool> {
        let reader = self.database().reader(false).await?;
        Ok(due(self.clock().now()).limit(1).one(&reader.executor()).await?.is_some())
    }

    /// Ends some of them, whom no other process is about to end; says how many.
    async fn end_slice(&self) -> Result<usize> {
        let (platform, now) = (self.clone(), self.clock().now());
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let mine = due(now).limit(SLICE);
                    let mine = mine.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
                    let ids: Vec<Uuid> = mine.all(db).await?.into_iter().map(|service| service.id).collect();
                    end(db, &ids, now).await?;
                    for id in &ids {
                        switch_off(db, &platform, *id, now).await?;
                    }
                    Ok(ids.len())
                })
            })
            .await
    }
}

/// The services that are to have ended by `now`, and have not.
fn due(now: Time) -> Select<Entity> {
    Entity::find().filter(Column::Status.is_in(THERE)).filter(Column::CancelAt.lte(now))
}

async fn end(db: &DatabaseExecutor<'_>, ids: &[Uuid], now: Time) -> Result<()> {
    let ended = ActiveModel {
        status: Set(ServiceStatus::Cancelled),
        auto_renew: Set(false),
        updated_at: Set(now),
        ..Default::default()
    };
    Entity::update_many().set(ended).filter(Column::Id.is_in(ids.iter().copied())).exec(db).await?;
    Ok(())
}

/// Queues the end of an instance's running, if the service is one: after what is queued for it already,
/// and whatever its state.
async fn switch_off(
    db: &DatabaseExecutor<'_>,
    platform: &Platform,
    service_id: Uuid,
    now: Time,
) -> Result<()> {
    let found = instance::Entity::find_by_id(service_id).lock_exclusive().one(db).await?;
    let Some(instance) = found else { return Ok(()) };
    let mut instance = instance.into_active_model();
    instance.status = Set(InstanceStatus::Stopping);
    instance.change = Set(Some(Action::Stop.words().to_owned()));
    instance.updated_at = Set(now);
    instance.update(db).await?;
    let clock = platform.clock();
    let task = ChangeInstance::new(service_id, InstanceChange::Power { power: Power::Stop });
    queue::add(db, clock, clock.id(), subject(service_id), Task::ChangeInstance(task)).await
}
