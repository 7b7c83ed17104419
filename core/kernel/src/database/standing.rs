//! Whether a server answers: it is asked once a second, over a connection of its own, so that whoever needs it is
//! refused at once while it is away, and the log says so once.
use crate::refusals::error::{Error, Result};
use sea_orm::{
    DbErr, RuntimeErr,
    sqlx::{Connection, Error as SqlxError, PgConnection, postgres::PgConnectOptions},
};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};

/// How often it is asked, and asked again.
const EVERY: Duration = Duration::from_secs(1);
/// How long it may take to say a word.
const WORD: Duration = Duration::from_secs(2);
/// How long it may take to let somebody in.
const DOOR: Duration = Duration::from_secs(5);

/// Whether a server answers, as it was found a second ago.
#[derive(Debug)]
pub(super) struct Standing {
    away: Arc<AtomicBool>,
    asking: JoinHandle<()>,
}

impl Drop for Standing {
    fn drop(&mut self) {
        self.asking.abort();
    }
}

impl Standing {
    /// That of the server at `url`, which answered just now.
    pub fn of(url: &str) -> Self {
        let away = Arc::new(AtomicBool::new(false));
        let asking = tokio::spawn(ask(url.to_owned(), Arc::clone(&away)));
        Self { away, asking }
    }

    /// Refuses what needs a server that is away.
    pub fn check(&self) -> Result<()> {
        if self.away.load(Ordering::Relaxed) { Err(Error::DatabaseAway) } else { Ok(()) }
    }
}

/// Asks over and over, and says when it went and when it came.
async fn ask(url: String, away: Arc<AtomicBool>) {
    let (mut connection, mut since, database) = (None, None, named(&url));
    loop {
        sleep(EVERY).await;
        if let Some(open) = connection.take() {
            connection = says_a_word(open).await;
        }
        // What is lost may be the line alone.
        if connection.is_none() {
            match reach(&url).await {
                Ok(open) => connection = Some(open),
                Err(cause) if is_gone(&cause) => {
                    if since.is_none() {
                        since = Some(Instant::now());
                        away.store(true, Ordering::Relaxed);
                        tracing::error!(
                            database,
                            %cause,
                            "the database is away: what needs it is refused until it answers"
                        );
                    }
                    continue;
                }
                Err(cause) => tracing::warn!(database, %cause, "the database lets nobody else in"),
            }
        }
        if let Some(since) = since.take() {
            away.store(false, Ordering::Relaxed);
            tracing::info!(database, seconds = since.elapsed().as_secs(), "the database answers again");
        }
    }
}

/// What the log calls the database at `url`: mail servers may have one of their own.
fn named(url: &str) -> String {
    let options = url.parse::<PgConnectOptions>();
    options.map_or_else(
        |_| String::new(),
        |at| format!("{}@{}:{}", at.get_database().unwrap_or_default(), at.get_host(), at.get_port()),
    )
}

/// Whether nobody answers, or a server that ends or begins: one that has no room for another connection is there for
/// those that are open.
fn is_gone(cause: &DbErr) -> bool {
    match cause {
        DbErr::Conn(RuntimeErr::SqlxError(cause)) => match &**cause {
            SqlxError::Database(said) => said.code().is_some_and(|code| code.starts_with("57P")),
            _ => true,
        },
        _ => true,
    }
}

async fn says_a_word(mut open: PgConnection) -> Option<PgConnection> {
    matches!(timeout(WORD, open.ping()).await, Ok(Ok(()))).then_some(open)
}

/// A connection to the server at `url`, or why there is none.
pub async fn reach(url: &str) -> Result<PgConnection, DbErr> {
    let late = |_| SqlxError::Io(io::Error::new(io::ErrorKind::TimedOut, "it let nobody in within 5 s"));
    let open = timeout(DOOR, PgConnection::connect(url)).await.map_err(late);
    open.and_then(|open| open).map_err(|cause| DbErr::Conn(RuntimeErr::SqlxError(Arc::new(cause))))
}
