//! What a job does.
use super::{job::Job, workers::Workers};
use crate::{kernel::platform::Platform, providers::Failure, refusals::error::Result, values::time::Time};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sea_orm::{DatabaseExecutor, JsonValue};
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt, time::Duration};

/// What a job does: done at a backend first, and then written down.
#[async_trait]
pub trait Task: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the queue and in logs.
    const KIND: &'static str;

    /// How long one attempt may take.
    const TIMEOUT: Duration = Duration::from_secs(30);

    /// Who does it.
    const WORKERS: Workers = Workers::Waiting;

    /// Does the work at the backend; doing it twice under the job's id is harmless. What it sees there it may
    /// keep for [`Self::finish`], in fields that are not stored.
    async fn run(&mut self, _platform: &Platform, _job: &Job) -> Result<(), Failure> {
        Ok(())
    }

    /// Notes on the record what came of it, in the transaction that ends the job.
    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()>;
}

/// How an attempt ended; the flag of a failure says whether it was the last.
pub type Outcome = Result<(), (Failure, bool)>;

/// What finishing a job may touch: the transaction that ends it, and its place in the queue.
#[derive(Clone, Copy)]
pub struct Completion<'a> {
    /// The platform.
    pub platform: &'a Platform,
    /// The transaction.
    pub db: &'a DatabaseExecutor<'a>,
    /// When it ended.
    pub now: Time,
    /// The job.
    pub job: &'a Job,
}

/// A [`Task`] of whichever kind; every task is one.
pub trait AnyTask: Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static str;

    /// How it is stored.
    fn json(&self) -> serde_json::Result<JsonValue>;

    /// See [`Task::run`].
    fn run<'a>(&'a mut self, platform: &'a Platform, job: &'a Job) -> BoxFuture<'a, Result<(), Failure>>;

    /// See [`Task::finish`].
    fn finish<'a>(&'a self, at: &'a Completion<'a>, outcome: Outcome) -> BoxFuture<'a, Result<()>>;
}

impl<T: Task> AnyTask for T {
    fn kind(&self) -> &'static str {
        T::KIND
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
}

/// A kind of job: how it is read, and what its task declares.
pub struct JobKind {
    pub(super) name: &'static str,
    pub(super) timeout: Duration,
    pub(super) workers: Workers,
    pub(super) read: fn(JsonValue) -> serde_json::Result<Box<dyn AnyTask>>,
}

impl JobKind {
    /// The kind of the jobs that do `T`.
    pub const fn of<T: Task>() -> Self {
        Self {
            name: T::KIND,
            timeout: T::TIMEOUT,
            workers: T::WORKERS,
            read: |json| Ok(Box::new(serde_json::from_value::<T>(json)?)),
        }
    }
}

impl fmt::Debug for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JobKind({})", self.name)
    }
}
