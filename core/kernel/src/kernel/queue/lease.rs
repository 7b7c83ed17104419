//! Whose work it is: a job belongs to one worker for the time of a lease, and then to whoever takes it.
use super::{
    job::{ActiveModel, Column, Entity, Job, JobStatus},
    moment::Moment,
    task::Outcome,
};
use crate::{
    database::executor::Executor,
    kernel::{idempotency, platform::Platform},
    providers::Failure,
    refusals::error::Result,
    values::clock::Clock,
};
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use sea_orm::{Condition, QueryFilter, Set, entity::prelude::*, sea_query::SimpleExpr};
use std::time::{Duration, Instant};

/// How long a job belongs to a worker that says nothing more.
pub(super) const LEASE: Duration = Duration::from_secs(15);
/// The longest wait before another try.
const LONGEST: TimeDelta = TimeDelta::minutes(15);

/// How long a lease is, in a statement.
pub(super) const fn lease() -> TimeDelta {
    TimeDelta::seconds(LEASE.as_secs().cast_signed())
}

/// Until when a worker may go on without asking: sooner than anybody else may take the job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lease {
    /// When it was asked for, by a clock that nobody sets.
    asked: Instant,
    /// When it ends, where the time is told to us.
    until: Option<crate::values::time::Time>,
}

impl Lease {
    /// One that is asked for now.
    pub fn asked_for(clock: &dyn Clock) -> Self {
        Self { asked: Instant::now(), until: clock.shared().map(|now| now.plus(lease())) }
    }

    /// Whether it has not ended.
    pub fn holds(&self, clock: &dyn Clock) -> bool {
        match (self.until, clock.shared()) {
            (Some(until), Some(now)) => now < until,
            _ => self.asked.elapsed() < LEASE,
        }
    }
}

/// Keeps the job for another while; nothing where it is another worker's by now.
pub(super) async fn extend(platform: &Platform, job: &Job) -> Result<Option<Lease>> {
    let (mine, until) = (ours(job), Moment::of(platform).plus(lease()));
    let longer = Lease::asked_for(platform.clock());
    let extend = platform.database().write(move |db| {
        Box::pin(async move {
            let extend = Entity::update_many().col_expr(Column::LeaseUntil, until).filter(mine);
            Ok(extend.exec(db).await?.rows_affected > 0)
        })
    });
    Ok(extend.await?.then_some(longer))
}

/// Removes a job that is done, puts one back that failed, and buries one whose last try that was. False where
/// another worker has it by now, who will say what came of it.
pub(super) async fn end(db: &Executor<'_>, job: &Job, outcome: &Outcome, now: Moment) -> Result<bool> {
    let (failure, last) = match outcome {
        Ok(()) => return Ok(Entity::delete_many().filter(ours(job)).exec(db).await?.rows_affected > 0),
        Err((failure, last)) => (failure, *last),
    };
    let ended = ActiveModel {
        status: Set(if last { JobStatus::Dead } else { JobStatus::Queued }),
        lease_until: Set(None),
        holder: Set(None),
        last_error: Set(Some(failure.to_string())),
        ..Default::default()
    };
    let (ended, wait) = match failure {
        // It was not tried.
        Failure::NotNow { wait, .. } if !last => {
            let wait = TimeDelta::from_std(*wait).map_or(LONGEST, |wait| wait.min(LONGEST));
            (ActiveModel { attempts: Set(job.attempts - 1), ..ended }, wait)
        }
        _ => (ended, backoff(job.attempts)),
    };
    let ended = put_back(db, job, ended, now.plus(wait)).await?;
    if ended && last {
        tracing::error!(job = %job.id, subject = job.subject, %failure, "a job was given up");
    }
    Ok(ended)
}

/// Leaves a job to whoever can read it, as if it had not been taken.
pub(super) async fn leave(platform: &Platform, job: Job) -> Result<()> {
    let again = Moment::of(platform).plus(lease());
    let leave = platform.database().write(move |db| {
        Box::pin(async move {
            let left = ActiveModel {
                status: Set(JobStatus::Queued),
                attempts: Set(job.attempts - 1),
                lease_until: Set(None),
                holder: Set(None),
                ..Default::default()
            };
            put_back(db, &job, left, again).await.map(|_| ())
        })
    });
    leave.await
}

/// Writes `as_it_is` into a job that is still ours, to be looked at again at `run_at`.
async fn put_back(db: &Executor<'_>, job: &Job, as_it_is: ActiveModel, run_at: SimpleExpr) -> Result<bool> {
    let put_back = Entity::update_many().set(as_it_is).col_expr(Column::RunAt, run_at).filter(ours(job));
    Ok(put_back.exec(db).await?.rows_affected > 0)
}

/// Ends all leases, and all claims of keys: the caller knows that whoever had them is gone.
pub fn release_leases(platform: &Platform) -> BoxFuture<'_, Result<()>> {
    let (now, lapsed) = (platform.clock().now(), Moment::of(platform).plus(TimeDelta::zero()));
    Box::pin(platform.database().write(move |db| {
        Box::pin(async move {
            let held = Column::Status.eq(JobStatus::Running);
            Entity::update_many().col_expr(Column::LeaseUntil, lapsed).filter(held).exec(db).await?;
            idempotency::take_back(db, now).await
        })
    }))
}

/// The job while it is still this attempt's: not after its lease ended and another worker took it. Earlier
/// versions do not say who takes it, but count.
fn ours(job: &Job) -> Condition {
    Condition::all()
        .add(Column::Id.eq(job.id))
        .add(Column::Holder.eq(job.holder))
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
