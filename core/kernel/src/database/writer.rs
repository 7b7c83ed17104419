//! The one writer of `SQLite`: many writes, one commit.
//!
//! Writes that wait while the previous commit goes to disk share the next one, in turns of those whose they are. One
//! that is refused undoes only itself; nobody is answered before the disk.
//!
//! It never waits for company: threads that have nothing to do meanwhile cost more than commits that are not shared.
use super::executor::Executor;
use super::{
    lane::Lane,
    sums::Sums,
    turns::{Turns, Whose},
    work::{Answer, Work},
};
use crate::refusals::error::{Error, Result};
use futures_util::FutureExt;
use sea_orm::DbErr;
use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use tokio::{
    runtime::Handle,
    sync::{Notify, oneshot},
};

/// A write that waits.
pub(super) struct Write {
    pub work: Work,
    pub size: Size,
    /// Where it is answered; whoever asked may have gone: what was done stays done.
    pub answer: oneshot::Sender<Result<Answer>>,
}

/// How much a write does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// One statement, which leaves nothing behind where it fails.
    Statement,
    /// Several, which are undone together.
    Several,
    /// So many rows, which are undone together.
    Rows(usize),
}

impl Size {
    /// How much of a commit it takes up.
    const fn weight(self) -> usize {
        match self {
            Self::Statement | Self::Several => 1,
            Self::Rows(rows) => rows,
        }
    }

    /// Whether others are not to wait for it in one commit with theirs, or in one turn with their own.
    const fn is_much(self) -> bool {
        self.weight() > MUCH
    }
}

/// Opens a transaction that writes.
const BEGIN: &str = "BEGIN IMMEDIATE";
/// What shares one commit at most, by its weight, unless one alone weighs more; keeps the wait of the first in bounds.
const GROUP: usize = 128;
/// What weighs more begins a commit of its own, which others may join, and waits in a turn of its own: whoever has little
/// to write waits for one such commit at most, be it another's or theirs.
const MUCH: usize = 32;
/// Writes of one account that may wait, as many of those that are much.
const WAITING: usize = 1024;

/// Where writes wait for the writer, which ends when this is gone.
pub(super) struct Writes(Arc<Queue>);

#[derive(Default)]
struct Queue {
    state: Mutex<Waiting>,
    changed: Condvar,
    /// The last that was written could not be kept, as on a full disk.
    stuck: AtomicBool,
}

#[derive(Default)]
struct Waiting {
    turns: Turns<Write, (Whose, bool)>,
    /// Nobody can ask any more.
    over: bool,
}

impl Writes {
    /// Lets `write`, which is `whose`, wait for its turn; not where too much of theirs waits.
    pub fn push(&self, whose: Whose, write: Write) -> Result<()> {
        let (mut waiting, turn) = (self.0.waiting(), (whose, write.size.is_much()));
        if waiting.turns.count(turn) >= WAITING {
            return Err(Error::Overloaded);
        }
        waiting.turns.push(turn, write);
        drop(waiting);
        self.0.changed.notify_one();
        Ok(())
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.0.waiting().turns.len()
    }

    /// Whether the last that was written could not be kept, as on a full disk.
    pub fn is_stuck(&self) -> bool {
        self.0.stuck.load(Ordering::Relaxed)
    }

    /// It is known to be kept again.
    pub fn freed(&self) {
        self.0.freed();
    }
}

impl Drop for Writes {
    fn drop(&mut self) {
        self.0.waiting().over = true;
        self.0.changed.notify_one();
    }
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next write, as soon as there is one; nothing when there will be no more.
    fn next(&self) -> Option<Write> {
        let waiting = self.waiting();
        let idle = |waiting: &mut Waiting| waiting.turns.is_empty() && !waiting.over;
        self.changed.wait_while(waiting, idle).unwrap_or_else(PoisonError::into_inner).turns.next()
    }

    /// Nothing is kept for now: said once.
    fn stuck(&self, cause: &DbErr) {
        if !self.stuck.swap(true, Ordering::Relaxed) {
            tracing::error!(%cause, "nothing can be written: what would be is refused until it can");
        }
    }

    fn freed(&self) {
        if self.stuck.swap(false, Ordering::Relaxed) {
            tracing::info!("it can be written again");
        }
    }

    /// The next write, if there is one now; of those that are not `much` alone.
    fn next_now(&self, much: bool) -> Option<Write> {
        self.waiting().turns.next_of(|(_, is_much)| much || !is_much).map(|(_, write)| write)
    }
}

/// Starts the writer, which tells when something was `written`; it ends when nobody can ask it any more.
pub(super) fn start(lane: Arc<Lane>, written: Arc<Notify>) -> Result<Writes, DbErr> {
    let queue = Arc::new(Queue::default());
    let (runtime, waiting) = (Handle::current(), Arc::clone(&queue));
    let run = move || {
        while let Some(first) = waiting.next() {
            group(&lane, &runtime, first, &waiting);
            written.notify_one();
        }
    };
    let thread = thread::Builder::new().name("writer".to_owned()).spawn(run);
    thread.map_err(|cause| DbErr::Custom(cause.to_string()))?;
    Ok(Writes(queue))
}

/// One transaction: `first`, and whatever waits meanwhile.
fn group(lane: &Arc<Lane>, runtime: &Handle, first: Write, waiting: &Queue) {
    let before = lane.rows_changed();
    let begun = lane.run(BEGIN);
    let connection = lane.connection();
    let sums = Sums::default();
    let executor = Executor::of(&connection).in_place(lane).adding(&sums);
    let (mut done, mut refused, mut empty, mut weight) = (Vec::new(), Vec::new(), true, 0);
    let mut next = Some(first);
    while let Some(Write { work, size, answer }) = next {
        weight += size.weight();
        match &begun {
            Ok(()) => {
                // Where it panicked, dropping the answer tells the one who asked that nothing came of it.
                let outcome = one(lane, runtime, &executor, (work, size), empty);
                sums.settle(outcome.as_ref().is_some_and(Result::is_ok));
                if let Some(outcome) = outcome {
                    empty &= outcome.is_err();
                    done.push((answer, outcome));
                }
            }
            // It was not even begun: it can be asked again.
            Err(_) => refused.push(answer),
        }
        // Those who waited with the first have waited as long for whoever holds the file.
        next = match &begun {
            Ok(()) if lane.in_transaction() && weight < GROUP => waiting.next_now(false),
            Ok(()) => None,
            Err(_) => waiting.next_now(true),
        };
    }
    let committed = match lane.in_transaction() {
        true => {
            let summed = sums.write(lane).and_then(|()| lane.run("COMMIT"));
            summed.inspect_err(|_| drop(lane.run("ROLLBACK")))
        }
        false => Err(DbErr::Custom("the transaction was given up".to_owned())),
    };
    match &committed {
        // What changed nothing proves nothing.
        Ok(()) if lane.rows_changed() > before => waiting.freed(),
        Err(cause) if begun.is_ok() => waiting.stuck(cause),
        _ => {}
    }
    if let Err(cause) = &begun {
        tracing::error!(%cause, "no transaction could be opened");
    }
    // Whoever comes once somebody was told has not waited yet.
    for answer in refused {
        let _ = answer.send(Err(Error::Overloaded));
    }
    for (answer, outcome) in done {
        let committed = committed.as_ref().map_err(|cause| Error::Internal(cause.to_string()));
        let _ = answer.send(committed.and(outcome));
    }
}

/// One write, which is kept unless it is refused; nothing of it is if it panicked.
///
/// In a transaction that is still empty it is undone with that, and a single statement by itself. Others have a
/// savepoint, which costs a copy of each page that they write to.
fn one(
    lane: &Lane,
    runtime: &Handle,
    db: &Executor<'_>,
    (work, size): (Work, Size),
    empty: bool,
) -> Option<Result<Answer>> {
    let savepoint = !empty && size != Size::Statement;
    if savepoint && let Err(cause) = lane.run("SAVEPOINT one") {
        tracing::error!(%cause, "no savepoint could be set");
        return None;
    }
    let done = runtime.block_on(AssertUnwindSafe(async { work(db).await }).catch_unwind()).ok();
    let kept = done.as_ref().is_some_and(Result::is_ok);
    let settle: &[&str] = match (savepoint, kept) {
        (true, true) => &["RELEASE one"],
        (true, false) => &["ROLLBACK TO one", "RELEASE one"],
        (false, false) if empty => &["ROLLBACK", BEGIN],
        (false, _) => &[],
    };
    for sql in settle {
        // It may have ended by itself, as on a full disk; what cannot be undone alone is undone with all.
        if (lane.in_transaction() || *sql == BEGIN) && lane.run(sql).is_err() {
            drop(lane.run("ROLLBACK"));
            break;
        }
    }
    done
}

#[cfg(test)]
mod tests;
