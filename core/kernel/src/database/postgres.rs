//! PostgreSQL: connections to a server, any of which may be slow or fall silent.
use super::executor::Executor;
use super::{
    places::{Place, Places},
    standing::Standing,
    turns::Whose,
    work::{Answer, Work},
};
use crate::refusals::error::{Error, Result};
use sea_orm::{
    AccessMode, ConnectOptions, DatabaseConnection, DatabaseTransaction, DbErr, IsolationLevel,
    TransactionTrait,
    sqlx::{self, Connection, Executor as _, PgConnection, PgPool, postgres::PgPoolOptions},
};
use std::{
    io,
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

/// How long a connection that is given back may take to say that it is well.
const WORD: Duration = Duration::from_secs(2);
/// How long nobody may have used a connection of which it is believed unasked that it is well.
const FRESH: Duration = Duration::from_secs(1);
/// How long a connection is waited for by who has a place.
const WAIT: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub(super) struct Postgres {
    connections: DatabaseConnection,
    places: Places,
    patience: Duration,
    standing: Arc<Standing>,
}

impl Postgres {
    pub async fn open(url: &str, bounds: Bounds) -> Result<Self, DbErr> {
        let Bounds { connections, patience } = bounds;
        let mut options = ConnectOptions::new(url);
        options
            .max_connections(connections.saturating_sub(1).max(1))
            .acquire_timeout(WAIT)
            .connect_timeout(WAIT)
            .test_before_acquire_if_idle_for(FRESH)
            .map_sqlx_postgres_pool_opts(move |options| careful(options, patience))
            .sqlx_logging(false);
        // One is left to who listens without a place; one is not of the pool, and asks whether it is well.
        let places = usize::try_from(connections).unwrap_or(usize::MAX).saturating_sub(2).max(1);
        let share = (places - places / 4).max(1);
        let connections = sea_orm::Database::connect(options).await?;
        let standing = Arc::new(Standing::of(url));
        Ok(Self { connections, places: Places::new(places, share, patience), patience, standing })
    }

    /// Its connections, for what brings its own transactions.
    pub const fn connection(&self) -> &DatabaseConnection {
        &self.connections
    }

    pub fn pool(&self) -> &PgPool {
        self.connections.get_postgres_connection_pool()
    }

    /// A reader on behalf of `whose`; as a snapshot, in a transaction of its own.
    pub async fn reader(&self, whose: Whose, snapshot: bool) -> Result<Reader> {
        let place = self.place(whose).await?;
        let source = match snapshot {
            true => Source::Snapshot(self.in_time(self.snapshot()).await?),
            false => Source::Connections(self.connections.clone()),
        };
        Ok(Reader { source, _place: place })
    }

    /// A place of `whose`, unless the server is away.
    async fn place(&self, whose: Whose) -> Result<Place> {
        self.standing.check()?;
        let place = self.places.take(whose).await?;
        self.standing.check()?;
        Ok(place)
    }

    async fn snapshot(&self) -> Result<DatabaseTransaction> {
        let (level, mode) = (Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly));
        Ok(self.connections.begin_with_config(level, mode).await?)
    }

    /// Does `work` in one transaction.
    pub async fn write(&self, whose: Whose, work: Work) -> Result<Answer> {
        let _place = self.place(whose).await?;
        let sent = AtomicBool::new(false);
        let written = async {
            let transaction = self.connections.begin().await?;
            let done = work(&Executor::of(&transaction)).await;
            match done {
                Ok(_) => {
                    sent.store(true, Ordering::Relaxed);
                    transaction.commit().await?;
                }
                // What cannot be told to undo it any more undoes it by itself.
                Err(_) => drop(transaction.rollback().await),
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
        self.in_time(work(&Executor::of(&self.connections))).await
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
        Ok(self.connections.ping().await?)
    }
}

/// Who reads, for as long as this lives.
pub(super) struct Reader {
    source: Source,
    _place: Place,
}

enum Source {
    Connections(DatabaseConnection),
    Snapshot(DatabaseTransaction),
}

impl Reader {
    pub fn executor(&self) -> Executor<'_> {
        match &self.source {
            Source::Connections(connections) => Executor::of(connections),
            Source::Snapshot(transaction) => Executor::of(transaction),
        }
    }
}

/// The server gives up sooner than we do, and nobody gets a connection that fell silent.
fn careful(options: PgPoolOptions, patience: Duration) -> PgPoolOptions {
    let millis = patience.as_millis();
    let settings = format!(
        "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = {millis};
         SET tcp_user_timeout = {millis}; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;
         SET tcp_keepalives_count = 3",
        millis * 4 / 5,
        millis / 2,
    );
    options
        .after_connect(move |connection, _| {
            let settings = sqlx::AssertSqlSafe(settings.clone());
            Box::pin(async move { connection.execute(settings).await.map(|_| ()) })
        })
        .after_release(|connection, _| Box::pin(says_a_word(connection)))
}

/// Whether a connection still answers; what does not is closed without a word.
async fn says_a_word(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let silent = |_| sqlx::Error::Io(io::ErrorKind::TimedOut.into());
    timeout(WORD, connection.ping()).await.map_err(silent)?.map(|()| true)
}
