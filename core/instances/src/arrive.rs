//! Instances that were brought in on their way somewhere are looked at until they are there.
#![expect(clippy::disallowed_methods, reason = "the operator brings in instances of every account")]
use super::{
    change::{ChangeInstance, InstanceChange},
    instance::{Column, Entity, subject},
};
use chrono::TimeDelta;
use hosting_kernel::{
    database::{Database, executor::Executor},
    kernel::queue::enqueue::{Asker, insert},
    providers::hypervisor::InstanceStatus,
    refusals::error::Result,
    values::{clock::Clock, time::Time},
};
use sea_orm::{
    IntoActiveModel, Iterable, QueryFilter, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};

/// When it is looked at first; from then on, as whatever is still under way.
const LOOK: TimeDelta = TimeDelta::seconds(7);
/// What others are told meanwhile.
const MEANWHILE: &str = "it is on its way";

/// Queues a look at each instance that is on its way though no queued work is about it.
pub async fn await_arrivals(db: &Database, clock: &dyn Clock) -> Result<()> {
    let reader = db.reader(false).await?;
    let passing = Entity::find().filter(passing()).all(&reader.executor()).await?;
    drop(reader);
    for instance in passing {
        let (work, now) = ((clock.id(), clock.id()), clock.now());
        db.write(move |db| Box::pin(queue_look(db, instance.service_id, work, now))).await?;
    }
    Ok(())
}

fn passing() -> SimpleExpr {
    let on_its_way = InstanceStatus::iter().filter(|status| status.is_on_its_way());
    Column::Status.is_in(on_its_way).and(Column::Change.is_null())
}

async fn queue_look(db: &Executor<'_>, id: Uuid, (job, request_id): (Uuid, Uuid), now: Time) -> Result<()> {
    let select = Entity::find_by_id(id).filter(passing()).lock_exclusive();
    let Some(instance) = select.one(db).await? else { return Ok(()) };
    let task = ChangeInstance::new(&instance, InstanceChange::Arrive);
    let asker = Asker { request_id, account_id: Some(instance.account_id) };
    insert(db, (job, asker), subject(id), &task, (now, now.plus(LOOK))).await?;
    let mut instance = instance.into_active_model();
    instance.change = Set(Some(MEANWHILE.to_owned()));
    instance.update(db).await?;
    Ok(())
}
