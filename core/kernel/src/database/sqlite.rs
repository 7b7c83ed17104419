//! `SQLite`: one connection that writes, several that read.
use super::{
    lane::{Lane, failed},
    places::{Place, Places},
    turns::Whose,
    work::{self, Answer, Work},
    writer::{self, Size, Write, Writes},
};
use crate::refusals::error::Result;
use rusqlite::{Connection, config::DbConfig};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    runtime::Handle,
    sync::{Notify, oneshot},
};

/// How long a place among the readers is waited for.
const WAIT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub(super) struct Sqlite(Arc<Inner>);

struct Inner {
    path: PathBuf,
    connection: DatabaseConnection,
    writes: Writes,
    committed: Arc<Notify>,
    places: Places,
    /// Those that nobody uses: never more than there are places.
    readers: Mutex<Vec<(Arc<Lane>, DatabaseConnection)>>,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sqlite({})", self.0.path.display())
    }
}

impl Sqlite {
    pub fn open(path: &Path) -> Result<Self, DbErr> {
        make(path).map_err(|cause| DbErr::Custom(format!("{}: {cause}", path.display())))?;
        let (lane, committed) = (Lane::new(connect(path)?), Arc::new(Notify::new()));
        // A read runs where it is asked for. One thread is left to whoever has none: it comes to its turn.
        let places = (Handle::current().metrics().num_workers() - 1).max(1);
        let inner = Inner {
            path: path.to_owned(),
            connection: lane.connection(),
            writes: writer::start(lane, Arc::clone(&committed))?,
            committed,
            places: Places::new(places, places, WAIT),
            readers: Mutex::default(),
        };
        Ok(Self(Arc::new(inner)))
    }

    pub fn connection(&self) -> &DatabaseConnection {
        &self.0.connection
    }

    /// Whether this is the only handle, no reader is in use, and no write waits.
    pub fn is_unused(&self) -> bool {
        Arc::strong_count(&self.0) == 1 && self.0.writes.waiting() == 0
    }

    /// How many writes wait.
    pub fn waiting(&self) -> usize {
        self.0.writes.waiting()
    }

    /// Whether the last that was written could not be kept, as on a full disk.
    pub fn is_stuck(&self) -> bool {
        self.0.writes.is_stuck()
    }

    /// Writes what nobody reads, and removes it, to see whether as much as a request writes is kept.
    pub async fn try_to_write(&self) -> Result<()> {
        const FILL: &str = "CREATE TABLE IF NOT EXISTS room AS SELECT zeroblob(65536) AS bytes";
        for sql in [FILL, "DROP TABLE room"] {
            let work = work::of(move |db| {
                Box::pin(async move {
                    db.execute_unprepared(sql).await?;
                    Ok(())
                })
            });
            self.write(None, Size::Several, work).await?;
        }
        self.0.writes.freed();
        Ok(())
    }

    /// Returns when something was written since the last time.
    pub async fn committed(&self) {
        self.0.committed.notified().await;
    }

    pub async fn reader(&self, whose: Whose, snapshot: bool) -> Result<Reader> {
        let place = self.0.places.take(whose).await?;
        let kept = self.0.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (lane, connection) = match kept {
            Some(kept) => kept,
            None => {
                let lane = Lane::new(connect(&self.0.path)?);
                let connection = lane.connection();
                (lane, connection)
            }
        };
        if snapshot {
            lane.run("BEGIN")?;
        }
        Ok(Reader { of: Arc::clone(&self.0), lane, connection, _place: place })
    }

    /// Hands `work` to the writer, and waits until it is on disk.
    pub async fn write(&self, whose: Whose, size: Size, work: Work) -> Result<Answer> {
        let (answer, answered) = oneshot::channel();
        self.0.writes.push(whose, Write { work, size, answer })?;
        answered.await?
    }
}

/// A connection for reading; goes back when dropped.
pub(super) struct Reader {
    of: Arc<Inner>,
    lane: Arc<Lane>,
    connection: DatabaseConnection,
    _place: Place,
}

impl Reader {
    pub const fn connection(&self) -> &DatabaseConnection {
        &self.connection
    }

    pub fn lane(&self) -> &Lane {
        &self.lane
    }

    pub fn ping(&self) -> Result<(), DbErr> {
        self.lane.run("SELECT 1 WHERE 0")
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if self.lane.in_transaction() && self.lane.run("COMMIT").is_err() {
            return;
        }
        let mut readers = self.of.readers.lock().unwrap_or_else(PoisonError::into_inner);
        readers.push((Arc::clone(&self.lane), self.connection.clone()));
    }
}

/// Makes the file where there is none, for nobody else to read; what stands beside it follows.
fn make(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => Err(cause),
        _ => Ok(()),
    }
}

/// WAL lets readers and the writer work at once; FULL means that what was answered survives a
/// loss of power. What a savepoint would need to be undone stays in memory: as a file, it would be made and
/// removed at each write.
fn connect(path: &Path) -> Result<Connection, DbErr> {
    let connection = Connection::open(path).map_err(failed)?;
    let settings = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000;
        PRAGMA journal_size_limit = 67108864;";
    connection.execute_batch(settings).map_err(failed)?;
    // Without this each new value of a `LIMIT` would have its cached statement planned again.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(failed)?;
    Ok(connection)
}
