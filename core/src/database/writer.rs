//! The one writer of `SQLite`: many writes, one commit.
//!
//! Writes that wait while the previous commit goes to disk share the next one. One that is refused undoes only
//! itself; nobody is answered before the disk.
use super::lane::Lane;
use crate::refusals::error::{Error, Result};
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

/// Opens a transaction that writes.
const BEGIN: &str = "BEGIN IMMEDIATE";
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
    let begun = lane.run(BEGIN);
    let connection = lane.connection();
    let executor = DatabaseExecutor::Connection(&connection);
    let (mut done, mut empty) = (Vec::new(), true);
    let mut next = Some(first);
    while let Some(work) = next {
        match &begun {
            Ok(()) => {
                let outcome = one(lane, runtime, &executor, work, empty);
                empty &= !outcome.as_ref().is_some_and(|(kept, _)| *kept);
                done.extend(outcome.map(|(_, finish)| finish));
            }
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

/// One write, and whether it is kept; nothing of it is if it panicked.
///
/// In a transaction that is still empty it is undone with that. Others have a savepoint, which costs a copy of
/// each page that they write to.
fn one(
    lane: &Lane,
    runtime: &Handle,
    db: &DatabaseExecutor<'_>,
    work: Work,
    empty: bool,
) -> Option<(bool, Finish)> {
    if !empty && let Err(cause) = lane.run("SAVEPOINT one") {
        tracing::error!(%cause, "no savepoint could be set");
        return None;
    }
    let done = runtime.block_on(AssertUnwindSafe(async { work(db).await }).catch_unwind()).ok();
    let kept = done.as_ref().is_some_and(|(keep, _)| *keep);
    let settle: &[&str] = match (empty, kept) {
        (true, true) => &[],
        (true, false) => &["ROLLBACK", BEGIN],
        (false, true) => &["RELEASE one"],
        (false, false) => &["ROLLBACK TO one", "RELEASE one"],
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
mod tests {
    use crate::{
        database::{Database, Location},
        refusals::error::{Error, Result},
        values::clock::{Clock, SystemClock},
    };
    use sea_orm::{ConnectionTrait, DatabaseExecutor, DbBackend, Statement};
    use tokio::sync::oneshot;

    /// What becomes of a write.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Fate {
        Kept,
        Refused,
        Panics,
    }
    use Fate::{Kept, Panics, Refused};

    async fn write(database: Database, value: usize, fate: Fate) -> Result<usize> {
        let insert = format!("INSERT INTO one VALUES ({value})");
        let work = async move |db: &DatabaseExecutor<'_>| {
            db.execute_unprepared(&insert).await?;
            assert_ne!(fate, Panics, "as it should");
            if fate == Refused { Err(Error::NotFound) } else { Ok(value) }
        };
        database.write(move |db| Box::pin(async move { work(db).await })).await
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_write_that_is_not_kept_undoes_itself_alone() {
        let file = std::env::temp_dir().join(format!("hosting-writer-{}.db", SystemClock.id()));
        let database = Database::open(&Location::Sqlite(file.clone())).await.unwrap();
        let fates = [Kept, Refused, Panics];
        let every = fates.iter().flat_map(|a| fates.iter().flat_map(move |b| fates.map(|c| [*a, *b, c])));
        for together in every {
            // By the writer: one that panics is told so before it is undone.
            let table = async |db: &DatabaseExecutor<'_>| {
                db.execute_unprepared("DROP TABLE IF EXISTS one").await?;
                db.execute_unprepared("CREATE TABLE one (value integer PRIMARY KEY)").await?;
                Ok(())
            };
            database.write(move |db| Box::pin(async move { table(db).await })).await.unwrap();
            // They wait behind this one, and come into its transaction, which is empty.
            let (release, held) = oneshot::channel::<()>();
            let first = database.clone();
            let first = tokio::spawn(async move {
                let refused = async { held.await.map_or(Ok(()), |()| Err(Error::NotFound)) };
                first.write(move |_| Box::pin(refused)).await
            });
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            let asked = together.into_iter().enumerate();
            let asked: Vec<_> =
                asked.map(|(n, fate)| tokio::spawn(write(database.clone(), n, fate))).collect();
            release.send(()).unwrap();
            assert!(matches!(first.await.unwrap(), Err(Error::NotFound)));
            for (n, (asked, fate)) in asked.into_iter().zip(together).enumerate() {
                let told = asked.await.unwrap();
                match fate {
                    Kept => assert_eq!(told.unwrap(), n, "{together:?}"),
                    Refused => assert!(matches!(told, Err(Error::NotFound)), "{together:?}"),
                    Panics => assert!(matches!(told, Err(Error::Internal(_))), "{together:?}"),
                }
            }
            let rows = "SELECT value FROM one ORDER BY value";
            let rows = Statement::from_string(DbBackend::Sqlite, rows);
            // What is committed, for the same reason.
            let reader = database.reader(false).await.unwrap();
            let rows = reader.executor().query_all_raw(rows).await.unwrap();
            drop(reader);
            let rows: Vec<i64> = rows.iter().map(|row| row.try_get("", "value").unwrap()).collect();
            let kept = together.iter().zip(0..).filter(|(fate, _)| **fate == Kept).map(|(_, n)| n);
            assert_eq!(rows, kept.collect::<Vec<i64>>(), "{together:?}");
        }
        std::fs::remove_file(file).unwrap();
    }
}
