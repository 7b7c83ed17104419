//! The database: opened when it is first needed, and brought to its present state there.
use hosting_kernel::{
    Database,
    database::{Bounds, Location, executor::Executor},
    error::{Error, Result},
    providers::Failure,
};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, RuntimeErr, Set, SqlxError, entity::prelude::*};
use std::time::Duration;

/// The state that this driver brings it to, and knows.
const PRESENT: i32 = 1;

/// Connections of one process, and how long it waits for an answer.
const BOUNDS: Bounds = Bounds { connections: 5, patience: Duration::from_secs(10) };

/// Where the database stands: one row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "maps_version")]
pub struct Model {
    /// The state that it was brought to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The database at `location`, in its present state.
pub async fn open(location: &Location) -> Result<Database, Failure> {
    let db = Database::open_within(location, BOUNDS).await.map_err(|cause| unopened(&cause))?;
    match db.write(|db| Box::pin(bring(db))).await.map_err(meant)? {
        PRESENT => Ok(db),
        newer => Err(Failure::Misconfigured(format!(
            "database_url: its tables are of version {newer}, and this one knows {PRESENT}: a newer version was here"
        ))),
    }
}

/// Brings it to its present state, where it is older; which it is in.
async fn bring(db: &Executor<'_>) -> Result<i32> {
    let backend = db.get_database_backend();
    if backend == DbBackend::Postgres {
        // Processes come one after the other; a file has one writer anyway.
        db.execute_unprepared("SELECT pg_advisory_xact_lock(5926135)").await?;
    }
    db.execute_unprepared("CREATE TABLE IF NOT EXISTS maps_version (version INT PRIMARY KEY)").await?;
    let found = select().one(db).await?;
    if let Some(found) = found {
        return Ok(found.version);
    }
    for script in first(backend) {
        db.execute_unprepared(script).await?;
    }
    Entity::insert(ActiveModel { version: Set(PRESENT) }).exec_without_returning(db).await?;
    Ok(PRESENT)
}

#[expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
fn select() -> sea_orm::Select<Entity> {
    Entity::find()
}

/// What makes the first version of an empty database.
const fn first(backend: DbBackend) -> [&'static str; 3] {
    let own = match backend {
        DbBackend::Postgres => include_str!("schema/postgres.sql"),
        _ => include_str!("schema/sqlite.sql"),
    };
    [include_str!("schema/tables.sql"), own, include_str!("schema/views.sql")]
}

/// Whether it stands as it should, and can be asked.
pub async fn check(db: &Database) -> Result<(), Failure> {
    db.ping().await.map_err(meant)?;
    let reader = db.reader(false).await.map_err(meant)?;
    let found = select().one(&reader.executor()).await.map_err(|cause| meant(cause.into()))?;
    match found {
        Some(Model { version: PRESENT }) => Ok(()),
        _ => Err(Failure::Misconfigured("database_url: its tables are of another version by now".to_owned())),
    }
}

/// Why it could not be opened: its address may be in the cause, and is not told.
fn unopened(cause: &DbErr) -> Failure {
    let refused = match cause {
        DbErr::Conn(RuntimeErr::SqlxError(cause)) => match &**cause {
            SqlxError::Database(said) => Some(said.message().to_owned()),
            SqlxError::Configuration(_) => Some("it is not the address of a database".to_owned()),
            _ => None,
        },
        DbErr::Custom(why) | DbErr::Query(RuntimeErr::Internal(why)) => Some(why.clone()),
        _ => None,
    };
    match refused {
        // It begins, ends or is full.
        Some(_) if hosting_kernel::error::is_away(cause) => away(),
        Some(why) => Failure::Misconfigured(format!("database_url: {why}")),
        None => away(),
    }
}

fn away() -> Failure {
    Failure::Unavailable("the database of the mail servers is away".to_owned())
}

/// What a failure of the database means.
pub fn meant(cause: Error) -> Failure {
    match cause {
        // It may have been done.
        Error::OutcomeUnknown => Failure::Timeout,
        Error::Overloaded | Error::DatabaseAway => away(),
        // Rights, or tables that are not ours: the text is the database's own.
        Error::Internal(why) if OPERATORS.iter().any(|words| why.contains(words)) => {
            Failure::Misconfigured(format!("database_url: {why}"))
        }
        other => other.into(),
    }
}

/// What the databases say where the operator has to see to it: rights, and other tables by the same names.
const OPERATORS: [&str; 5] =
    ["permission denied", "must be owner", "readonly database", "already exists", "file is not a database"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_is_away_is_that_of_the_mail_servers() {
        for cause in [Error::DatabaseAway, Error::Overloaded] {
            assert!(meant(cause).told().contains("the mail servers"));
        }
    }
}
