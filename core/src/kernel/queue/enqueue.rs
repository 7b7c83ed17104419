//! Asking for work.
use super::{
    table::{self, NewJob},
    task::{AnyTask, Completion},
};
use crate::{
    kernel::context::Context,
    refusals::error::{Error, Result},
    values::{clock::Clock, time::Time},
};
use chrono::TimeDelta;
use sea_orm::DatabaseExecutor;
use uuid::Uuid;

/// Queues `task`, after all that is queued for `subject`; the caller holds the subject's lock.
pub async fn enqueue(
    db: &DatabaseExecutor<'_>,
    clock: &dyn Clock,
    request_id: Uuid,
    subject: String,
    task: &dyn AnyTask,
) -> Result<()> {
    let now = clock.now();
    insert(db, (clock.id(), request_id), subject, task, (now, now)).await
}

impl Context<'_> {
    /// Queues `task`, after all that is queued for `subject`; the caller holds the subject's lock.
    pub(crate) async fn enqueue(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        insert(self.db, (self.id(), self.call.id()), subject, task, (self.now(), self.now())).await
    }

    /// Queues `task` in place of those of its kind that wait for `subject`.
    pub(crate) async fn enqueue_instead(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        table::remove_waiting(self.db, &subject, task.kind()).await?;
        self.enqueue(subject, task).await
    }

    /// Queues `task` for the case that this mutation, which is about to ask a backend, does not come to
    /// its end: it is done as soon as that is known, and never once the mutation is complete.
    pub(crate) async fn undo_later(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        let claim =
            self.claim.ok_or_else(|| Error::Internal("only what asks a backend is undone".to_owned()))?;
        let at = claim.until.plus(SLACK);
        insert(self.db, (claim.work, self.call.id()), subject, task, (self.now(), at)).await
    }
}

impl Completion<'_> {
    /// Queues `task` for the request that asked for this job.
    pub(crate) async fn enqueue(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        enqueue(self.db, self.platform.clock(), self.job.request_id, subject, task).await
    }
}

/// How much later than the lease ends a mutation is undone: clocks differ.
const SLACK: TimeDelta = TimeDelta::seconds(5);

/// Queues `task` as the job `id` of a request.
pub(crate) async fn insert(
    db: &DatabaseExecutor<'_>,
    (id, request_id): (Uuid, Uuid),
    subject: String,
    task: &dyn AnyTask,
    (created_at, run_at): (Time, Time),
) -> Result<()> {
    let kind = task.kind();
    let task = task.json().map_err(|cause| Error::Internal(cause.to_string()))?;
    table::insert(db, NewJob { id, request_id, kind, subject, task, created_at, run_at }).await
}
