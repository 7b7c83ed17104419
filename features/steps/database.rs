//! A database for each scenario: a copy of one that was migrated once, or one that another scenario has left.
//!
//! A server takes longer to copy a database than to empty one, and longer to begin connections than to keep them.
use crate::clock::MovableClock;
use hosting_core::{Database, database::Location};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::sync::OnceCell;

static TEMPLATE: OnceCell<Template> = OnceCell::const_new();
static COUNT: AtomicU32 = AtomicU32::new(0);
/// Databases of the server that are empty, and nobody's.
static LEFT: Mutex<Vec<Left>> = Mutex::new(Vec::new());

/// A database that a scenario has left, with its connections if nothing used them any more.
struct Left {
    name: String,
    open: Option<Database>,
}

/// Whether the scenarios run on PostgreSQL: `FEATURES_DATABASE_URL` names a server then.
pub fn on_postgres() -> bool {
    env::var_os("FEATURES_DATABASE_URL").is_some()
}

enum Template {
    File(PathBuf),
    /// Its administration, what addresses start with, and its name.
    Server(DatabaseConnection, String, String),
}

/// A database of one scenario's own; removed when that is over.
pub struct Own {
    /// The database.
    pub database: Database,
    place: Place,
    files: PathBuf,
}

enum Place {
    File(PathBuf),
    Server(String),
}

impl Own {
    /// A new one, migrated and empty.
    pub async fn new() -> Self {
        let name = format!("features_{}_{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let files = folder().join(format!("{name}.files"));
        let (location, place) = match TEMPLATE.get_or_init(Template::new).await {
            Template::File(template) => {
                let file = template.with_file_name(format!("{name}.db"));
                fs::copy(template, &file).expect("a copy of the template");
                (Location::Sqlite(file.clone()), Place::File(file))
            }
            Template::Server(admin, server, template) => {
                let empty = left().pop();
                let name = match empty {
                    Some(Left { name, open: Some(database) }) => {
                        return Self { database, place: Place::Server(name), files };
                    }
                    Some(Left { name, open: None }) => name,
                    None => {
                        let create = format!("CREATE DATABASE {name} TEMPLATE {template}");
                        admin.execute_unprepared(&create).await.expect("a copy of the template");
                        name
                    }
                };
                (Location::Postgres(format!("{server}/{name}")), Place::Server(name))
            }
        };
        let database = Database::open(&location).await.expect("the scenario's database");
        Self { database, place, files }
    }

    /// Where its files are; made by who needs it.
    pub fn files(&self) -> &Path {
        &self.files
    }

    /// Removes it; whoever may still use it has the `clock`.
    pub async fn remove(&self, clock: &Weak<MovableClock>) {
        // Most scenarios have none.
        let _ = fs::remove_dir_all(&self.files);
        match &self.place {
            Place::File(file) => remove(file),
            Place::Server(name) => {
                let open = self.empty(name, clock).await;
                left().push(Left { name: name.clone(), open });
            }
        }
    }
}

impl Own {
    /// Leaves nothing in the database, and nobody who uses it; what it is used by may go on if nothing does.
    async fn empty(&self, name: &str, clock: &Weak<MovableClock>) -> Option<Database> {
        if self.is_quiet(clock).await {
            self.database.connection().execute_unprepared(EMPTY).await.expect("an empty database");
            return Some(self.database.clone());
        }
        self.database.connection().close_by_ref().await.expect("an end to its connections");
        let Some(Template::Server(admin, server, _)) = TEMPLATE.get() else { return None };
        // The server's own processes in it disturb nobody, and are not ours to end.
        let others = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = '{name}' AND usename = current_user"
        );
        admin.execute_unprepared(&others).await.expect("nobody left in it");
        let alone = sea_orm::Database::connect(format!("{server}/{name}")).await.expect("the database");
        alone.execute_unprepared(EMPTY).await.expect("an empty database");
        alone.close().await.expect("nobody left in it");
        None
    }

    /// Whether nobody goes on, and no connection is in use: one that was given back is asked first whether it is well.
    async fn is_quiet(&self, clock: &Weak<MovableClock>) -> bool {
        let pool = self.database.connection().get_postgres_connection_pool();
        for _ in 0..20 {
            let idle = pool.num_idle() == usize::try_from(pool.size()).unwrap_or(usize::MAX);
            if idle && clock.strong_count() == 0 {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        false
    }
}

/// What a scenario forbade goes first. Entries are counted where they are removed one by one; of the rest, what
/// others refer to goes later.
const EMPTY: &str = "
    DROP FUNCTION IF EXISTS forbidden CASCADE;
    TRUNCATE usage_entry;
    DO $$
    DECLARE
        name text;
        again bool := true;
    BEGIN
        WHILE again LOOP
            again := false;
            FOR name IN SELECT quote_ident(tablename) FROM pg_tables
                WHERE schemaname = 'public' AND tablename <> 'seaql_migrations'
            LOOP
                BEGIN
                    EXECUTE 'DELETE FROM ' || name;
                EXCEPTION WHEN foreign_key_violation THEN
                    again := true;
                END;
            END LOOP;
        END LOOP;
    END $$";

fn left() -> MutexGuard<'static, Vec<Left>> {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Template {
    async fn new() -> Self {
        match env::var("FEATURES_DATABASE_URL") {
            Ok(url) => Self::server(&url).await,
            Err(_) => Self::file().await,
        }
    }

    async fn file() -> Self {
        let file = folder().join("template.db");
        let database = Database::open(&Location::Sqlite(file.clone())).await.expect("the template");
        Migrator::up(database.connection(), None).await.expect("the migrations");
        let whole = "PRAGMA wal_checkpoint(TRUNCATE)";
        database.connection().execute_unprepared(whole).await.expect("one whole file");
        Self::File(file)
    }

    async fn server(url: &str) -> Self {
        let (server, _) = url.rsplit_once('/').expect("an address that ends with a database");
        let admin = sea_orm::Database::connect(url).await.expect("the server");
        let name = format!("features_{}", process::id());
        admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.expect("the template");
        let template = sea_orm::Database::connect(format!("{server}/{name}")).await.expect("the template");
        Migrator::up(&template, None).await.expect("the migrations");
        template.close().await.expect("nobody left in the template");
        Self::Server(admin, server.to_owned(), name)
    }
}

/// Removes what all scenarios shared.
pub async fn remove_template() {
    match TEMPLATE.get() {
        Some(Template::File(_)) => fs::remove_dir_all(folder()).expect("an end to the files"),
        Some(Template::Server(_, _, name)) => {
            let left = std::mem::take(&mut *left());
            for left in left {
                drop(left.open);
                drop_database(&left.name).await;
            }
            drop_database(name).await;
        }
        None => {}
    }
}

async fn drop_database(name: &str) {
    let Some(Template::Server(admin, ..)) = TEMPLATE.get() else { return };
    let drop = format!("DROP DATABASE {name} WITH (FORCE)");
    admin.execute_unprepared(&drop).await.expect("an end to the database");
}

/// In memory where the system has a place for that: a scenario needs no lasting disk.
pub fn folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.to_owned() } else { env::temp_dir() };
    let folder = parent.join(format!("hosting-features-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder for databases");
    folder
}

/// The file and what SQLite keeps beside it.
fn remove(file: &Path) {
    for beside in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(beside);
        // What was never made need not go.
        let _ = fs::remove_file(name);
    }
}

/// What the scenarios run on: `SQLite 3.51.0`.
pub async fn version() -> String {
    let own = Own::new().await;
    let (name, ask) = match own.place {
        Place::File(_) => ("SQLite", "SELECT sqlite_version() AS version"),
        Place::Server(_) => ("PostgreSQL", "SELECT current_setting('server_version') AS version"),
    };
    let connection = own.database.connection();
    let told = connection.query_one_raw(Statement::from_string(connection.get_database_backend(), ask)).await;
    let version: String =
        told.ok().flatten().and_then(|row| row.try_get("", "version").ok()).unwrap_or_default();
    own.remove(&Weak::new()).await;
    // PostgreSQL adds who packaged it.
    format!("{name} {}", version.split(' ').next().unwrap_or_default()).trim_end().to_owned()
}
