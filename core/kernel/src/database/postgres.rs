//! PostgreSQL: connections to a server, any of which may be slow or fall silent.
mod lines;

use super::{
    executor::Executor,
    places::{Place, Places},
    standing::Standing,
    turns::Whose,
    work::{Answer, Work},
};
use crate::refusals::error::{Error, Result};
use lines::{Line, Lines};
use sea_orm::{
    ConnectOptions, DatabaseConnection, DbErr,
    sqlx::{self, Executor as _, PgPool},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::timeout;

/// How a server of PostgreSQL is used; a file needs no such bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Connections at the same time, at most; two at least.
    pub connections: u32,
    /// How long a read or a transaction may take: then it is given up, and its connection with it.
    pub patience: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { connections: 20, patience: Duration::from_secs(10) }
    }
}

/// How long a connection of the pool is waited for.
const WAIT: Duration = Duration::from_secs(5);
/// Connections of the pool: a process that serves uses one of them.
const APART: u32 = 3;
/// How a transaction begins.
const WRITE: &str = "BEGIN";
/// How one begins that reads what is of one moment.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

#[derive(Clone, Debug)]
pub(super) struct Postgres {
    lines: Arc<Lines>,
    places: Places,
    most: usize,
    patience: Duration,
    standing: Arc<Standing>,
    /// For who brings transactions of their own, and who listens.
    apart: DatabaseConnection,
}

impl Postgres {
    pub async fn open(url: &str, bounds: Bounds) -> Result<Self, DbErr> {
        let Bounds { connections, patience } = bounds;
        let settings = careful(patience);
        let mut options = ConnectOptions::new(url);
        options.max_connections(APART).acquire_timeout(WAIT).connect_timeout(WAIT).sqlx_logging(false);
        options.map_sqlx_postgres_pool_opts({
            let settings = settings.clone();
            move |options| {
                let settings = settings.clone();
                options.after_connect(move |connection, _| {
                    let settings = sqlx::AssertSqlSafe(settings.clone());
                    Box::pin(async move { connection.execute(settings).await.map(|_| ()) })
                })
            }
        });
        // One is left to who listens without a place; one asks whether the server is well.
        let most = usize::try_from(connections).unwrap_or(usize::MAX).saturating_sub(2).max(1);
        let share = (most - most / 4).max(1);
        let apart = sea_orm::Database::connect(options).await?;
        let lines = Arc::new(Lines::to(url, settings)?);
        let standing = Arc::new(Standing::of(url));
        Ok(Self { lines, places: Places::new(most, share, patience), most, patience, standing, apart })
    }

    /// Connections for what brings its own transactions.
    pub const fn connection(&self) -> &DatabaseConnection {
        &self.apart
    }

    pub fn pool(&self) -> &PgPool {
        self.apart.get_postgres_connection_pool()
    }

    /// The lines that are used and those that are not, and how many there are at most.
    pub fn load(&self) -> (usize, usize, usize) {
        let (busy, idle) = self.lines.load();
        (busy, idle, self.most)
    }

    /// Whether nobody uses any of it.
    pub fn is_unused(&self) -> bool {
        let pool = self.pool();
        self.lines.load().0 == 0 && pool.num_idle() == usize::try_from(pool.size()).unwrap_or(usize::MAX)
    }

    /// A reader on behalf of `whose`; as a snapshot, in a transaction of its own.
    pub async fn reader(&self, whose: Whose, snapshot: bool) -> Result<Reader> {
        let place = self.place(whose).await?;
        let line = self.in_time(self.line(snapshot.then_some(SNAPSHOT))).await?;
        Ok(Reader(Some((line, place))))
    }

    /// A place of `whose`, unless the server is away.
    async fn place(&self, whose: Whose) -> Result<Place> {
        self.standing.check()?;
        let place = self.places.take(whose).await?;
        self.standing.check()?;
        Ok(place)
    }

    async fn line(&self, begin: Option<&'static str>) -> Result<Line> {
        Ok(self.lines.lend(begin).await?)
    }

    /// Does `work` in one transaction.
    pub async fn write(&self, whose: Whose, work: Work) -> Result<Answer> {
        let _place = self.place(whose).await?;
        let sent = AtomicBool::new(false);
        let written = async {
            let line = self.line(Some(WRITE)).await?;
            let done = work(&Executor::by(&line)).await;
            match done {
                Ok(_) => {
                    sent.store(true, Ordering::Relaxed);
                    line.commit().await?;
                }
                // What cannot be told to undo it any more undoes it by itself.
                Err(_) => drop(line.rollback().await),
            }
            done
        };
        self.in_time(written).await.map_err(|refusal| match refusal {
            Error::Overloaded if sent.load(Ordering::Relaxed) => Error::OutcomeUnknown,
            refusal => refusal,
        })
    }

    /// Does `work`, a single statement, outside of any transaction.
    pub async fn write_statement(&self, whose: Whose, work: Work) -> Result<Answer> {
        let _place = self.place(whose).await?;
        self.in_time(async { work(&Executor::by(&self.line(None).await?)).await }).await
    }

    /// What `work` comes to, unless nothing is heard of it: then whoever asked may ask again.
    pub async fn in_time<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let silent = |_| {
            tracing::warn!(patience = ?self.patience, "the database does not answer");
            Error::Overloaded
        };
        timeout(self.patience, work).await.map_err(silent)?
    }

    pub async fn ping(&self) -> Result<()> {
        self.standing.check()?;
        Ok(self.apart.ping().await?)
    }
}

/// Who reads, for as long as this lives.
pub(super) struct Reader(Option<(Line, Place)>);

impl Reader {
    pub fn executor(&self) -> Executor<'_> {
        Executor::by(self.line())
    }

    fn line(&self) -> &Line {
        &self.0.as_ref().expect("it is there until the reader goes").0
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some((line, place)) = self.0.take() {
            line.leave(place);
        }
    }
}

/// What makes the server give up sooner than we do, and lets nobody wait for one that fell silent.
fn careful(patience: Duration) -> String {
    let millis = patience.as_millis();
    format!(
        "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = {millis};
         SET tcp_user_timeout = {millis}; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;
         SET tcp_keepalives_count = 3",
        millis * 4 / 5,
        millis / 2,
    )
}
