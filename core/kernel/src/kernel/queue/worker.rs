//! Working off the queue: each job is tried, retried with growing waits, and buried in the end.
use super::{
    attempt::{Work, attempt, settle, settle_unread},
    job::Job,
    lane::Lane,
    lease,
    read::read,
    take::{self, Taken},
};
use crate::{
    kernel::{area::Areas, panics::caught, platform::Platform},
    refusals::error::{Error, Result},
};
use futures_util::future::BoxFuture;
use std::{sync::Arc, time::Duration};
use tokio::{sync::watch, task::JoinSet, time::sleep};

/// How often work is looked for that nobody woke a worker for: another process's, or what is due again.
const POLL: Duration = Duration::from_millis(500);

/// Starts the workers of this process; they end, after the jobs that they have, when `stop` turns true.
pub fn start(platform: &Platform, areas: Areas, stop: &watch::Receiver<bool>) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    for lane in platform.lanes() {
        for _ in 0..lane.hands(platform.conversions_at_once()) {
            tasks.spawn(work(platform.clone(), areas, lane.clone(), stop.clone()));
        }
    }
    tasks.spawn(look(platform.clone(), stop.clone()));
    tasks
}

/// Looks which lanes have work, and wakes a worker of each.
async fn look(platform: Platform, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match take::due_lanes(&platform).await {
            Ok(lanes) => lanes.iter().for_each(|lane| platform.wakeups().wake_one(lane)),
            // The log has it once that the database is away.
            Err(Error::Overloaded | Error::DatabaseAway) => {}
            Err(cause) => tracing::error!(%cause, "the queue cannot be looked at"),
        }
        tokio::select! {
            () = sleep(POLL) => {}
            () = platform.wakeups().woken() => {}
            _ = stop.changed() => {}
        }
    }
}

/// One worker: nothing that befalls a job ends it.
async fn work(platform: Platform, areas: Areas, lane: Lane, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match caught(work_next(&platform, areas, &lane)).await {
            Ok(Ok(true)) => continue,
            Ok(Ok(false) | Err(Error::Overloaded | Error::DatabaseAway)) => {}
            Ok(Err(cause)) => tracing::error!(%cause, "the queue cannot be worked off"),
            Err(panic) => tracing::error!(panic, "a worker panicked"),
        }
        tokio::select! {
            () = platform.wakeups().woken_in(&lane) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Does the next job that is due, whoever's it is, in whichever lane; says whether there was one.
pub fn work_once(platform: &Platform, areas: Areas) -> BoxFuture<'_, Result<bool>> {
    Box::pin(async move {
        for lane in take::due_lanes(platform).await? {
            if work_next(platform, areas, &lane).await? {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

async fn work_next(platform: &Platform, areas: Areas, lane: &Lane) -> Result<bool> {
    let Some(Taken { job, lease, hand: _hand }) = take::take(platform, lane).await? else { return Ok(false) };
    // Where one was, there may be more: the next worker looks while this one is busy.
    platform.wakeups().wake_one(lane);
    let used_up = job.attempts > Job::ATTEMPTS;
    match read(&job, areas) {
        Ok((_, task)) if used_up => settle(platform, job, Arc::from(task)).await?,
        Ok((kind, task)) => attempt(platform, Work { job, lease, kind }, task).await?,
        Err(cause) if used_up => settle_unread(platform, areas, job, cause).await?,
        Err(cause) => {
            let (id, kind) = (job.id, job.kind.clone());
            tracing::warn!(job = %id, kind, cause, "a job cannot be read: it is left to another version");
            lease::leave(platform, job).await?;
        }
    }
    Ok(true)
}
