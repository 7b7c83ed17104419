//! What a job does.
use super::{job::Job, lane::Lane};
use crate::{
    database::executor::Executor, kernel::platform::Platform, providers::Failure, refusals::error::Result,
    values::time::Time,
};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sea_orm::JsonValue;
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt, time::Duration};

/// What a job does: done at a backend first, and then written down.
#[async_trait]
pub trait Task: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the queue and in logs.
    const KIND: &'static str;

    /// How long one attempt may take.
    const TIMEOUT: Duration = Duration::from_secs(30);

    /// Which lane it is done in.
    fn lane(&self) -> Lane {
        Lane::PLATFORM
    }

    /// Whether another attempt is of no use after this failure.
    fn is_final(&self, failure: &Failure) -> bool {
        matches!(failure, Failure::Refused(_))
    }

    /// Does the work at the backend; doing it twice under the job's id is harmless. What it sees there it may
    /// keep for [`Self::finish`], in fields that are not stored.
    async fn run(&mut self, _platform: &Platform, _job: &Job) -> Result<(), Failure> {
        Ok(())
    }

    /// Notes on the record what came of it, in the transaction that ends the job.
    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()>;

    /// Notes on the record that the work, which was given up, is queued once more; false where that is of no use:
    /// what it was about has changed since, or can only be asked for again.
    async fn revive(&self, _db: &Executor<'_>, _now: Time) -> Result<bool> {
        Ok(false)
    }
}

/// How an attempt ended; the flag of a failure says whether it was the last.
pub type Outcome = Result<(), (Failure, bool)>;

/// What finishing a job may touch: the transaction that ends it, and its place in the queue.
#[derive(Clone, Copy)]
pub struct Completion<'a> {
    /// The platform.
    pub platform: &'a Platform,
    /// The transaction.
    pub db: &'a Executor<'a>,
    /// When it ended.
    pub now: Time,
    /// The job.
    pub job: &'a Job,
}

/// A [`Task`] of whichever kind; every task is one.
pub trait AnyTask: Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static str;

    /// See [`Task::lane`].
    fn lane(&self) -> Lane;

    /// See [`Task::is_final`].
    fn is_final(&self, failure: &Failure) -> bool;

    /// How it is stored.
    fn json(&self) -> serde_json::Result<JsonValue>;

    /// See [`Task::run`].
    fn run<'a>(&'a mut self, platform: &'a Platform, job: &'a Job) -> BoxFuture<'a, Result<(), Failure>>;

    /// See [`Task::finish`].
    fn finish<'a>(&'a self, at: &'a Completion<'a>, outcome: Outcome) -> BoxFuture<'a, Result<()>>;

    /// See [`Task::revive`].
    fn revive<'a>(&'a self, db: &'a Executor<'a>, now: Time) -> BoxFuture<'a, Result<bool>>;
}

impl<T: Task> AnyTask for T {
    fn kind(&self) -> &'static str {
        T::KIND
    }

    fn lane(&self) -> Lane {
        Task::lane(self)
    }

    fn is_final(&self, failure: &Failure) -> bool {
        Task::is_final(self, failure)
    }

    fn json(&self) -> serde_json::Result<JsonValue> {
        serde_json::to_value(self)
    }

    fn run<'a>(&'a mut self, platform: &'a Platform, job: &'a Job) -> BoxFuture<'a, Result<(), Failure>> {
        Task::run(self, platform, job)
    }

    fn finish<'a>(&'a self, at: &'a Completion<'a>, outcome: Outcome) -> BoxFuture<'a, Result<()>> {
        Task::finish(self, at, outcome)
    }

    fn revive<'a>(&'a self, db: &'a Executor<'a>, now: Time) -> BoxFuture<'a, Result<bool>> {
        Task::revive(self, db, now)
    }
}

/// A kind of job: how it is read, and what its task declares.
pub struct JobKind {
    pub(super) name: &'static str,
    pub(super) timeout: Duration,
    pub(super) read: fn(JsonValue) -> serde_json::Result<Box<dyn AnyTask>>,
}

impl JobKind {
    /// The kind of the jobs that do `T`.
    pub const fn of<T: Task>() -> Self {
        Self {
            name: T::KIND,
            timeout: T::TIMEOUT,
            read: |json| Ok(Box::new(serde_json::from_value::<T>(json)?)),
        }
    }
}

impl fmt::Debug for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JobKind({})", self.name)
    }
}
