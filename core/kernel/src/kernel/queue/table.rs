//! Writing into the queue, in the transaction of what asks for the work.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::{
    job::{ActiveModel, Column, Entity, JobStatus, Model},
    lane::Lane,
};
use crate::{database::executor::Executor, refusals::error::Result, values::time::Time};
use sea_orm::{
    IntoActiveModel, JsonValue, Order, QueryFilter, QueryOrder, QuerySelect, Set, entity::prelude::*,
    sea_query::ExprTrait,
};

/// A job that is to be queued.
pub(super) struct NewJob {
    pub id: Uuid,
    pub request_id: Uuid,
    pub account_id: Option<Uuid>,
    pub lane: Lane,
    pub kind: &'static str,
    pub subject: String,
    pub task: JsonValue,
    pub created_at: Time,
    pub run_at: Time,
}

/// Queues it, after all that is queued for its subject; the caller holds the subject's lock.
pub(super) async fn insert(db: &Executor<'_>, new: NewJob) -> Result<()> {
    let NewJob { id, request_id, account_id, lane, kind, subject, mut task, created_at, run_at } = new;
    // A process of an earlier version that shares the queue knows a task by this.
    if let Some(task) = task.as_object_mut() {
        task.insert("task".to_owned(), kind.into());
    }
    let before = last(db, &subject).await?;
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
        holder: None,
        lane: lane.name().to_owned(),
        account_id,
        turn: turn(db, &lane, account_id, created_at).await?,
    };
    Entity::insert(row.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

/// The turn of what an account queues now: after what it has in the lane, and after what is done there at present.
/// So one that has queued much waits for those that have queued little, and nobody gains by having waited.
async fn turn(db: &Executor<'_>, lane: &Lane, account: Option<Uuid>, now: Time) -> Result<i64> {
    let in_lane = || Entity::find().select_only().column(Column::Turn).filter(Column::Lane.eq(lane.name()));
    let mine = in_lane().filter(Column::AccountId.eq(account)).filter(Column::Status.ne(JobStatus::Dead));
    let running = in_lane().filter(Column::Status.eq(JobStatus::Running));
    let waiting = in_lane().filter(Column::Status.eq(JobStatus::Queued)).filter(Column::RunAt.lte(now));
    let mut present = 0;
    for (turns, order) in [(mine, Order::Desc), (running, Order::Desc), (waiting, Order::Asc)] {
        let next = turns.order_by(Column::Turn, order).limit(1).into_tuple::<i64>().one(db).await?;
        present = std::cmp::max(present, next.unwrap_or_default());
    }
    Ok(present + 1)
}

/// The last place among the work on a subject.
pub(super) async fn last(db: &Executor<'_>, subject: &str) -> Result<i64> {
    let last = Entity::find().filter(Column::Subject.eq(subject)).order_by_desc(Column::Position);
    Ok(last.one(db).await?.map_or(0, |job| job.position))
}

/// What is queued for a subject and was not given up.
pub(super) async fn live(db: &Executor<'_>, subject: &str) -> Result<Vec<Model>> {
    let live = Entity::find().filter(Column::Subject.eq(subject)).filter(Column::Status.ne(JobStatus::Dead));
    Ok(live.all(db).await?)
}

/// Removes a job that nobody has begun; says whether there is none left.
pub async fn remove(db: &Executor<'_>, job: Uuid) -> Result<bool> {
    let waits = Column::Id.eq(job).and(Column::Status.ne(JobStatus::Running));
    Entity::delete_many().filter(waits).exec(db).await?;
    Ok(Entity::find_by_id(job).one(db).await?.is_none())
}

/// Removes the jobs of a kind that stand so for `subject`.
pub(super) async fn remove_those(
    db: &Executor<'_>,
    subject: &str,
    kind: &str,
    status: JobStatus,
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Subject.eq(subject))
        .filter(Column::Kind.eq(kind))
        .filter(Column::Status.eq(status))
        .exec(db)
        .await?;
    Ok(())
}

/// A job that waits for its time waits no longer.
pub(crate) async fn make_due(db: &Executor<'_>, job: Uuid, now: Time) -> Result<()> {
    let waits = Column::Id.eq(job).and(Column::Status.eq(JobStatus::Queued));
    let due = ActiveModel { run_at: Set(now), ..Default::default() };
    Entity::update_many().set(due).filter(waits).exec(db).await?;
    Ok(())
}
