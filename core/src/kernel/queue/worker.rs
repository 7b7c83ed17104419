//! Doing queued work: lease, heartbeat, backoff, dead letters.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::{Column, Entity, Job, JobStatus, Lane, Settling, Task, job::ActiveModel};
use crate::{
    kernel::{idempotency, platform::Platform},
    providers::{Failure, within},
    refusals::error::Result,
};
use chrono::TimeDelta;
use sea_orm::{
    QueryFilter, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, Query},
};
use std::time::Duration;
use tokio::{sync::watch, task::JoinSet};

/// Jobs of backends that a process works on at once: most of their time they wait for an answer.
const HANDS: usize = 16;
/// How long a job belongs to a worker that says nothing more.
const LEASE: TimeDelta = TimeDelta::seconds(15);
/// How often a worker says that it still works.
const HEARTBEAT: Duration = Duration::from_secs(4);
/// How often work is looked for that nobody told us of: another process's, or what is due again.
const POLL: Duration = Duration::from_millis(500);
const ATTEMPTS: i32 = 10;
const LONGEST: TimeDelta = TimeDelta::minutes(15);

/// Starts the workers of this process; they end, after what they have in hand, when `stop` turns true.
pub(crate) fn start(platform: &Platform, stop: &watch::Receiver<bool>) -> JoinSet<()> {
    let mut hands = JoinSet::new();
    let conversions = std::iter::repeat_n(Lane::Conversions, platform.conversions_at_once());
    for lane in std::iter::repeat_n(Lane::Calls, HANDS).chain(conversions) {
        let (platform, mut stop) = (platform.clone(), stop.clone());
        hands.spawn(async move {
            while !*stop.borrow() {
                match platform.work_once_in(lane).await {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(cause) => tracing::error!(%cause, "the queue cannot be worked off"),
                }
                tokio::select! {
                    () = platform.woken(lane) => {}
                    _ = stop.changed() => {}
                }
            }
        });
    }
    let (platform, mut stop) = (platform.clone(), stop.clone());
    hands.spawn(async move {
        while !*stop.borrow() {
            tokio::select! {
                () = tokio::time::sleep(POLL) => platform.wake(),
                _ = stop.changed() => {}
            }
        }
    });
    hands
}

impl Platform {
    /// Does the next piece of queued work that is due, of whichever lane; says whether there was one.
    pub async fn work_once(&self) -> Result<bool> {
        Ok(self.work_once_in(Lane::Calls).await? || self.work_once_in(Lane::Conversions).await?)
    }

    async fn work_once_in(&self, lane: Lane) -> Result<bool> {
        let Some(job) = self.claim_job(lane).await? else { return Ok(false) };
        // Where one was, there may be more: the next hand looks while this one works.
        self.wake();
        let mut task = match serde_json::from_value::<Task>(job.task.clone()) {
            Ok(task) => task,
            Err(cause) => {
                tracing::error!(job = %job.id, %cause, "a job cannot be read");
                self.bury(&job, cause.to_string()).await?;
                return Ok(true);
            }
        };
        let outcome = self.run_job(&job, &mut task).await;
        if let Err(failure) = &outcome {
            tracing::warn!(job = %job.id, task = task.name(), attempt = job.attempts, %failure, "a job failed");
        }
        self.settle_job(job, task, outcome).await?;
        Ok(true)
    }

    /// Takes all work back that is in hand, and all keys that are claimed: the caller knows that whoever had
    /// them is gone.
    pub async fn take_back_work(&self) -> Result<()> {
        let now = self.clock().now();
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let lapsed = ActiveModel { lease_until: Set(Some(now)), ..Default::default() };
                    let held = Column::Status.eq(JobStatus::Running);
                    Entity::update_many().set(lapsed).filter(held).exec(db).await?;
                    idempotency::take_back(db, now).await
                })
            })
            .await
    }

    /// How much queued work there is, by where it stands.
    pub async fn backlog(&self) -> Result<Vec<(&'static str, i64)>> {
        let reader = self.database().reader(false).await?;
        let mut backlog = Vec::new();
        for (name, status) in
            [("queued", JobStatus::Queued), ("running", JobStatus::Running), ("dead", JobStatus::Dead)]
        {
            let count = Entity::find().filter(Column::Status.eq(status)).count(&reader.executor()).await?;
            backlog.push((name, i64::try_from(count).unwrap_or(i64::MAX)));
        }
        Ok(backlog)
    }

    /// Takes the next job: due, not in hand, and with nothing before it on its subject.
    pub(crate) async fn claim_job(&self, lane: Lane) -> Result<Option<Job>> {
        let now = self.clock().now();
        let earlier = "earlier";
        let before = Query::select()
            .expr(Expr::val(1))
            .from_as(Entity, earlier)
            .and_where(Expr::col((earlier, Column::Subject)).equals((Entity, Column::Subject)))
            .and_where(Expr::col((earlier, Column::Position)).lt(Expr::col((Entity, Column::Position))))
            .and_where(Expr::col((earlier, Column::Status)).ne(JobStatus::Dead))
            .take();
        let due = Column::Status.eq(JobStatus::Queued).and(Column::RunAt.lte(now));
        let lost = Column::Status.eq(JobStatus::Running).and(Column::LeaseUntil.lte(now));
        let next = Entity::find()
            .filter(due.or(lost))
            .filter(lane.kinds())
            .filter(Expr::not_exists(before))
            .order_by_asc(Column::RunAt)
            .order_by_asc(Column::Id)
            .limit(1)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        let reader = self.database().reader(false).await?;
        // Most looks find nothing: they need no transaction.
        if next.clone().one(&reader.executor()).await?.is_none() {
            return Ok(None);
        }
        drop(reader);
        self.database()
            .write(move |db| {
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
            })
            .await
    }

    /// Calls the backend within bounds, and says meanwhile that the job is in hand.
    async fn run_job(&self, job: &Job, task: &mut Task) -> Result<(), Failure> {
        let run = within(task.limit(), task.run(self, job));
        tokio::pin!(run);
        loop {
            tokio::select! {
                outcome = &mut run => return outcome,
                () = tokio::time::sleep(HEARTBEAT) => self.extend_lease(job).await?,
            }
        }
    }

    async fn extend_lease(&self, job: &Job) -> Result<()> {
        let (mine, until) = (ours(job), self.clock().now().plus(LEASE));
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let longer = ActiveModel { lease_until: Set(Some(until)), ..Default::default() };
                    Entity::update_many().set(longer).filter(mine).exec(db).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Ends the job, or puts it back for another try, together with what its record says.
    async fn settle_job(&self, job: Job, task: Task, outcome: Result<(), Failure>) -> Result<()> {
        let (now, platform) = (self.clock().now(), self.clone());
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let last = match &outcome {
                        Err(Failure::Refused(_)) => true,
                        _ => job.attempts >= ATTEMPTS,
                    };
                    let kept = match &outcome {
                        Ok(()) => Entity::delete_many().filter(ours(&job)).exec(db).await?.rows_affected,
                        Err(failure) => {
                            let again = ActiveModel {
                                status: Set(if last { JobStatus::Dead } else { JobStatus::Queued }),
                                run_at: Set(now.plus(backoff(job.attempts))),
                                lease_until: Set(None),
                                last_error: Set(Some(failure.to_string())),
                                ..Default::default()
                            };
                            Entity::update_many().set(again).filter(ours(&job)).exec(db).await?.rows_affected
                        }
                    };
                    // Another worker has it by now, and will say what came of it.
                    if kept == 0 {
                        return Ok(());
                    }
                    if last && let Err(failure) = &outcome {
                        tracing::error!(job = %job.id, subject = job.subject, %failure, "a job was given up");
                    }
                    let at = Settling { platform: &platform, db, now, job: &job };
                    task.settle(&at, outcome.map_err(|failure| (failure, last))).await
                })
            })
            .await
    }

    async fn bury(&self, job: &Job, cause: String) -> Result<()> {
        let mine = ours(job);
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let dead = ActiveModel {
                        status: Set(JobStatus::Dead),
                        lease_until: Set(None),
                        last_error: Set(Some(cause)),
                        ..Default::default()
                    };
                    Entity::update_many().set(dead).filter(mine).exec(db).await?;
                    Ok(())
                })
            })
            .await
    }
}

/// The job while it is still this attempt's: not after its lease ended and another worker took it.
fn ours(job: &Job) -> sea_orm::Condition {
    sea_orm::Condition::all()
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
