//! The database: opened here, read and written through here, whichever it is.
pub(crate) mod lane;
pub mod owned;
mod sqlite;
mod writer;

use crate::refusals::error::{Error, Result};
use futures_util::future::BoxFuture;
use sea_orm::{
    AccessMode, ConnectOptions, DatabaseConnection, DatabaseExecutor, DatabaseTransaction, DbErr,
    IsolationLevel, TransactionTrait, sqlx::PgPool,
};
use std::{path::PathBuf, str::FromStr, time::Duration};

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
pub struct Database(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Sqlite(sqlite::Sqlite),
    Postgres(DatabaseConnection),
}

/// A connection for reading, for as long as this lives.
pub struct Reader(Lease);

enum Lease {
    Sqlite(sqlite::Reader),
    Postgres(DatabaseConnection),
    Snapshot(DatabaseTransaction),
}

impl Reader {
    /// What queries are sent to.
    pub fn executor(&self) -> DatabaseExecutor<'_> {
        match &self.0 {
            Lease::Sqlite(reader) => reader.connection().into(),
            Lease::Postgres(pool) => pool.into(),
            Lease::Snapshot(transaction) => transaction.into(),
        }
    }
}

impl Reader {
    /// The connection itself, where it can be asked in place.
    pub(crate) fn lane(&self) -> Option<&lane::Lane> {
        match &self.0 {
            Lease::Sqlite(reader) => Some(reader.lane()),
            Lease::Postgres(_) | Lease::Snapshot(_) => None,
        }
    }
}

impl Database {
    /// Opens it; a file that is missing is made.
    pub async fn open(location: &Location) -> Result<Self, DbErr> {
        match location {
            Location::Sqlite(path) => Ok(Self(Kind::Sqlite(sqlite::Sqlite::open(path)?))),
            Location::Postgres(url) => {
                let mut options = ConnectOptions::new(url);
                options
                    .max_connections(20)
                    .acquire_timeout(Duration::from_secs(5))
                    .connect_timeout(Duration::from_secs(5))
                    .sqlx_logging(false);
                Ok(Self(Kind::Postgres(sea_orm::Database::connect(options).await?)))
            }
        }
    }

    /// A connection for reading; as a `snapshot`, all that it reads is of one moment.
    pub async fn reader(&self, snapshot: bool) -> Result<Reader> {
        Ok(Reader(match &self.0 {
            Kind::Sqlite(sqlite) => Lease::Sqlite(sqlite.reader(snapshot)?),
            Kind::Postgres(pool) if snapshot => {
                let begin =
                    pool.begin_with_config(Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly));
                Lease::Snapshot(begin.await?)
            }
            Kind::Postgres(pool) => Lease::Postgres(pool.clone()),
        }))
    }

    /// Does `work` in one transaction, and answers when that is on disk; an error undoes it.
    ///
    /// `work` may await nothing but the database: on SQLite all other writes wait for it.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a DatabaseExecutor<'a>) -> BoxFuture<'a, Result<T>> + Send + 'static,
    {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.write(work).await,
            Kind::Postgres(pool) => {
                let transaction = pool.begin().await?;
                let done = work(&DatabaseExecutor::Transaction(&transaction)).await;
                match done {
                    Ok(_) => transaction.commit().await?,
                    Err(_) => transaction.rollback().await?,
                }
                done
            }
        }
    }

    /// A plain connection for what brings its own transactions: migrations.
    pub fn connection(&self) -> &DatabaseConnection {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.connection(),
            Kind::Postgres(pool) => pool,
        }
    }

    /// The server's connections, where there is a server.
    pub(crate) fn pool(&self) -> Option<&PgPool> {
        match &self.0 {
            Kind::Sqlite(_) => None,
            Kind::Postgres(pool) => Some(pool.get_postgres_connection_pool()),
        }
    }

    /// Returns when this process has written something since the last time; only a file tells.
    pub(crate) async fn committed(&self) {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.committed().await,
            Kind::Postgres(_) => std::future::pending().await,
        }
    }

    /// Whether it answers.
    pub async fn ping(&self) -> Result<()> {
        match &self.0 {
            Kind::Sqlite(sqlite) => Ok(sqlite.reader(false)?.ping()?),
            Kind::Postgres(pool) => Ok(pool.ping().await?),
        }
    }
}

impl From<tokio::sync::oneshot::error::RecvError> for Error {
    fn from(_: tokio::sync::oneshot::error::RecvError) -> Self {
        Self::Internal("a background task ended before it answered".to_owned())
    }
}
