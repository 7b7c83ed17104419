//! Queued work: written in the transaction of what asked for it, done later, in order per subject.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
mod job;
mod worker;

use job::ActiveModel;
pub(crate) use job::{Column, Model};
pub use job::{Entity, Job, JobStatus};
pub(crate) use worker::start;

use crate::{
    conversion::ConvertFiles,
    domains::{
        ApplyNameservers,
        dns::{PutRecord, RemoveRecord},
    },
    email::{ConfirmMailDns, SetUpMail},
    hosting::ApplySite,
    instances::change::ChangeInstance,
    kernel::{context::Context, platform::Platform},
    providers::Failure,
    refusals::error::Result,
    values::{clock::Clock, time::Time},
};
use chrono::TimeDelta;
use sea_orm::{
    DatabaseExecutor, IntoActiveModel, QueryFilter, QueryOrder, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// All work that can be queued.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub(crate) enum Task {
    ApplyNameservers(ApplyNameservers),
    ApplySite(ApplySite),
    PutRecord(PutRecord),
    RemoveRecord(RemoveRecord),
    SetUpMail(SetUpMail),
    ConfirmMailDns(ConfirmMailDns),
    ChangeInstance(ChangeInstance),
    ConvertFiles(ConvertFiles),
}

/// The kind of the work that keeps a processor busy.
const CONVERT: &str = "convert_files";

/// Which work a worker does: what keeps a processor busy must not hold up what waits for a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Asking backends.
    Calls,
    /// Converting files.
    Conversions,
}

impl Lane {
    /// The kinds of this lane.
    fn kinds(self) -> SimpleExpr {
        match self {
            Self::Calls => Column::Kind.ne(CONVERT),
            Self::Conversions => Column::Kind.eq(CONVERT),
        }
    }
}

/// What settling a job may touch: the transaction that ends it, and its place in the queue.
pub(crate) struct Settling<'a> {
    pub platform: &'a Platform,
    pub db: &'a DatabaseExecutor<'a>,
    pub now: Time,
    pub job: &'a Job,
}

/// How a job ended; the flag of a failure says whether it was the last try.
pub(crate) type Outcome = Result<(), (Failure, bool)>;

impl Task {
    /// Does the work at the backend; doing it twice is harmless. What it sees there it may keep for
    /// [`Self::settle`].
    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        match self {
            Self::ApplyNameservers(task) => task.run(platform, job).await,
            Self::ApplySite(task) => task.run(platform, job).await,
            Self::PutRecord(task) => task.run(platform, job).await,
            Self::RemoveRecord(task) => task.run(platform, job).await,
            Self::SetUpMail(task) => task.run(platform, job).await,
            Self::ConfirmMailDns(_) => Ok(()),
            Self::ChangeInstance(task) => task.run(platform, job).await,
            Self::ConvertFiles(task) => task.run(platform, job).await,
        }
    }

    /// Notes on the record what came of it.
    async fn settle(&self, at: &Settling<'_>, outcome: Outcome) -> Result<()> {
        match self {
            Self::ApplyNameservers(task) => task.settle(at, outcome).await,
            Self::ApplySite(task) => task.settle(at, outcome).await,
            Self::PutRecord(task) => task.settle(at, outcome).await,
            Self::RemoveRecord(task) => task.settle(at, outcome).await,
            Self::SetUpMail(task) => task.settle(at, outcome).await,
            Self::ConfirmMailDns(task) => task.settle(at).await,
            Self::ChangeInstance(task) => task.settle(at, outcome).await,
            Self::ConvertFiles(task) => task.settle(at, outcome).await,
        }
    }

    /// How long a backend has for it.
    const fn limit(&self) -> Duration {
        match self {
            Self::ChangeInstance(_) | Self::ConvertFiles(_) => Duration::from_mins(10),
            Self::ApplyNameservers(_)
            | Self::ApplySite(_)
            | Self::PutRecord(_)
            | Self::RemoveRecord(_)
            | Self::SetUpMail(_)
            | Self::ConfirmMailDns(_) => Duration::from_secs(30),
        }
    }

    /// Its name in logs.
    const fn name(&self) -> &'static str {
        match self {
            Self::ApplyNameservers(_) => "apply_nameservers",
            Self::ApplySite(_) => "apply_site",
            Self::PutRecord(_) => "put_record",
            Self::RemoveRecord(_) => "remove_record",
            Self::SetUpMail(_) => "set_up_mail",
            Self::ConfirmMailDns(_) => "confirm_mail_dns",
            Self::ChangeInstance(_) => "change_instance",
            Self::ConvertFiles(_) => CONVERT,
        }
    }
}

/// Queues `task`, after all that is queued for `subject`; the caller holds the subject's lock.
pub(crate) async fn add(
    db: &DatabaseExecutor<'_>,
    clock: &dyn Clock,
    request_id: Uuid,
    subject: String,
    task: Task,
) -> Result<()> {
    insert(db, (clock.id(), request_id), subject, task, (clock.now(), clock.now())).await
}

/// Removes a job that nobody has begun; says whether there is none left.
pub(crate) async fn forget(db: &DatabaseExecutor<'_>, job: Uuid) -> Result<bool> {
    let waits = Column::Id.eq(job).and(Column::Status.ne(JobStatus::Running));
    Entity::delete_many().filter(waits).exec(db).await?;
    Ok(Entity::find_by_id(job).one(db).await?.is_none())
}

/// A job that waits for its time waits no longer.
pub(crate) async fn hurry(db: &DatabaseExecutor<'_>, job: Uuid, now: Time) -> Result<()> {
    let waits = Column::Id.eq(job).and(Column::Status.eq(JobStatus::Queued));
    let due = ActiveModel { run_at: Set(now), ..Default::default() };
    Entity::update_many().set(due).filter(waits).exec(db).await?;
    Ok(())
}

async fn insert(
    db: &DatabaseExecutor<'_>,
    (id, request_id): (Uuid, Uuid),
    subject: String,
    task: Task,
    (now, run_at): (Time, Time),
) -> Result<()> {
    let before = Entity::find().filter(Column::Subject.eq(&subject)).order_by_desc(Column::Position);
    let before = before.one(db).await?.map_or(0, |job| job.position);
    let row = Model {
        position: before + 1,
        id,
        request_id,
        kind: task.name().to_owned(),
        subject,
        task: serde_json::to_value(task)
            .map_err(|cause| crate::refusals::error::Error::Internal(cause.to_string()))?,
        status: JobStatus::Queued,
        attempts: 0,
        run_at,
        lease_until: None,
        last_error: None,
        created_at: now,
    };
    Entity::insert(row.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

impl Context<'_> {
    /// Queues `task`, after all that is queued for `subject`; the caller holds the subject's lock.
    pub(crate) async fn enqueue(&self, subject: String, task: Task) -> Result<()> {
        let ids = (self.id(), self.call.id());
        insert(self.db, ids, subject, task, (self.now(), self.now())).await
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

    /// Queues `task` for the case that this mutation, which is about to ask a backend, does not come to
    /// its end: it is done as soon as that is known, and never once the mutation is complete.
    pub(crate) async fn undo_later(&self, subject: String, task: Task) -> Result<()> {
        let Some(claim) = self.claim else {
            return Err(crate::refusals::error::Error::Internal(
                "only what asks a backend is undone".to_owned(),
            ));
        };
        let at = claim.until.plus(SLACK);
        insert(self.db, (claim.work, self.call.id()), subject, task, (self.now(), at)).await
    }
}

/// How much later than the lease ends a mutation is undone: clocks differ.
const SLACK: TimeDelta = TimeDelta::seconds(5);
