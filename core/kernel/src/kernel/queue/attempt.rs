//! One attempt at a job: done at the backend for as long as it is ours, and then written down.
use super::{
    given_up,
    job::Job,
    lease::{self, Lease},
    moment::Moment,
    task::{AnyTask, Completion, JobKind, Outcome},
};
use crate::{
    kernel::{area::Areas, figures::FIGURES, panics::caught, platform::Platform, spans},
    providers::{Failure, within},
    refusals::error::{Error, Result},
};
use std::{future::poll_fn, pin::pin, sync::Arc, task::Poll, time::Duration};
use tokio::time::{Instant, sleep};
use tracing::Instrument;

/// How often a worker extends its lease.
const HEARTBEAT: Duration = Duration::from_secs(4);

/// A job that was taken.
pub(super) struct Work {
    pub job: Job,
    pub lease: Lease,
    pub kind: &'static JobKind,
}

/// Tries the job once; it is in the queue no more then, or is there for another try, or is another worker's.
pub(super) async fn attempt(platform: &Platform, work: Work, task: Box<dyn AnyTask>) -> Result<()> {
    let span = spans::job(&work.job);
    attempted(platform, work, task).instrument(span).await
}

async fn attempted(platform: &Platform, work: Work, mut task: Box<dyn AnyTask>) -> Result<()> {
    let began = Instant::now();
    let done = run(platform, &work, &mut *task).instrument(spans::backend(&work.job.lane)).await;
    if let Some(done) = &done {
        FIGURES.backend(&work.job.lane, began.elapsed(), done);
    }
    let Some(done) = done else {
        tracing::warn!(job = %work.job.id, kind = work.kind.name, "a job was lost to another worker");
        return Ok(());
    };
    let Work { job, kind, .. } = work;
    if let Err(failure) = &done {
        let request_id = job.request_id;
        tracing::warn!(job = %job.id, %request_id, kind = kind.name, attempt = job.attempts, %failure, "a job failed");
    }
    let lane = platform.lanes().iter().find(|lane| lane.name() == job.lane);
    let alone_for = || lane?.alone_for(platform.providers());
    let done = done.map_err(|failure| held_up(failure, alone_for()));
    let task: Arc<dyn AnyTask> = Arc::from(task);
    let outcome = judged(&job, &*task, done);
    let Err(cause) = finish(platform, job.clone(), Arc::clone(&task), outcome).await else { return Ok(()) };
    // Nothing of it was kept: what was done at the backend is done again under the same id.
    tracing::error!(job = %job.id, kind = kind.name, %cause, "a job could not be finished");
    match judged(&job, &*task, Err(cause.into())) {
        Err((failure, true)) => give_up(platform, job, task, failure).await,
        outcome => end(platform, job, outcome).await,
    }
}

/// What failed while its backend is away: to go and see whether that is back was no attempt, however often it is done.
fn held_up(failure: Failure, alone_for: Option<Duration>) -> Failure {
    let Some(wait) = alone_for else { return failure };
    match failure {
        Failure::Unavailable(why) => Failure::NotNow { wait, why },
        Failure::Timeout => Failure::NotNow { wait, why: "no answer in time".to_owned() },
        other => other,
    }
}

/// Whether it is tried again after this attempt.
fn judged(job: &Job, task: &dyn AnyTask, done: Result<(), Failure>) -> Outcome {
    done.map_err(|failure| {
        let waits = matches!(failure, Failure::NotNow { .. });
        let last = task.is_final(&failure) || (job.attempts >= Job::ATTEMPTS && !waits);
        (failure, last)
    })
}

/// Ends a job whose attempts are used up, though none of them came to its end, without running it again.
pub(super) async fn settle(platform: &Platform, job: Job, task: Arc<dyn AnyTask>) -> Result<()> {
    let failure = given_up::why_given_up(&job);
    give_up(platform, job, task, failure).await
}

/// Has the record say that its work was given up; where not even that can be done, the job is buried alone.
async fn give_up(platform: &Platform, job: Job, task: Arc<dyn AnyTask>, failure: Failure) -> Result<()> {
    let outcome = Err((failure, true));
    let Err(cause) = finish(platform, job.clone(), task, outcome.clone()).await else { return Ok(()) };
    tracing::error!(job = %job.id, kind = job.kind, %cause, "what was given up could not be written down");
    end(platform, job, outcome).await
}

/// Ends a job that was given up and that nobody here can read: its subject says that nothing will come of what
/// waits there.
pub(super) async fn settle_unread(platform: &Platform, areas: Areas, job: Job, cause: String) -> Result<()> {
    tracing::error!(job = %job.id, kind = job.kind, cause, "a job that cannot be read was given up");
    let (of, now, moment) = (platform.clone(), platform.clock().now(), Moment::of(platform));
    let settle = platform.database().write(move |db| {
        Box::pin(async move {
            let failure = given_up::why_given_up(&job);
            if lease::end(db, &job, &Err((failure.clone(), true)), moment).await? {
                let at = Completion { platform: &of, db, now, job: &job };
                given_up::abandon(&at, areas, &failure).await?;
            }
            Ok(())
        })
    });
    settle.await
}

/// Calls the backend within bounds, and keeps the job meanwhile; nothing where it became another worker's.
///
/// The lease is looked at each time before the work goes on: a worker that was held up, or a machine that slept,
/// does nothing more to a job that somebody else may have.
async fn run(platform: &Platform, work: &Work, task: &mut dyn AnyTask) -> Option<Result<(), Failure>> {
    let Work { job, lease, kind } = work;
    let mut lease = *lease;
    let mut run = pin!(within(kind.timeout, async {
        caught(task.run(platform, job)).await.unwrap_or_else(|panic| {
            tracing::error!(job = %job.id, kind = kind.name, panic, "a job panicked");
            Err(Failure::Unavailable("the work broke off".to_owned()))
        })
    }));
    loop {
        let held = poll_fn(|cx| match lease.holds(platform.clock()) {
            true => run.as_mut().poll(cx).map(Some),
            false => Poll::Ready(None),
        });
        let lapsed = tokio::select! {
            biased;
            done = held => match done {
                Some(done) => return Some(done),
                None => true,
            },
            () = sleep(HEARTBEAT) => false,
        };
        match lease::extend(platform, job).await {
            Ok(Some(longer)) => lease = longer,
            Ok(None) => return None,
            Err(cause) if lapsed => {
                tracing::error!(job = %job.id, %cause, "a job cannot be kept");
                return None;
            }
            // There is time left to try again.
            Err(cause) => tracing::warn!(job = %job.id, %cause, "a lease could not be extended"),
        }
    }
}

/// Ends the job, or puts it back for another try, together with what its record says.
async fn finish(platform: &Platform, job: Job, task: Arc<dyn AnyTask>, outcome: Outcome) -> Result<()> {
    let (of, now, moment) = (platform.clone(), platform.clock().now(), Moment::of(platform));
    let finish = platform.database().write(move |db| {
        Box::pin(async move {
            if !lease::end(db, &job, &outcome, moment).await? {
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
    let now = Moment::of(platform);
    let end = platform
        .database()
        .write(move |db| Box::pin(async move { lease::end(db, &job, &outcome, now).await.map(|_| ()) }));
    end.await
}
