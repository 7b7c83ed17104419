//! The one writer of `SQLite`: many writes, one commit.
//!
//! Writes that wait while the previous commit goes to disk share the next one. Each has a savepoint
//! of its own, so that one which is refused undoes only itself; nobody is answered before the disk.
use super::lane::Lane;
use crate::{Error, Result};
use futures_util::{FutureExt, future::BoxFuture};
use sea_orm::{DatabaseExecutor, DbErr};
use std::{panic::AssertUnwindSafe, sync::Arc, thread};
use tokio::{
    runtime::Handle,
    sync::{Notify, mpsc},
};

/// What tells the one who asked, once the outcome of the commit is known.
pub(super) type Finish = Box<dyn FnOnce(Result<()>) + Send>;

/// A write: done inside the transaction; says whether to keep it, and whom to tell.
pub(super) type Work =
    Box<dyn for<'a> FnOnce(&'a DatabaseExecutor<'a>) -> BoxFuture<'a, (bool, Finish)> + Send>;

/// Writes that share one commit at most; keeps the wait of the first in bounds.
const GROUP: usize = 128;

/// Starts the writer, which tells when something was `written`; it ends when nobody can ask it any more.
pub(super) fn start(lane: Arc<Lane>, written: Arc<Notify>) -> Result<mpsc::Sender<Work>, DbErr> {
    let (sender, mut waiting) = mpsc::channel::<Work>(1024);
    let runtime = Handle::current();
    let run = move || {
        while let Some(first) = waiting.blocking_recv() {
            group(&lane, &runtime, first, &mut waiting);
            written.notify_one();
        }
    };
    let thread = thread::Builder::new().name("writer".to_owned()).spawn(run);
    thread.map_err(|cause| DbErr::Custom(cause.to_string()))?;
    Ok(sender)
}

/// One transaction: `first`, and whatever waits meanwhile.
fn group(lane: &Arc<Lane>, runtime: &Handle, first: Work, waiting: &mut mpsc::Receiver<Work>) {
    let begun = lane.run("BEGIN IMMEDIATE");
    let connection = lane.connection();
    let executor = DatabaseExecutor::Connection(&connection);
    let mut done = Vec::new();
    let mut next = Some(first);
    while let Some(work) = next {
        match &begun {
            Ok(()) => done.extend(one(lane, runtime, &executor, work)),
            // Dropping the work tells the one who asked that nothing came of it.
            Err(cause) => tracing::error!(%cause, "no transaction could be opened"),
        }
        let more = begun.is_ok() && lane.in_transaction() && done.len() < GROUP;
        next = if more { waiting.try_recv().ok() } else { None };
    }
    let committed = match lane.in_transaction() {
        true => lane.run("COMMIT").inspect_err(|_| drop(lane.run("ROLLBACK"))),
        false => Err(DbErr::Custom("the transaction was given up".to_owned())),
    };
    for finish in done {
        finish(committed.as_ref().copied().map_err(|cause| Error::Internal(cause.to_string())));
    }
}

/// One write under its savepoint; nothing if it panicked, which undoes it.
fn one(lane: &Lane, runtime: &Handle, db: &DatabaseExecutor<'_>, work: Work) -> Option<Finish> {
    if let Err(cause) = lane.run("SAVEPOINT one") {
        tracing::error!(%cause, "no savepoint could be set");
        return None;
    }
    let done = runtime.block_on(AssertUnwindSafe(async { work(db).await }).catch_unwind()).ok();
    if !done.as_ref().is_some_and(|(keep, _)| *keep) && lane.in_transaction() {
        drop(lane.run("ROLLBACK TO one"));
    }
    if lane.in_transaction() {
        drop(lane.run("RELEASE one"));
    }
    done.map(|(_, finish)| finish)
}
