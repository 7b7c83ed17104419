//! The database: opened here, read and written through here, whichever it is.
pub mod executor;
pub mod kept;
pub mod lane;
pub mod named;
pub mod owned;
mod places;
mod postgres;
mod sqlite;
mod standing;
mod sums;
pub(crate) mod turns;
mod work;
mod writer;

pub use postgres::Bounds;
pub use standing::reach;
pub(crate) use sums::Sum;

use crate::refusals::error::{Error, Result};
use executor::Executor;
use futures_util::future::BoxFuture;
use sea_orm::{DatabaseConnection, DbErr, sqlx::PgPool};
use std::{
    path::{Path, PathBuf},
    str::FromStr,
};
use turns::Whose;
use uuid::Uuid;
use work::{Answer, Work};
use writer::Size;

/// Where the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a file of this machine.
    Sqlite(PathBuf),
    /// In a PostgreSQL server; the address holds a password, and is never logged.
    Postgres(String),
}

impl FromStr for Location {
    type Err = String;

    fn from_str(url: &str) -> Result<Self, String> {
        match url.split_once("://").or_else(|| url.split_once(':')) {
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(url.to_owned())),
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::Sqlite(path.into())),
            _ => Err("expected postgres://… or sqlite://<path>".to_owned()),
        }
    }
}

/// The database; cheap to clone.
#[derive(Clone, Debug)]
pub struct Database {
    kind: Kind,
    /// On whose behalf it is used.
    whose: Whose,
}

#[derive(Clone, Debug)]
enum Kind {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

/// How much of a database is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Of a file: the writes that wait for the one writer.
    Writer {
        /// How many wait.
        waiting: usize,
    },
    /// Of a server: the connections.
    Connections {
        /// Those that are used.
        busy: usize,
        /// Those that nobody uses.
        idle: usize,
        /// How many there are at most.
        most: usize,
    },
}

/// A connection for reading, for as long as this lives.
pub struct Reader(Lease);

enum Lease {
    Sqlite(sqlite::Reader),
    Postgres(postgres::Reader),
}

impl Reader {
    /// What queries are sent to.
    pub fn executor(&self) -> Executor<'_> {
        match &self.0 {
            Lease::Sqlite(reader) => Executor::of(reader.connection()).in_place(reader.lane()),
            Lease::Postgres(reader) => reader.executor(),
        }
    }
}

impl Database {
    /// Opens it; a file that is missing is made.
    pub async fn open(location: &Location) -> Result<Self, DbErr> {
        Self::open_within(location, Bounds::default()).await
    }

    /// The same; a server is used within `bounds`.
    pub async fn open_within(location: &Location, bounds: Bounds) -> Result<Self, DbErr> {
        let kind = match location {
            Location::Sqlite(path) => Kind::Sqlite(sqlite::Sqlite::open(path)?),
            Location::Postgres(url) => Kind::Postgres(postgres::Postgres::open(url, bounds).await?),
        };
        Ok(Self { kind, whose: None })
    }

    /// The same database on behalf of `account`: where many wait for it, each account has its turn.
    #[must_use]
    pub fn on_behalf_of(&self, account: Uuid) -> Self {
        Self { kind: self.kind.clone(), whose: Some(account) }
    }

    /// A connection for reading; as a `snapshot`, all that it reads is of one moment.
    ///
    /// Others wait for it: whoever has it awaits nothing but the database, and no other one.
    pub async fn reader(&self, snapshot: bool) -> Result<Reader> {
        Ok(Reader(match &self.kind {
            Kind::Sqlite(sqlite) => Lease::Sqlite(sqlite.reader(self.whose, snapshot).await?),
            Kind::Postgres(server) => Lease::Postgres(server.reader(self.whose, snapshot).await?),
        }))
    }

    /// What `work` reads, unless a server does not answer in time: then it is refused as what can be asked again.
    pub(crate) async fn in_time<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        match &self.kind {
            Kind::Sqlite(_) => work.await,
            Kind::Postgres(server) => server.in_time(work).await,
        }
    }

    /// Does `work` in one transaction, and answers when that is on disk; an error undoes it.
    ///
    /// `work` may await nothing but the database: on SQLite all other writes wait for it. Where a server does not
    /// answer to the commit in time, nobody knows what came of it: [`Error::OutcomeUnknown`].
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a Executor<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        self.write_sized(Size::Several, work).await
    }

    /// Does `work`, which writes so many `rows`, likewise.
    pub(crate) async fn write_rows<T, F>(&self, rows: usize, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a Executor<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        self.write_sized(Size::Rows(rows), work).await
    }

    /// Does `work`, a single statement, likewise: it shares a commit with others at the least cost.
    ///
    /// A server's connections each commit for themselves: there, it is a statement outside of any transaction.
    pub(crate) async fn write_statement<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a Executor<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        self.write_sized(Size::Statement, work).await
    }

    async fn write_sized<T, F>(&self, size: Size, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a Executor<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        self.carry_out(size, work::of(work)).await.map(work::answered)
    }

    fn carry_out(&self, size: Size, work: Work) -> BoxFuture<'_, Result<Answer>> {
        Box::pin(async move {
            match (&self.kind, size) {
                (Kind::Sqlite(sqlite), size) => sqlite.write(self.whose, size, work).await,
                (Kind::Postgres(server), Size::Statement) => server.write_statement(self.whose, work).await,
                (Kind::Postgres(server), Size::Several | Size::Rows(_)) => {
                    server.write(self.whose, work).await
                }
            }
        })
    }

    /// Whether it is a file, which is read beside its writer.
    pub(crate) const fn is_file(&self) -> bool {
        matches!(self.kind, Kind::Sqlite(_))
    }

    /// A plain connection for what brings its own transactions: migrations.
    pub fn connection(&self) -> &DatabaseConnection {
        match &self.kind {
            Kind::Sqlite(sqlite) => sqlite.connection(),
            Kind::Postgres(server) => server.connection(),
        }
    }

    /// The connections of who listens to a server, where there is one.
    pub(crate) fn pool(&self) -> Option<&PgPool> {
        match &self.kind {
            Kind::Sqlite(_) => None,
            Kind::Postgres(server) => Some(server.pool()),
        }
    }

    /// Returns when this process has written something since the last time; only a file tells.
    pub(crate) async fn committed(&self) {
        match &self.kind {
            Kind::Sqlite(sqlite) => sqlite.committed().await,
            Kind::Postgres(_) => std::future::pending().await,
        }
    }

    /// Copies it to `path` as it is at one moment, while it is used; whether it can be: a server is not copied.
    ///
    /// The copy is made by the database itself, takes as much room as what is in use; what is at `path` has to be empty.
    pub async fn copy_to(&self, path: &Path) -> Result<bool> {
        match &self.kind {
            Kind::Sqlite(sqlite) => {
                let path = path.to_string_lossy().replace('\'', "''");
                sqlite.reader(None, false).await?.lane().run(&format!("VACUUM INTO '{path}'"))?;
                Ok(true)
            }
            Kind::Postgres(_) => Ok(false),
        }
    }

    /// How much of it is in use.
    pub fn load(&self) -> Load {
        match &self.kind {
            Kind::Sqlite(sqlite) => Load::Writer { waiting: sqlite.waiting() },
            Kind::Postgres(server) => {
                let (busy, idle, most) = server.load();
                Load::Connections { busy, idle, most }
            }
        }
    }

    /// Whether nobody else has this handle of it, nor anything that it lent, so that it may be given to somebody else.
    pub fn is_unused(&self) -> bool {
        match &self.kind {
            Kind::Sqlite(sqlite) => sqlite.is_unused(),
            Kind::Postgres(server) => server.is_unused(),
        }
    }

    /// What it is, for operators.
    pub const fn driver(&self) -> &'static str {
        match &self.kind {
            Kind::Sqlite(_) => "sqlite",
            Kind::Postgres(_) => "postgresql",
        }
    }

    /// Whether it answers, and can be written to: every request is written down.
    pub async fn ping(&self) -> Result<()> {
        match &self.kind {
            Kind::Sqlite(sqlite) => {
                sqlite.reader(None, false).await?.ping()?;
                if sqlite.is_stuck() {
                    return sqlite.try_to_write().await;
                }
                // An empty transaction: nothing goes to the disk, but whoever else holds the file is seen.
                sqlite.write(None, Size::Statement, work::of(|_| Box::pin(async { Ok(()) }))).await?;
                Ok(())
            }
            Kind::Postgres(server) => server.ping().await,
        }
    }
}

impl From<tokio::sync::oneshot::error::RecvError> for Error {
    fn from(_: tokio::sync::oneshot::error::RecvError) -> Self {
        Self::Internal("a background task ended before it answered".to_owned())
    }
}
