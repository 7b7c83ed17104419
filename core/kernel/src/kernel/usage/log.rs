//! The way of entries into the database: a request that changed nothing waits until its own are on disk.
//!
//! On SQLite they share the commits of the one writer. A server is told of many at once: a batch forms while
//! the one before it is written, in turns of the accounts that ask.
use super::{Settling, UsageEntry, entry, record::record, settling::was_turned_away};
use crate::{
    database::{Database, executor::Executor, turns::Turns},
    kernel::figures::{self, FIGURES},
    refusals::error::{Error, Result},
};
use sea_orm::{IntoActiveModel, entity::prelude::*};
use std::{sync::LazyLock, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

/// Rows of a batch; the last request of it may go over that. Whoever comes next waits for no more.
const ROWS: usize = 256;
/// Rows of one statement, at most: a server takes 65,535 parameters, and an entry has nineteen.
const MOST: usize = 65_535 / 19;
/// Requests that are taken in together.
const TOGETHER: usize = 256;
/// Batches that are written at the same time, at most.
const AT_ONCE: usize = 4;
/// When a batch is late: the next one does not wait for it any longer.
const LATE: Duration = Duration::from_millis(250);
/// How often those are written down that were turned away: who asks too much is answered with all others that do, and
/// whoever is served does not wait for a commit of each.
const BEAT: Duration = Duration::from_millis(50);

/// The entries of a request, how they are settled, and whom to tell.
type Waiting = (Vec<UsageEntry>, Settling, oneshot::Sender<Result<()>>);

/// Where requests hand in their entries.
#[derive(Clone, Debug)]
pub(crate) enum Log {
    /// The writer itself.
    InPlace(Database),
    /// Who writes batches.
    Batched(mpsc::Sender<Waiting>),
}

impl Log {
    /// The way into `db`; what writes batches ends when nobody can record any more.
    pub fn start(db: Database) -> Self {
        if db.is_file() {
            return Self::InPlace(db);
        }
        let (sender, handed_in) = mpsc::channel(4 * TOGETHER);
        tokio::spawn(write_batches(db, handed_in));
        Self::Batched(sender)
    }

    /// Writes `entries`, which are of one account, down, all or none; done when they are on disk.
    pub async fn record(&self, mut entries: Vec<UsageEntry>, settling: Settling) -> Result<()> {
        let Some(account) = entries.first().map(|entry| entry.account_id) else { return Ok(()) };
        let _waiting = figures::Waiting::one_more(&FIGURES.entries_waiting);
        for entry in &entries {
            FIGURES.operation(entry);
        }
        if entries.iter().all(was_turned_away) {
            sleep(until_the_beat()).await;
        }
        let db = match self {
            Self::InPlace(db) => db.on_behalf_of(account),
            Self::Batched(batches) => {
                let (sender, answer) = oneshot::channel();
                let gone = || Error::Internal("the usage log has stopped".to_owned());
                batches.send((entries, settling, sender)).await.map_err(|_| gone())?;
                return answer.await?;
            }
        };
        if entries.len() == 1
            && let Some(mut entry) = entries.pop()
        {
            let written = db.write_statement(move |db| {
                settling.settle([&mut entry]);
                Box::pin(record(db, entry))
            });
            return written.await;
        }
        let several = db.write_rows(entries.len(), move |db| {
            settling.settle(&mut entries);
            Box::pin(async move {
                for entry in entries {
                    record(db, entry).await?;
                }
                Ok(())
            })
        });
        several.await
    }
}

/// How long it is until refusals are written down again.
fn until_the_beat() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let since = FIRST.elapsed().as_micros() % BEAT.as_micros();
    BEAT.saturating_sub(Duration::from_micros(u64::try_from(since).unwrap_or(0)))
}

/// Takes in what is handed in, and writes it batch by batch.
async fn write_batches(db: Database, mut handed_in: mpsc::Receiver<Waiting>) {
    let (mut turns, mut writing) = (Turns::default(), JoinSet::new());
    let (mut taken, mut late, mut open) = (Vec::with_capacity(TOGETHER), Instant::now(), true);
    while open || !writing.is_empty() || !turns.is_empty() {
        tokio::select! {
            count = handed_in.recv_many(&mut taken, TOGETHER), if open => open = count > 0,
            Some(_) = writing.join_next() => {}
            () = sleep_until(late), if !turns.is_empty() && writing.len() < AT_ONCE => {}
        }
        for waiting in taken.drain(..) {
            turns.push(waiting.0.first().map(|entry| entry.account_id), waiting);
        }
        let free = writing.is_empty() || writing.len() < AT_ONCE && late <= Instant::now();
        if free && !turns.is_empty() {
            writing.spawn(write(db.clone(), next_batch(&mut turns)));
            late = Instant::now() + LATE;
        }
    }
}

/// What is written next: a turn of one account after another, until there are rows enough.
fn next_batch(turns: &mut Turns<Waiting>) -> Vec<Waiting> {
    let (mut batch, mut rows) = (Vec::new(), 0);
    while rows < ROWS
        && let Some(waiting) = turns.next()
    {
        rows += waiting.0.len();
        batch.push(waiting);
    }
    batch
}

/// Writes a batch, and tells those who wait for it. Where it is refused as a whole, each is written by itself: what
/// is wrong with the entries of one is no fault of the others.
async fn write(db: Database, batch: Vec<Waiting>) {
    let settled = batch.into_iter().map(|(mut entries, settling, answer)| {
        settling.settle(&mut entries);
        (entries, answer)
    });
    let (entries, answers): (Vec<_>, Vec<_>) = settled.unzip();
    let written = match insert(&db, entries.concat()).await {
        // What nothing was heard of may stand: all of it or nothing does.
        Err(Error::Overloaded | Error::DatabaseAway | Error::OutcomeUnknown)
            if stand(&db, &entries).await =>
        {
            Ok(())
        }
        written => written,
    };
    let apart = matches!(written, Err(Error::Internal(_))) && answers.len() > 1;
    for (entries, answer) in entries.into_iter().zip(answers) {
        let outcome = match &written {
            Ok(()) => Ok(()),
            Err(_) if apart => insert(&db, entries).await,
            Err(Error::Internal(cause)) => Err(Error::Internal(cause.clone())),
            Err(_) => Err(Error::Overloaded),
        };
        // Whoever asked may have gone; the entry stands.
        let _ = answer.send(outcome);
    }
}

/// Whether these entries are there, as far as can be seen now.
async fn stand(db: &Database, entries: &[Vec<UsageEntry>]) -> bool {
    let Some(one) = entries.iter().flatten().next() else { return false };
    let key = (one.id, one.account_id);
    #[expect(clippy::disallowed_methods, reason = "whose it is stands in the key")]
    let look = async {
        let reader = db.reader(false).await?;
        Ok(entry::Entity::find_by_id(key).one(&reader.executor()).await?)
    };
    matches!(db.in_time(look).await, Ok(Some(_)))
}

/// Writes `entries` down, all or none.
async fn insert(db: &Database, entries: Vec<UsageEntry>) -> Result<()> {
    if entries.len() <= MOST {
        return db.write_statement(move |db| Box::pin(insert_some(db, entries))).await;
    }
    let several = db.write(move |db| {
        Box::pin(async move {
            for some in entries.chunks(MOST) {
                insert_some(db, some.to_vec()).await?;
            }
            Ok(())
        })
    });
    several.await
}

async fn insert_some(db: &Executor<'_>, entries: Vec<UsageEntry>) -> Result<()> {
    FIGURES.entries.inc_by(entries.len() as u64);
    let rows = entries.into_iter().map(IntoActiveModel::into_active_model);
    entry::Entity::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}
