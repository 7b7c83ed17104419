//! Lines to a server: connections that are kept open, and lent one at a time.
//!
//! Who asks has a place already, so nobody waits here for a line. One that was answered to the end is as well as can
//! be known, and goes back unasked; one that was not is closed. A pool that cannot know this asks each at its return.
use crate::database::executor::Executes;
use futures_util::future::BoxFuture;
use sea_orm::{
    DatabaseBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement,
    sea_query::{PostgresQueryBuilder, QueryBuilder, Values},
    sqlx::{
        self, AssertSqlSafe, ConnectOptions, Connection as _, Error as SqlxError, Executor as _,
        PgConnection, postgres::PgConnectOptions,
    },
};
use sea_query_sqlx::SqlxValues;
use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::Mutex as Turn,
    time::{Instant, timeout},
};

/// How long a line may take to say that it is well, or to do what nobody waits for.
const WORD: Duration = Duration::from_secs(2);
/// How long nobody may have used a line of which it is believed unasked that it is well.
const FRESH: Duration = Duration::from_secs(1);
/// How long a server may take to let somebody in.
const DOOR: Duration = Duration::from_secs(5);
/// How long a line is kept that nobody uses.
const UNUSED: Duration = Duration::from_mins(10);
/// How old a line gets: a server's side of it grows.
const AGE: Duration = Duration::from_mins(30);
/// Statements that a server keeps ready for a line.
const READY: usize = 256;

/// Those of one server.
#[derive(Debug)]
pub(super) struct Lines {
    to: PgConnectOptions,
    /// What each is told first.
    settings: String,
    /// Those that nobody uses; the last one was used last.
    idle: Mutex<Vec<Open>>,
    /// Those that somebody uses.
    lent: AtomicUsize,
}

/// One that is open.
#[derive(Debug)]
struct Open {
    connection: PgConnection,
    since: Instant,
    used: Instant,
    /// Statements that it knows by a name of ours.
    named: Vec<&'static str>,
}

impl Lines {
    /// To the server at `url`; each is told the `settings` first.
    pub fn to(url: &str, settings: String) -> Result<Self, DbErr> {
        let to = url.parse::<PgConnectOptions>().map_err(undone)?;
        let to = to.disable_statement_logging().statement_cache_capacity(READY);
        Ok(Self { to, settings, idle: Mutex::default(), lent: AtomicUsize::new(0) })
    }

    /// How many are used, and how many are not.
    pub fn load(&self) -> (usize, usize) {
        (self.lent.load(Ordering::Relaxed), self.idle().len())
    }

    /// One, in a transaction that begins with `begin` at the first that is asked.
    pub async fn lend(self: &Arc<Self>, begin: Option<&'static str>) -> Result<Line, DbErr> {
        let open = match self.kept().await {
            Some(open) => open,
            None => self.open().await.map_err(lost)?,
        };
        let stage = begin.map_or(Stage::Alone, Stage::Due);
        self.lent.fetch_add(1, Ordering::Relaxed);
        Ok(Line { of: Arc::clone(self), talk: Turn::new(Talk { open: Some(open), stage }) })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Open>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One of those that nobody uses, if one is well.
    async fn kept(&self) -> Option<Open> {
        loop {
            let mut open = self.idle().pop()?;
            if open.used.elapsed() < FRESH
                || matches!(timeout(WORD, open.connection.ping()).await, Ok(Ok(())))
            {
                return Some(open);
            }
        }
    }

    async fn open(&self) -> Result<Open, SqlxError> {
        let late = |_| SqlxError::Io(io::Error::new(io::ErrorKind::TimedOut, "it let nobody in within 5 s"));
        let opened = timeout(DOOR, async {
            let mut connection = self.to.connect().await?;
            connection.execute(AssertSqlSafe(self.settings.as_str())).await?;
            Ok::<_, SqlxError>(connection)
        });
        let connection = opened.await.map_err(late)??;
        let now = Instant::now();
        Ok(Open { connection, since: now, used: now, named: Vec::new() })
    }

    /// Keeps `open` for the next one; ends what has become old.
    fn keep(&self, mut open: Open) {
        let mut ended = Vec::new();
        open.used = Instant::now();
        let mut idle = self.idle();
        if open.since.elapsed() < AGE {
            idle.push(open);
        } else {
            ended.push(open);
        }
        if idle.first().is_some_and(|longest| longest.used.elapsed() > UNUSED) {
            ended.push(idle.remove(0));
        }
        drop(idle);
        for Open { connection, .. } in ended {
            tokio::spawn(timeout(WORD, connection.close()));
        }
    }
}

/// A line, for as long as this lives.
pub(super) struct Line {
    of: Arc<Lines>,
    talk: Turn<Talk>,
}

struct Talk {
    /// Nothing while it is asked: who goes without the answer leaves nothing that somebody else would hear.
    open: Option<Open>,
    stage: Stage,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// In no transaction.
    Alone,
    /// Before one, which begins with this.
    Due(&'static str),
    /// Within one.
    Within,
}

impl Line {
    /// Ends the transaction by `word`, if it was begun.
    async fn end(&self, word: &'static str) -> Result<(), DbErr> {
        let mut talk = self.talk.lock().await;
        if talk.stage == Stage::Within {
            talk.ask(|open| Box::pin(open.connection.execute(word))).await.map_err(undone)?;
        }
        talk.stage = Stage::Alone;
        Ok(())
    }

    /// Ends the transaction; what was done in it stays.
    pub async fn commit(&self) -> Result<(), DbErr> {
        self.end("COMMIT").await
    }

    /// Ends the transaction; nothing that was done in it stays.
    pub async fn rollback(&self) -> Result<(), DbErr> {
        self.end("ROLLBACK").await
    }

    /// Ends the transaction of who only read, which nobody waits for; what was `held` for it is let go after that.
    pub fn leave(mut self, held: impl Send + 'static) {
        if self.talk.get_mut().stage == Stage::Within {
            tokio::spawn(async move {
                // What does not answer is closed.
                drop(timeout(WORD, self.rollback()).await);
                drop((self, held));
            });
        } else {
            // The line first: whoever gets what was held looks for one.
            drop((self, held));
        }
    }

    async fn ask<T>(
        &self,
        ask: impl for<'a> FnOnce(&'a mut Open) -> BoxFuture<'a, Result<T, SqlxError>>,
    ) -> Result<T, SqlxError> {
        let mut talk = self.talk.lock().await;
        if let Stage::Due(begin) = talk.stage {
            talk.ask(|open| Box::pin(open.connection.execute(begin))).await?;
            talk.stage = Stage::Within;
        }
        talk.ask(ask).await
    }
}

impl Talk {
    async fn ask<T>(
        &mut self,
        ask: impl for<'a> FnOnce(&'a mut Open) -> BoxFuture<'a, Result<T, SqlxError>>,
    ) -> Result<T, SqlxError> {
        let broken = || SqlxError::Io(io::Error::new(io::ErrorKind::NotConnected, "the line broke before"));
        let mut open = self.open.take().ok_or_else(broken)?;
        let answer = ask(&mut open).await;
        if answer.as_ref().err().is_none_or(was_heard) {
            self.open = Some(open);
        }
        answer
    }
}

/// Whether it is the server's answer to what was asked, after which it can be asked again.
fn was_heard(cause: &SqlxError) -> bool {
    match cause {
        // Those of the classes 08 and 57P end the connection.
        SqlxError::Database(said) => {
            said.code().is_some_and(|code| !code.starts_with("08") && !code.starts_with("57P"))
        }
        _ => false,
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.of.lent.fetch_sub(1, Ordering::Relaxed);
        let Talk { open, stage } = self.talk.get_mut();
        // Within a transaction it is closed, which undoes that.
        if *stage != Stage::Within
            && let Some(open) = open.take()
        {
            self.of.keep(open);
        }
    }
}

impl Executes for Line {
    fn backend(&self) -> DatabaseBackend {
        DatabaseBackend::Postgres
    }

    fn returns(&self) -> bool {
        true
    }

    fn execute(&self, statement: Statement) -> BoxFuture<'_, Result<ExecResult, DbErr>> {
        Box::pin(async move {
            let done = self.ask(|open| Box::pin(open.connection.execute(query(statement)))).await;
            done.map(ExecResult::from).map_err(undone)
        })
    }

    fn execute_text<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<ExecResult, DbErr>> {
        let sql = sql.to_owned();
        Box::pin(async move {
            let done = self.ask(|open| Box::pin(open.connection.execute(AssertSqlSafe(sql)))).await;
            done.map(ExecResult::from).map_err(undone)
        })
    }

    fn one(&self, statement: Statement) -> BoxFuture<'_, Result<Option<QueryResult>, DbErr>> {
        Box::pin(async move {
            let found = self.ask(|open| Box::pin(open.connection.fetch_optional(query(statement)))).await;
            Ok(found.map_err(unfound)?.map(QueryResult::from))
        })
    }

    fn all(&self, statement: Statement) -> BoxFuture<'_, Result<Vec<QueryResult>, DbErr>> {
        Box::pin(async move {
            let found = self.ask(|open| Box::pin(open.connection.fetch_all(query(statement)))).await;
            let found = found.map_err(unfound)?;
            Ok(found.into_iter().map(QueryResult::from).collect())
        })
    }

    /// The server keeps the statement ready under its name, so that both go in one message as text.
    fn begin_with(
        &self,
        name: &'static str,
        statement: Statement,
    ) -> BoxFuture<'_, Result<ExecResult, DbErr>> {
        Box::pin(async move {
            let mut talk = self.talk.lock().await;
            let Stage::Due(begin) = talk.stage else {
                drop(talk);
                return self.execute(statement).await;
            };
            let done = talk.ask(|open| Box::pin(begun_with(open, begin, name, statement))).await;
            talk.stage = Stage::Within;
            done.map(ExecResult::from).map_err(undone)
        })
    }
}

/// What goes to the server.
fn query(statement: Statement) -> sqlx::query::Query<'static, sqlx::Postgres, SqlxValues> {
    sqlx::query_with(AssertSqlSafe(statement.sql), SqlxValues(statement.values.unwrap_or(Values(Vec::new()))))
}

async fn begun_with(
    open: &mut Open,
    begin: &str,
    name: &'static str,
    statement: Statement,
) -> Result<sqlx::postgres::PgQueryResult, SqlxError> {
    if !open.named.contains(&name) {
        let prepare = format!("PREPARE {name} AS {}", statement.sql);
        open.connection.execute(AssertSqlSafe(prepare)).await?;
        open.named.push(name);
    }
    let values = statement.values.iter().flat_map(|values| &values.0);
    let values: Vec<_> = values.map(|value| PostgresQueryBuilder.value_to_string(value)).collect();
    let both = format!("{begin}; EXECUTE {name}({})", values.join(", "));
    open.connection.execute(AssertSqlSafe(both)).await
}

/// Why there is no line.
fn lost(cause: SqlxError) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(cause)))
}

/// Why something was not done.
fn undone(cause: SqlxError) -> DbErr {
    DbErr::Exec(RuntimeErr::SqlxError(Arc::new(cause)))
}

/// Why nothing was found.
fn unfound(cause: SqlxError) -> DbErr {
    DbErr::Query(RuntimeErr::SqlxError(Arc::new(cause)))
}
