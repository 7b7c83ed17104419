//! Queued work: written in the transaction of what asked for it, done later, in order per subject.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
mod job;
mod worker;

pub(crate) use job::{Column, Model};
pub use job::{Entity, Job, JobStatus};
pub(crate) use worker::start;

use crate::{
    Context, Platform, Result, Time,
    dns::{PutRecord, RemoveRecord},
    domains::ApplyNameservers,
    providers::Failure,
};
use sea_orm::{DatabaseExecutor, IntoActiveModel, QueryFilter, QueryOrder, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// All work that can be queued.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub(crate) enum Task {
    ApplyNameservers(ApplyNameservers),
    PutRecord(PutRecord),
    RemoveRecord(RemoveRecord),
}

impl Task {
    /// Does the work at the backend; doing it twice is harmless.
    async fn run(&self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        match self {
            Self::ApplyNameservers(task) => task.run(platform, job).await,
            Self::PutRecord(task) => task.run(platform, job).await,
            Self::RemoveRecord(task) => task.run(platform, job).await,
        }
    }

    /// Notes on the record what came of it; the flag of a failure says whether it was the last try.
    async fn settle(
        &self,
        db: &DatabaseExecutor<'_>,
        now: Time,
        outcome: Result<(), (Failure, bool)>,
    ) -> Result<()> {
        match self {
            Self::ApplyNameservers(task) => task.settle(db, now, outcome).await,
            Self::PutRecord(task) => task.settle(db, now, outcome).await,
            Self::RemoveRecord(task) => task.settle(db, now, outcome).await,
        }
    }

    /// Its name in logs.
    const fn name(&self) -> &'static str {
        match self {
            Self::ApplyNameservers(_) => "apply_nameservers",
            Self::PutRecord(_) => "put_record",
            Self::RemoveRecord(_) => "remove_record",
        }
    }
}

impl Context<'_> {
    /// Queues `task`, after all that is queued for `subject`; the caller holds the subject's lock.
    pub(crate) async fn enqueue(&self, subject: String, task: Task) -> Result<()> {
        let before = Entity::find().filter(Column::Subject.eq(&subject)).order_by_desc(Column::Position);
        let before = before.one(self.db).await?.map_or(0, |job| job.position);
        let row = Model {
            position: before + 1,
            id: self.id(),
            request_id: self.call.id(),
            kind: task.name().to_owned(),
            subject,
            task: serde_json::to_value(task).map_err(|cause| crate::Error::Internal(cause.to_string()))?,
            status: JobStatus::Queued,
            attempts: 0,
            run_at: self.now(),
            lease_until: None,
            last_error: None,
            created_at: self.now(),
        };
        Entity::insert(row.into_active_model()).exec_without_returning(self.db).await?;
        Ok(())
    }

    /// Queues `task` in place of those of its kind that wait for `subject` and were never started.
    pub(crate) async fn enqueue_instead(&self, subject: String, task: Task) -> Result<()> {
        Entity::delete_many()
            .filter(Column::Subject.eq(&subject))
            .filter(Column::Kind.eq(task.name()))
            .filter(Column::Status.eq(JobStatus::Queued))
            .exec(self.db)
            .await?;
        self.enqueue(subject, task).await
    }
}
