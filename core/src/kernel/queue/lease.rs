//! Whose work it is: a job belongs to one worker for the time of a lease, and then to whoever takes it.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::{
    job::{ActiveModel, Column, Entity, Job, JobStatus},
    task::Outcome,
    workers::Workers,
};
use crate::{
    kernel::{area::Areas, idempotency, platform::Platform},
    refusals::error::Result,
    values::time::Time,
};
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use sea_orm::{
    Condition, DatabaseExecutor, QueryFilter, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, Query, SimpleExpr},
};

/// How long a job belongs to a worker that says nothing more.
const LEASE: TimeDelta = TimeDelta::seconds(15);
/// The longest wait before another try.
const LONGEST: TimeDelta = TimeDelta::minutes(15);

/// Takes the next job: due, of nobody else, and with nothing before it on its subject.
pub(super) async fn take(platform: &Platform, areas: Areas, workers: Workers) -> Result<Option<Job>> {
    let now = platform.clock().now();
    let due = Column::Status.eq(JobStatus::Queued).and(Column::RunAt.lte(now));
    let lost = Column::Status.eq(JobStatus::Running).and(Column::LeaseUntil.lte(now));
    let next = Entity::find()
        .filter(due.or(lost))
        .filter(kinds(areas, workers))
        .filter(Expr::not_exists(earlier()))
        .order_by_asc(Column::RunAt)
        .order_by_asc(Column::Id)
        .limit(1)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let reader = platform.database().reader(false).await?;
    // Mostly there is none: that needs no transaction.
    if next.clone().one(&reader.executor()).await?.is_none() {
        return Ok(None);
    }
    drop(reader);
    let take = platform.database().write(move |db| {
        Box::pin(async move {
            let Some(job) = next.one(db).await? else { return Ok(None) };
            let taken = ActiveModel {
                status: Set(JobStatus::Running),
                attempts: Set(job.attempts + 1),
                lease_until: Set(Some(now.plus(LEASE))),
                ..Default::default()
            };
            Entity::update_many().set(taken).filter(Column::Id.eq(job.id)).exec(db).await?;
            Ok(Some(Job { attempts: job.attempts + 1, status: JobStatus::Running, ..job }))
        })
    });
    take.await
}

/// The kinds that `workers` do; one that no area has is for those who wait, and they bury it.
fn kinds(areas: Areas, workers: Workers) -> SimpleExpr {
    let all = areas.iter().flat_map(|area| area.jobs);
    let computing = all.filter(|kind| kind.workers == Workers::Computing).map(|kind| kind.name);
    match workers {
        Workers::Waiting => Column::Kind.is_not_in(computing),
        Workers::Computing => Column::Kind.is_in(computing),
    }
}

/// The work that comes before a job on its subject.
fn earlier() -> sea_orm::sea_query::SelectStatement {
    let earlier = "earlier";
    Query::select()
        .expr(Expr::val(1))
        .from_as(Entity, earlier)
        .and_where(Expr::col((earlier, Column::Subject)).equals((Entity, Column::Subject)))
        .and_where(Expr::col((earlier, Column::Position)).lt(Expr::col((Entity, Column::Position))))
        .and_where(Expr::col((earlier, Column::Status)).ne(JobStatus::Dead))
        .take()
}

/// Keeps the job for another while.
pub(super) async fn extend(platform: &Platform, job: &Job) -> Result<()> {
    let (mine, until) = (ours(job), platform.clock().now().plus(LEASE));
    let extend = platform.database().write(move |db| {
        Box::pin(async move {
            let longer = ActiveModel { lease_until: Set(Some(until)), ..Default::default() };
            Entity::update_many().set(longer).filter(mine).exec(db).await?;
            Ok(())
        })
    });
    extend.await
}

/// Removes a job that is done, puts one back that failed, and buries one whose last try that was. False where
/// another worker has it by now, who will say what came of it.
pub(super) async fn end(db: &DatabaseExecutor<'_>, job: &Job, outcome: &Outcome, now: Time) -> Result<bool> {
    let (failure, last) = match outcome {
        Ok(()) => return Ok(Entity::delete_many().filter(ours(job)).exec(db).await?.rows_affected > 0),
        Err((failure, last)) => (failure, *last),
    };
    let ended = ActiveModel {
        status: Set(if last { JobStatus::Dead } else { JobStatus::Queued }),
        run_at: Set(now.plus(backoff(job.attempts))),
        lease_until: Set(None),
        last_error: Set(Some(failure.to_string())),
        ..Default::default()
    };
    let ended = Entity::update_many().set(ended).filter(ours(job)).exec(db).await?.rows_affected > 0;
    if ended && last {
        tracing::error!(job = %job.id, subject = job.subject, %failure, "a job was given up");
    }
    Ok(ended)
}

/// Ends all leases, and all claims of keys: the caller knows that whoever had them is gone.
pub fn release_leases(platform: &Platform) -> BoxFuture<'_, Result<()>> {
    let now = platform.clock().now();
    Box::pin(platform.database().write(move |db| {
        Box::pin(async move {
            let lapsed = ActiveModel { lease_until: Set(Some(now)), ..Default::default() };
            let held = Column::Status.eq(JobStatus::Running);
            Entity::update_many().set(lapsed).filter(held).exec(db).await?;
            idempotency::take_back(db, now).await
        })
    }))
}

/// How much queued work there is, by where it stands.
pub fn backlog(platform: &Platform) -> BoxFuture<'_, Result<Vec<(&'static str, i64)>>> {
    Box::pin(async move {
        let reader = platform.database().reader(false).await?;
        let mut backlog = Vec::new();
        for (name, status) in
            [("queued", JobStatus::Queued), ("running", JobStatus::Running), ("dead", JobStatus::Dead)]
        {
            let count = Entity::find().filter(Column::Status.eq(status)).count(&reader.executor()).await?;
            backlog.push((name, i64::try_from(count).unwrap_or(i64::MAX)));
        }
        Ok(backlog)
    })
}

/// The job while it is still this attempt's: not after its lease ended and another worker took it.
fn ours(job: &Job) -> Condition {
    Condition::all()
        .add(Column::Id.eq(job.id))
        .add(Column::Attempts.eq(job.attempts))
        .add(Column::Status.eq(JobStatus::Running))
}

/// How long a job waits after its `attempts`-th failure: 1 s, 2 s, 4 s … 15 min.
fn backoff(attempts: i32) -> TimeDelta {
    let doublings = (attempts - 1).clamp(0, 20);
    std::cmp::min(TimeDelta::seconds(1 << doublings), LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_quarter_of_an_hour() {
        let waits: Vec<_> = [1, 2, 3, 10, 11, 12, 500].map(|n| backoff(n).num_seconds()).into();
        assert_eq!(waits, [1, 2, 4, 512, 900, 900, 900]);
    }
}
