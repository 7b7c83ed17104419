//! Whether a server answers: it is asked once a second, over a connection of its own, so that whoever needs it is
//! refused at once while it is away, and the log says so once.
use crate::refusals::error::{Error, Result};
use sea_orm::{
    DbErr, RuntimeErr,
    sqlx::{Connection, Error as SqlxError, PgConnection},
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
        if self.away.load(Ordering::Relaxed) { Err(Error::Overloaded) } else { Ok(()) }
    }
}

async fn ask(url: String, away: Arc<AtomicBool>) {
    let mut connection = None;
    loop {
        sleep(EVERY).await;
        if let Some(open) = connection.take() {
            connection = says_a_word(open).await;
        }
        if connection.is_some() {
            continue;
        }
        // What is lost may be the line alone.
        connection = match reach(&url).await {
            Ok(open) => Some(open),
            Err(cause) => Some(awaited(&url, cause, &away).await),
        };
    }
}

/// Waits for a server that is away, and says when it went and when it came.
async fn awaited(url: &str, cause: DbErr, away: &AtomicBool) -> PgConnection {
    let since = Instant::now();
    away.store(true, Ordering::Relaxed);
    tracing::error!(%cause, "the database is away: what needs it is refused until it answers");
    loop {
        sleep(EVERY).await;
        if let Ok(open) = reach(url).await {
            away.store(false, Ordering::Relaxed);
            tracing::info!(seconds = since.elapsed().as_secs(), "the database answers again");
            return open;
        }
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
