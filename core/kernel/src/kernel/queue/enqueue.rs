//! Asking for work.
use super::{
    job::{Job, JobStatus},
    table::{self, NewJob},
    task::{AnyTask, Completion},
};
use crate::{
    database::executor::Executor,
    kernel::context::Context,
    refusals::error::{Error, Result},
    values::{clock::Clock, time::Time},
};
use chrono::TimeDelta;
use uuid::Uuid;

/// Who asked for work.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// The request.
    pub request_id: Uuid,
    /// The account, whose turn it is when it is done.
    pub account_id: Option<Uuid>,
}

/// Queues `task`, after all that is queued for `subject`; the caller holds the subject's lock.
pub async fn enqueue(
    db: &Executor<'_>,
    clock: &dyn Clock,
    asker: Asker,
    subject: String,
    task: &dyn AnyTask,
) -> Result<()> {
    let now = clock.now();
    insert(db, (clock.id(), asker), subject, task, (now, now)).await
}

/// The same, unless work of its kind is queued for `subject` already, and in place of that which was given up: what is
/// asked for again and again does not pile up. Says whether it was queued.
pub async fn enqueue_once(
    db: &Executor<'_>,
    clock: &dyn Clock,
    asker: Asker,
    subject: String,
    task: &dyn AnyTask,
) -> Result<bool> {
    if table::live(db, &subject).await?.iter().any(|job| job.kind == task.kind()) {
        return Ok(false);
    }
    table::remove_those(db, &subject, task.kind(), JobStatus::Dead).await?;
    enqueue(db, clock, asker, subject, task).await?;
    Ok(true)
}

impl Context<'_> {
    fn asker(&self) -> Asker {
        Asker { request_id: self.call.id(), account_id: Some(self.account()) }
    }

    /// Queues `task`, after all that is queued for `subject`; the caller holds the subject's lock.
    pub async fn enqueue(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        insert(self.db, (self.id(), self.asker()), subject, task, (self.now(), self.now())).await
    }

    /// Queues `task` in place of those of its kind that wait for `subject`, and of those that were given up: nobody wants
    /// what they were to do any more.
    pub async fn enqueue_instead(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        for status in [JobStatus::Queued, JobStatus::Dead] {
            table::remove_those(self.db, &subject, task.kind(), status).await?;
        }
        self.enqueue(subject, task).await
    }

    /// Queues `task` for the case that this mutation, which is about to ask a backend, does not come to
    /// its end: it is done as soon as that is known, and never once the mutation is complete.
    pub async fn undo_later(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        let claim =
            self.claim.ok_or_else(|| Error::Internal("only what asks a backend is undone".to_owned()))?;
        let at = claim.until.plus(SLACK);
        insert(self.db, (claim.work, self.asker()), subject, task, (claim.since, at)).await
    }
}

impl Completion<'_> {
    /// Queues `task` for the request that asked for this job.
    pub async fn enqueue(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        let Job { request_id, account_id, .. } = *self.job;
        enqueue(self.db, self.platform.clock(), Asker { request_id, account_id }, subject, task).await
    }

    /// What else is queued for the job's subject and was not given up.
    pub async fn others(&self) -> Result<Vec<Job>> {
        let all = table::live(self.db, &self.job.subject).await?;
        Ok(all.into_iter().filter(|job| job.id != self.job.id).collect())
    }

    /// Removes what is given up of the job's kind for its subject, itself among it: nobody wants it any more.
    pub async fn forget_given_up(&self) -> Result<()> {
        table::remove_those(self.db, &self.job.subject, &self.job.kind, JobStatus::Dead).await
    }
}

/// How much later than the lease ends a mutation is undone: what is being written down then may come to its end.
const SLACK: TimeDelta = TimeDelta::seconds(5);

/// Queues `task` as the job `id` of a request.
pub async fn insert(
    db: &Executor<'_>,
    (id, Asker { request_id, account_id }): (Uuid, Asker),
    subject: String,
    task: &dyn AnyTask,
    (created_at, run_at): (Time, Time),
) -> Result<()> {
    let (kind, lane) = (task.kind(), task.lane());
    let task = task.json().map_err(|cause| Error::Internal(cause.to_string()))?;
    table::insert(db, NewJob { id, request_id, account_id, lane, kind, subject, task, created_at, run_at })
        .await
}
