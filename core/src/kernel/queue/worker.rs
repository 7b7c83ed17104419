//! Working off the queue: each job is tried, retried with growing waits, and buried in the end.
use super::{
    job::Job,
    lease,
    task::{AnyTask, Completion, JobKind, Outcome},
    workers::Workers,
};
use crate::{
    kernel::{area::Areas, panics::caught, platform::Platform},
    providers::{Failure, within},
    refusals::error::{Error, Result},
};
use futures_util::future::BoxFuture;
use std::{iter::repeat_n, time::Duration};
use tokio::{sync::watch, task::JoinSet, time::sleep};

/// Workers of a process that wait for backends: what they do at once costs it little.
const WAITING: usize = 16;
/// How often a worker extends its lease.
const HEARTBEAT: Duration = Duration::from_secs(4);
/// How often work is looked for that nobody woke a worker for: another process's, or what is due again.
const POLL: Duration = Duration::from_millis(500);
/// After so many attempts a job is buried.
const ATTEMPTS: i32 = 10;

/// Starts the workers of this process; they end, after the jobs that they have, when `stop` turns true.
pub(crate) fn start(platform: &Platform, areas: Areas, stop: &watch::Receiver<bool>) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    let computing = repeat_n(Workers::Computing, platform.conversions_at_once());
    for workers in repeat_n(Workers::Waiting, WAITING).chain(computing) {
        tasks.spawn(work(platform.clone(), areas, workers, stop.clone()));
    }
    let (platform, mut stop) = (platform.clone(), stop.clone());
    tasks.spawn(async move {
        while !*stop.borrow() {
            tokio::select! {
                () = sleep(POLL) => platform.wake(),
                _ = stop.changed() => {}
            }
        }
    });
    tasks
}

/// One worker: nothing that befalls a job ends it.
async fn work(platform: Platform, areas: Areas, workers: Workers, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match caught(work_next(&platform, areas, workers)).await {
            Ok(Ok(true)) => continue,
            Ok(Ok(false)) => {}
            Ok(Err(cause)) => tracing::error!(%cause, "the queue cannot be worked off"),
            Err(panic) => tracing::error!(panic, "a worker panicked"),
        }
        tokio::select! {
            () = platform.wakeups().woken(workers) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Does the next job that is due, whoever's it is; says whether there was one.
pub fn work_once(platform: &Platform, areas: Areas) -> BoxFuture<'_, Result<bool>> {
    Box::pin(async move {
        Ok(work_next(platform, areas, Workers::Waiting).await?
            || work_next(platform, areas, Workers::Computing).await?)
    })
}

async fn work_next(platform: &Platform, areas: Areas, workers: Workers) -> Result<bool> {
    let Some(job) = lease::take(platform, areas, workers).await? else { return Ok(false) };
    // Where one was, there may be more: the next worker looks while this one is busy.
    platform.wake();
    match read(&job, areas) {
        Ok((kind, task)) => attempt(platform, job, kind, task).await?,
        Err(cause) => {
            tracing::error!(job = %job.id, kind = job.kind, cause, "a job cannot be read");
            end(platform, job, Err((Failure::Refused(cause), true))).await?;
        }
    }
    Ok(true)
}

fn read(job: &Job, areas: Areas) -> Result<(&'static JobKind, Box<dyn AnyTask>), String> {
    let mut all = areas.iter().flat_map(|area| area.jobs);
    let kind = all.find(|kind| kind.name == job.kind).ok_or("no area has this kind of job")?;
    let task = (kind.read)(job.task.clone()).map_err(|cause| cause.to_string())?;
    Ok((kind, task))
}

/// Tries the job once; it is in the queue no more then, or is there for another try.
async fn attempt(platform: &Platform, job: Job, kind: &JobKind, mut task: Box<dyn AnyTask>) -> Result<()> {
    let done = run(platform, &job, kind, &mut *task).await;
    if let Err(failure) = &done {
        tracing::warn!(job = %job.id, kind = kind.name, attempt = job.attempts, %failure, "a job failed");
    }
    let outcome = judged(&job, done);
    let Err(cause) = finish(platform, job.clone(), task, outcome).await else { return Ok(()) };
    // Nothing of it was kept: what was done at the backend is done again under the same id.
    tracing::error!(job = %job.id, kind = kind.name, %cause, "a job could not be finished");
    let outcome = judged(&job, Err(cause.into()));
    end(platform, job, outcome).await
}

/// Whether it is tried again after this attempt.
fn judged(job: &Job, done: Result<(), Failure>) -> Outcome {
    done.map_err(|failure| {
        let last = matches!(failure, Failure::Refused(_)) || job.attempts >= ATTEMPTS;
        (failure, last)
    })
}

/// Calls the backend within bounds, and keeps the job meanwhile.
async fn run(platform: &Platform, job: &Job, kind: &JobKind, task: &mut dyn AnyTask) -> Result<(), Failure> {
    let run = within(kind.timeout, async {
        caught(task.run(platform, job)).await.unwrap_or_else(|panic| {
            tracing::error!(job = %job.id, kind = kind.name, panic, "a job panicked");
            Err(Failure::Unavailable("the work broke off".to_owned()))
        })
    });
    tokio::pin!(run);
    loop {
        tokio::select! {
            done = &mut run => return done,
            () = sleep(HEARTBEAT) => lease::extend(platform, job).await?,
        }
    }
}

/// Ends the job, or puts it back for another try, together with what its record says.
async fn finish(platform: &Platform, job: Job, task: Box<dyn AnyTask>, outcome: Outcome) -> Result<()> {
    let (of, now) = (platform.clone(), platform.clock().now());
    let finish = platform.database().write(move |db| {
        Box::pin(async move {
            if !lease::end(db, &job, &outcome, now).await? {
                return Ok(());
            }
            let at = Completion { platform: &of, db, now, job: &job };
            let finished = caught(task.finish(&at, outcome)).await;
            finished.unwrap_or_else(|panic| Err(Error::Internal(format!("it panicked: {panic}"))))
        })
    });
    finish.await
}

/// Ends the job alone.
async fn end(platform: &Platform, job: Job, outcome: Outcome) -> Result<()> {
    let now = platform.clock().now();
    let end = platform
        .database()
        .write(move |db| Box::pin(async move { lease::end(db, &job, &outcome, now).await.map(|_| ()) }));
    end.await
}
