//! Opening the database: waiting for it, and bringing it to the present state.
use super::failure::CommandError;
use hosting_core::{
    Database, Error,
    clock::{Clock, SystemClock},
    database::{Bounds, Location, executor::Executor, reach},
    error::is_away,
    installation::{Known, known},
};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, Statement};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long after a database did not answer it is asked again.
const AGAIN: Duration = Duration::from_millis(500);
/// Connections that a process uses where the operator does not say how many.
const USUAL: u32 = 20;
/// What processes that start together agree on: who has this lock brings the database to the present state.
const LOCK: i64 = 0x686f_7374_696e_6721;

/// How a database is opened.
#[derive(Clone, Copy)]
pub struct Opening<'a> {
    /// Connections to a server; as many as are usual and fit unless said.
    pub connections: Option<u32>,
    /// How long one of them may take for what it is asked.
    pub patience: Duration,
    /// How long it is waited for a database that is away.
    pub wait: Duration,
    /// The secret, where there is one yet.
    pub secret: Option<&'a str>,
    /// Whether one is made where there is none.
    pub make: bool,
}

/// Why it was not opened.
enum Closed {
    /// It may be there in a while.
    Away(DbErr),
    Broken(DbErr),
    Refused(String),
}

impl From<DbErr> for Closed {
    fn from(cause: DbErr) -> Self {
        if is_away(&cause) { Self::Away(cause) } else { Self::Broken(cause) }
    }
}

/// The database at `location`, in the present state.
pub async fn open(location: &Location, opening: Opening<'_>) -> Result<Database, CommandError> {
    let end = Instant::now() + opening.wait;
    let mut told = false;
    loop {
        let why = match open_now(location, opening).await {
            Ok(database) => return Ok(database),
            Err(Closed::Away(cause)) if Instant::now() + AGAIN < end => {
                if !std::mem::replace(&mut told, true) {
                    tracing::warn!(%cause, seconds = opening.wait.as_secs(), "waiting for the database");
                }
                sleep(AGAIN).await;
                continue;
            }
            Err(Closed::Away(cause)) => {
                format!("the database does not answer, after {} s: {cause}", opening.wait.as_secs())
            }
            Err(Closed::Broken(cause)) => format!("the database cannot be opened: {cause}"),
            Err(Closed::Refused(why)) => why,
        };
        return Err(CommandError::refused(why));
    }
}

async fn open_now(location: &Location, opening: Opening<'_>) -> Result<Database, Closed> {
    let patience = opening.patience;
    let bounds = |connections| Bounds { connections, patience };
    match location {
        Location::Sqlite(file) if !opening.make && !file.exists() => {
            Err(Closed::Refused(none(&file.display())))
        }
        Location::Sqlite(_) => {
            let database = Database::open(location).await?;
            migrate(database.connection(), opening).await?;
            Ok(database)
        }
        Location::Postgres(url) => {
            let connections = prepare(url, opening).await?;
            Ok(Database::open_within(location, bounds(connections)).await?)
        }
    }
}

/// Brings a server's database to the present state, one process at a time; says how many connections to use.
///
/// Over one connection, which ends with this: it has the lock, and as much time as a step needs.
async fn prepare(url: &str, opening: Opening<'_>) -> Result<u32, Closed> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).acquire_timeout(Duration::from_secs(5)).sqlx_logging(false);
    // A pool would not say why it has no connection.
    drop(reach(url).await?);
    let alone = sea_orm::Database::connect(options).await?;
    let prepared = async {
        let connections = fitting(&alone, opening.connections).await?;
        alone.execute_unprepared(&format!("SELECT pg_advisory_lock({LOCK})")).await?;
        migrate(&alone, opening).await?;
        Ok(connections)
    };
    let prepared = prepared.await;
    // It ends by itself where it cannot be told to.
    drop(alone.close().await);
    prepared
}

/// The steps that are missing; refuses a database that knows more steps than this program, or another secret.
async fn migrate(db: &DatabaseConnection, opening: Opening<'_>) -> Result<(), Closed> {
    let known = Migrator::migrations();
    let done = Migrator::get_migration_models(db).await?;
    let newer = done.iter().find(|step| known.iter().all(|known| known.name() != step.version));
    if let Some(step) = newer {
        return Err(Closed::Refused(format!(
            "the database is newer than this program: it knows the step {}, which a later version has made",
            step.version
        )));
    }
    if done.is_empty() && !opening.make {
        return Err(Closed::Refused(none(&"DATABASE_URL")));
    }
    if done.iter().any(|step| step.version == hosting_migrations::SECRETS) {
        check(db, opening.secret).await?;
    }
    Ok(Migrator::up(db, None).await?)
}

/// Refuses a secret that is not the database's, before anything is written.
async fn check(db: &DatabaseConnection, secret: Option<&str>) -> Result<(), Closed> {
    let given = secret.unwrap_or_default().as_bytes();
    match known(&Executor::of(db), given, SystemClock.now()).await {
        Ok(Known::Another) => Err(Closed::Refused(another(secret.is_some()))),
        Ok(Known::Ours(_) | Known::None) => Ok(()),
        Err(Error::Internal(cause)) => Err(Closed::Refused(cause)),
        Err(cause) => Err(Closed::Refused(cause.to_string())),
    }
}

/// What is said to whom asks for something of an installation that is not there.
fn none(place: &dyn std::fmt::Display) -> String {
    format!(
        "{place}: there is no installation; are --data (HOSTING_DATA) and DATABASE_URL those of the server?"
    )
}

/// What is said to whom comes with another secret than the database's, or with none.
pub fn another(given: bool) -> String {
    let what = match given {
        true => "the secret is not the one that this database was made with",
        false => "there is no secret in the data folder, and this database was made with one",
    };
    format!(
        "{what}: without it no key is known and nothing sealed can be opened; give it by --data or HOSTING_SECRET"
    )
}

/// What a server allows.
#[derive(FromQueryResult)]
struct Allowed {
    most: i32,
}

/// How many connections are used: those that were asked for, if there can be so many.
async fn fitting(db: &DatabaseConnection, asked: Option<u32>) -> Result<u32, Closed> {
    let sql = "SELECT least(
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
            nullif((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user), -1),
            nullif((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), -1)
        ) AS most";
    let statement = Statement::from_string(db.get_database_backend(), sql);
    let allowed = Allowed::find_by_statement(statement).one(db).await?;
    let most = allowed.map_or(USUAL, |Allowed { most }| u32::try_from(most).unwrap_or(0));
    match asked {
        Some(asked) if asked > most => Err(Closed::Refused(format!(
            "HOSTING_DATABASE_CONNECTIONS: {asked} connections, and the server allows {most}"
        ))),
        Some(asked) => Ok(asked),
        None => Ok(USUAL.min(most)),
    }
}
