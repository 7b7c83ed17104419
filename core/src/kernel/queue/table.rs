//! Writing into the queue, in the transaction of what asks for the work.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::job::{ActiveModel, Column, Entity, JobStatus, Model};
use crate::{refusals::error::Result, values::time::Time};
use sea_orm::{
    DatabaseExecutor, IntoActiveModel, JsonValue, QueryFilter, QueryOrder, Set, entity::prelude::*,
    sea_query::ExprTrait,
};

/// A job that is to be queued.
pub(super) struct NewJob {
    pub id: Uuid,
    pub request_id: Uuid,
    pub kind: &'static str,
    pub subject: String,
    pub task: JsonValue,
    pub created_at: Time,
    pub run_at: Time,
}

/// Queues it, after all that is queued for its subject; the caller holds the subject's lock.
pub(super) async fn insert(db: &DatabaseExecutor<'_>, new: NewJob) -> Result<()> {
    let NewJob { id, request_id, kind, subject, mut task, created_at, run_at } = new;
    // A process of an earlier version that shares the queue knows a task by this.
    if let Some(task) = task.as_object_mut() {
        task.insert("task".to_owned(), kind.into());
    }
    let before = Entity::find().filter(Column::Subject.eq(&subject)).order_by_desc(Column::Position);
    let before = before.one(db).await?.map_or(0, |job| job.position);
    let row = Model {
        id,
        request_id,
        kind: kind.to_owned(),
        subject,
        position: before + 1,
        task,
        status: JobStatus::Queued,
        attempts: 0,
        run_at,
        lease_until: None,
        last_error: None,
        created_at,
    };
    Entity::insert(row.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

/// Removes a job that nobody has begun; says whether there is none left.
pub(crate) async fn remove(db: &DatabaseExecutor<'_>, job: Uuid) -> Result<bool> {
    let waits = Column::Id.eq(job).and(Column::Status.ne(JobStatus::Running));
    Entity::delete_many().filter(waits).exec(db).await?;
    Ok(Entity::find_by_id(job).one(db).await?.is_none())
}

/// Removes the jobs of a kind that wait for `subject`.
pub(super) async fn remove_waiting(db: &DatabaseExecutor<'_>, subject: &str, kind: &str) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Subject.eq(subject))
        .filter(Column::Kind.eq(kind))
        .filter(Column::Status.eq(JobStatus::Queued))
        .exec(db)
        .await?;
    Ok(())
}

/// A job that waits for its time waits no longer.
pub(crate) async fn make_due(db: &DatabaseExecutor<'_>, job: Uuid, now: Time) -> Result<()> {
    let waits = Column::Id.eq(job).and(Column::Status.eq(JobStatus::Queued));
    let due = ActiveModel { run_at: Set(now), ..Default::default() };
    Entity::update_many().set(due).filter(waits).exec(db).await?;
    Ok(())
}
