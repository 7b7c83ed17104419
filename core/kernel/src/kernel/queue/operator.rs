//! What the operator is shown of the queue, and decides about it.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::{
    given_up::BURIED,
    job::{ActiveModel, Column, Entity, Job, JobStatus},
    moment::Moment,
    read::read,
    table,
};
use crate::{
    database::{Database, executor::Executor},
    kernel::area::Areas,
    refusals::error::Result,
    values::{clock::Clock, time::Time},
};
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, Set, entity::prelude::*};

/// What came of a decision of the operator's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is as was decided.
    Done,
    /// No job has this identity.
    Unknown,
    /// A worker has it, and says soon what came of it.
    Running,
    /// It was given up already.
    Dead,
    /// Another try is of no use: what it was about has changed since, or can only be asked for again.
    Pointless,
    /// This version of the platform cannot read it.
    Unreadable,
}

/// The present moment for leases.
pub async fn present(db: &Database, clock: &dyn Clock) -> Result<Time> {
    Moment::at(db, clock).read(db.connection()).await
}

/// The queued work, the oldest first.
pub async fn list(db: &Database) -> Result<Vec<Job>> {
    let reader = db.reader(false).await?;
    let jobs = Entity::find().order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    Ok(jobs.all(&reader.executor()).await?)
}

/// Lets a job be tried again now, and as often as a new one; its record says so where it was given up.
pub async fn retry(db: &Database, clock: &dyn Clock, areas: Areas, id: Uuid) -> Result<Decided> {
    let (now, moment) = (clock.now(), Moment::at(db, clock));
    db.write(move |db| Box::pin(async move { retry_in(db, areas, id, (now, moment)).await })).await
}

async fn retry_in(
    db: &Executor<'_>,
    areas: Areas,
    id: Uuid,
    (now, moment): (Time, Moment),
) -> Result<Decided> {
    let Some(job) = held(db, id).await? else { return Ok(Decided::Unknown) };
    match job.status {
        JobStatus::Running if job.is_kept(moment.read(db).await?) => return Ok(Decided::Running),
        JobStatus::Running | JobStatus::Queued => {}
        // Its record is held from here on; what was queued meanwhile may be under way.
        JobStatus::Dead => {
            let Ok((_, task)) = read(&job, areas) else { return Ok(Decided::Unreadable) };
            if !task.revive(db, now).await? {
                return Ok(Decided::Pointless);
            }
        }
    }
    let position = match job.status {
        JobStatus::Dead => table::last(db, &job.subject).await? + 1,
        JobStatus::Running | JobStatus::Queued => job.position,
    };
    let again = ActiveModel {
        status: Set(JobStatus::Queued),
        position: Set(position),
        attempts: Set(0),
        run_at: Set(job.created_at),
        lease_until: Set(None),
        holder: Set(None),
        last_error: Set(None),
        ..Default::default()
    };
    Entity::update_many().set(again).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(Decided::Done)
}

/// Gives a job up: a process that serves has its record say so, and does not run it again.
pub async fn bury(db: &Database, clock: &dyn Clock, id: Uuid) -> Result<Decided> {
    let moment = Moment::at(db, clock);
    let bury = db.write(move |db| {
        Box::pin(async move {
            let Some(job) = held(db, id).await? else { return Ok(Decided::Unknown) };
            match job.status {
                JobStatus::Running if job.is_kept(moment.read(db).await?) => return Ok(Decided::Running),
                JobStatus::Dead => return Ok(Decided::Dead),
                JobStatus::Running | JobStatus::Queued => {}
            }
            let used_up = ActiveModel {
                status: Set(JobStatus::Queued),
                attempts: Set(Job::ATTEMPTS),
                run_at: Set(job.created_at),
                lease_until: Set(None),
                holder: Set(None),
                last_error: Set(Some(BURIED.to_owned())),
                ..Default::default()
            };
            Entity::update_many().set(used_up).filter(Column::Id.eq(id)).exec(db).await?;
            Ok(Decided::Done)
        })
    });
    bury.await
}

/// The job, which nobody else changes until the transaction ends.
async fn held(db: &Executor<'_>, id: Uuid) -> Result<Option<Job>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(db).await?)
}
