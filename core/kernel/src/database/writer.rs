//! The one writer of `SQLite`: many writes, one commit.
//!
//! Writes that wait while the previous commit goes to disk share the next one, in turns of those whose they are. One
//! that is refused undoes only itself; nobody is answered before the disk.
use super::executor::Executor;
use super::{
    lane::Lane,
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
    let executor = Executor::of(&connection);
    let (mut done, mut empty, mut weight) = (Vec::new(), true, 0);
    let mut next = Some(first);
    while let Some(Write { work, size, answer }) = next {
        weight += size.weight();
        match &begun {
            Ok(()) => {
                // Where it panicked, dropping the answer tells the one who asked that nothing came of it.
                if let Some(outcome) = one(lane, runtime, &executor, (work, size), empty) {
                    empty &= outcome.is_err();
                    done.push((answer, outcome));
                }
            }
            // It was not even begun: it can be asked again.
            Err(cause) => {
                tracing::error!(%cause, "no transaction could be opened");
                let _ = answer.send(Err(Error::Overloaded));
            }
        }
        // Those who waited with the first have waited as long for whoever holds the file.
        next = match &begun {
            Ok(()) if lane.in_transaction() && weight < GROUP => waiting.next_now(false),
            Ok(()) => None,
            Err(_) => waiting.next_now(true),
        };
    }
    let committed = match lane.in_transaction() {
        true => lane.run("COMMIT").inspect_err(|_| drop(lane.run("ROLLBACK"))),
        false => Err(DbErr::Custom("the transaction was given up".to_owned())),
    };
    match &committed {
        // What changed nothing proves nothing.
        Ok(()) if lane.rows_changed() > before => waiting.freed(),
        Err(cause) if begun.is_ok() => waiting.stuck(cause),
        _ => {}
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
mod tests {
    use crate::{
        database::{Database, Location, executor::Executor},
        refusals::error::{Error, Result},
        values::clock::{Clock, SystemClock},
    };
    use sea_orm::{ConnectionTrait, DbBackend};
    use std::sync::{Arc, Mutex};
    use tokio::sync::oneshot;
    use uuid::Uuid;

    /// What becomes of a write.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Fate {
        Kept,
        Refused,
        Panics,
        /// A single statement that is kept.
        Statement,
        /// A single statement that fails.
        Broken,
    }
    use Fate::{Broken, Kept, Panics, Refused, Statement};

    /// A database in a file of its own, with a table; and another program's way into it.
    async fn stage() -> (Database, rusqlite::Connection, std::path::PathBuf) {
        let file = std::env::temp_dir().join(format!("hosting-writer-{}.db", SystemClock.id()));
        let database = Database::open(&Location::Sqlite(file.clone())).await.unwrap();
        let other = rusqlite::Connection::open(&file).unwrap();
        other.execute_batch("CREATE TABLE one (value integer PRIMARY KEY)").unwrap();
        (database, other, file)
    }

    /// A write that holds the writer until it is told to go on.
    async fn hold(database: &Database) -> oneshot::Sender<()> {
        let (release, released) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel();
        let database = database.clone();
        tokio::spawn(async move {
            let wait = async {
                tell.send(()).unwrap();
                released.await.map_err(Error::from)
            };
            database.write(move |_| Box::pin(wait)).await
        });
        told.await.unwrap();
        release
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_writes_little_does_not_wait_for_all_of_who_writes_much() {
        let (database, _, file) = stage().await;
        let held = hold(&database).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut asked = Vec::new();
        for (account, value) in (0..300).map(|value| (1, value)).chain([(2, 300)]) {
            let (database, order) = (database.on_behalf_of(Uuid::from_u128(account)), Arc::clone(&order));
            asked.push(tokio::spawn(async move {
                let note = async move {
                    order.lock().unwrap().push(value);
                    Ok(())
                };
                database.write(move |_| Box::pin(note)).await
            }));
        }
        // They wait by now, in whatever order.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        held.send(()).unwrap();
        for asked in asked {
            asked.await.unwrap().unwrap();
        }
        let place = order.lock().unwrap().iter().position(|value| *value == 300).unwrap();
        assert!(place <= 2, "it had its turn after {place}");
        std::fs::remove_file(file).unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_writes_little_waits_neither_for_much_of_another_nor_for_their_own() {
        let (database, other, file) = stage().await;
        let (other, held) = (Arc::new(Mutex::new(other)), hold(&database).await);
        let of = |account| database.on_behalf_of(Uuid::from_u128(account));
        let mut much = Vec::new();
        for _ in 0..3 {
            let (database, other) = (of(1), Arc::clone(&other));
            // What is committed as this one begins.
            let look = async move {
                let other = other.lock().unwrap();
                Ok(other.query_row("SELECT count(*) FROM one", [], |row| row.get::<_, i64>(0)).unwrap())
            };
            much.push(tokio::spawn(async move { database.write_rows(100, move |_| Box::pin(look)).await }));
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let little = [(1, 10), (2, 20)].map(|(account, value)| tokio::spawn(write(of(account), value, Kept)));
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        held.send(()).unwrap();
        for much in much {
            assert_eq!(much.await.unwrap().unwrap(), 2, "both were on disk before the first that is much");
        }
        for little in little {
            little.await.unwrap().unwrap();
        }
        std::fs::remove_file(file).unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn those_who_wait_for_another_program_share_one_wait() {
        let (database, other, file) = stage().await;
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let mut asked: Vec<_> =
            (0..5).map(|value| tokio::spawn(write(database.clone(), value, Kept))).collect();
        let (first, _, others) = futures_util::future::select_all(asked.drain(..)).await;
        assert!(matches!(first.unwrap(), Err(Error::Overloaded)));
        // The others were refused with it: none of them begins to wait now.
        other.execute_batch("ROLLBACK").unwrap();
        for other in others {
            assert!(matches!(other.await.unwrap(), Err(Error::Overloaded)));
        }
        assert_eq!(write(database, 5, Kept).await.unwrap(), 5);
        std::fs::remove_file(file).unwrap();
    }

    async fn write(database: Database, value: usize, fate: Fate) -> Result<usize> {
        let table = if fate == Broken { "none" } else { "one" };
        let insert = format!("INSERT INTO {table} VALUES ({value})");
        let work = async move |db: &Executor<'_>| {
            db.execute_unprepared(&insert).await?;
            assert_ne!(fate, Panics, "as it should");
            if fate == Refused { Err(Error::NotFound) } else { Ok(value) }
        };
        match fate {
            Statement | Broken => {
                database.write_statement(move |db| Box::pin(async move { work(db).await })).await
            }
            _ => database.write(move |db| Box::pin(async move { work(db).await })).await,
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_write_that_is_not_kept_undoes_itself_alone() {
        let file = std::env::temp_dir().join(format!("hosting-writer-{}.db", SystemClock.id()));
        let database = Database::open(&Location::Sqlite(file.clone())).await.unwrap();
        let fates = [Kept, Refused, Panics, Statement, Broken];
        let every = fates.iter().flat_map(|a| fates.iter().flat_map(move |b| fates.map(|c| [*a, *b, c])));
        for together in every {
            // By the writer: one that panics is told so before it is undone.
            let table = async |db: &Executor<'_>| {
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
                    Kept | Statement => assert_eq!(told.unwrap(), n, "{together:?}"),
                    Refused => assert!(matches!(told, Err(Error::NotFound)), "{together:?}"),
                    Panics | Broken => assert!(matches!(told, Err(Error::Internal(_))), "{together:?}"),
                }
            }
            let rows = "SELECT value FROM one ORDER BY value";
            let rows = sea_orm::Statement::from_string(DbBackend::Sqlite, rows);
            // What is committed, for the same reason.
            let reader = database.reader(false).await.unwrap();
            let rows = reader.executor().query_all_raw(rows).await.unwrap();
            drop(reader);
            let rows: Vec<i64> = rows.iter().map(|row| row.try_get("", "value").unwrap()).collect();
            let kept =
                together.iter().zip(0..).filter(|(fate, _)| matches!(fate, Kept | Statement)).map(|(_, n)| n);
            assert_eq!(rows, kept.collect::<Vec<i64>>(), "{together:?}");
        }
        std::fs::remove_file(file).unwrap();
    }
}
