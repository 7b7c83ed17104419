//! A database for each scenario: a copy of one that was migrated once, or one that another scenario has left.
//!
//! One takes longer to be copied than to be emptied, and its connections longer to begin than to keep.
use crate::clock::MovableClock;
use hosting_core::{Database, database::Location};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, QueryResult, Statement};
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
/// Databases that are empty, and nobody's.
static LEFT: Mutex<Vec<Left>> = Mutex::new(Vec::new());

/// A database that a scenario has left, with its connections if nothing used them any more.
struct Left {
    place: Place,
    open: Option<Database>,
}

/// Whether the scenarios run on PostgreSQL: `FEATURES_DATABASE_URL` names a server then.
pub fn on_postgres() -> bool {
    env::var_os("FEATURES_DATABASE_URL").is_some()
}

/// What was migrated once.
struct Template {
    original: Original,
    /// What leaves nothing in a copy of it.
    emptying: String,
}

enum Original {
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
        let template = TEMPLATE.get_or_init(Template::new).await;
        let empty = left().pop();
        let place = match empty {
            Some(Left { place, open: Some(database) }) => return Self { database, place, files },
            Some(Left { place, open: None }) => place,
            None => template.copy(name).await,
        };
        let location = match (&place, &template.original) {
            (Place::Server(name), Original::Server(_, server, _)) => {
                Location::Postgres(format!("{server}/{name}"))
            }
            (Place::File(file), _) => Location::Sqlite(file.clone()),
            (Place::Server(_), Original::File(_)) => unreachable!("a copy is where the template is"),
        };
        let database = Database::open(&location).await.expect("the scenario's database");
        Self { database, place, files }
    }

    /// Where its files are; made by who needs it.
    pub fn files(&self) -> &Path {
        &self.files
    }

    /// Removes it; whoever may still use it has the `clock`.
    pub async fn remove(self, clock: &Weak<MovableClock>) {
        // Most scenarios have none.
        let _ = fs::remove_dir_all(&self.files);
        let Some(template) = TEMPLATE.get() else { return };
        let open = match (self.is_quiet(clock).await, &self.place) {
            (true, _) => {
                // In the turn of the one who writes: what somebody gave up waiting for may be under way.
                let emptying = self.database.write(move |db| {
                    Box::pin(async move {
                        db.execute_unprepared(&template.emptying).await?;
                        Ok(())
                    })
                });
                emptying.await.expect("an empty database");
                Some(self.database)
            }
            (false, Place::File(file)) => return remove(file),
            (false, Place::Server(name)) => {
                self.database.connection().close_by_ref().await.expect("an end to its connections");
                template.empty_alone(name).await;
                None
            }
        };
        left().push(Left { place: self.place, open });
    }

    /// Whether nobody goes on, and no connection is in use: one that was given back is asked first whether it is well.
    async fn is_quiet(&self, clock: &Weak<MovableClock>) -> bool {
        for _ in 0..20 {
            if clock.strong_count() == 0 && self.database.is_unused() {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        false
    }
}

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
        let connection = database.connection();
        Migrator::up(connection, None).await.expect("the migrations");
        let emptying = emptying(connection).await;
        connection.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await.expect("one whole file");
        Self { original: Original::File(file), emptying }
    }

    async fn server(url: &str) -> Self {
        let (server, _) = url.rsplit_once('/').expect("an address that ends with a database");
        let admin = sea_orm::Database::connect(url).await.expect("the server");
        let name = format!("features_{}", process::id());
        admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.expect("the template");
        let template = sea_orm::Database::connect(format!("{server}/{name}")).await.expect("the template");
        Migrator::up(&template, None).await.expect("the migrations");
        let emptying = emptying(&template).await;
        template.close().await.expect("nobody left in the template");
        Self { original: Original::Server(admin, server.to_owned(), name), emptying }
    }

    async fn copy(&self, name: String) -> Place {
        match &self.original {
            Original::File(template) => {
                let file = template.with_file_name(format!("{name}.db"));
                fs::copy(template, &file).expect("a copy of the template");
                Place::File(file)
            }
            Original::Server(admin, _, template) => {
                let create = format!("CREATE DATABASE {name} TEMPLATE {template}");
                admin.execute_unprepared(&create).await.expect("a copy of the template");
                Place::Server(name)
            }
        }
    }

    /// Leaves nothing in a database of the server, and nobody who uses it.
    async fn empty_alone(&self, name: &str) {
        let Original::Server(admin, server, _) = &self.original else { return };
        // The server's own processes in it disturb nobody, and are not ours to end.
        let others = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = '{name}' AND usename = current_user"
        );
        admin.execute_unprepared(&others).await.expect("nobody left in it");
        let alone = sea_orm::Database::connect(format!("{server}/{name}")).await.expect("the database");
        alone.execute_unprepared(&self.emptying).await.expect("an empty database");
        alone.close().await.expect("nobody left in it");
    }
}

/// What leaves nothing in a migrated database: what a scenario forbade goes first, then entries, which are counted where
/// they are removed, then of all tables those that no other refers to any more.
async fn emptying(migrated: &DatabaseConnection) -> String {
    let backend = migrated.get_database_backend();
    let (forbidden, tables, references) = match backend {
        DbBackend::Postgres => (
            "DROP FUNCTION IF EXISTS forbidden CASCADE; TRUNCATE usage_entry;",
            "SELECT relname AS name FROM pg_class
             WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname",
            "SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint
             JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
             WHERE contype = 'f'",
        ),
        _ => (
            "DROP TRIGGER IF EXISTS forbidden; DELETE FROM usage_entry;",
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
            r#"SELECT one.name AS child, reference."table" AS parent
             FROM sqlite_master one, pragma_foreign_key_list(one.name) reference WHERE one.type = 'table'"#,
        ),
    };
    let ask = async |sql: &str| {
        let rows = migrated.query_all_raw(Statement::from_string(backend, sql)).await;
        rows.expect("what the database says of itself")
    };
    let text = |row: &QueryResult, column: &str| row.try_get::<String>("", column).expect("a name");
    let mut left: Vec<String> = ask(tables).await.iter().map(|row| text(row, "name")).collect();
    left.retain(|name| name != "seaql_migrations");
    let references = ask(references).await;
    let references: Vec<_> = references.iter().map(|row| (text(row, "child"), text(row, "parent"))).collect();
    let mut emptying = forbidden.to_owned();
    while !left.is_empty() {
        let refers = |child: &String, to: &String| child != to && left.contains(child);
        let is_referred_to =
            |name: &String| references.iter().any(|(child, parent)| parent == name && refers(child, name));
        let (later, now): (Vec<_>, Vec<_>) = left.iter().cloned().partition(is_referred_to);
        assert!(!now.is_empty(), "tables that refer to each other: {later:?}");
        emptying.extend(now.iter().map(|name| format!(r#" DELETE FROM "{name}";"#)));
        left = later;
    }
    emptying
}

/// Removes what all scenarios shared.
pub async fn remove_template() {
    match TEMPLATE.get().map(|template| &template.original) {
        Some(Original::File(_)) => {
            left().clear();
            fs::remove_dir_all(folder()).expect("an end to the files");
        }
        Some(Original::Server(admin, _, name)) => {
            let left = std::mem::take(&mut *left());
            for Left { place, open } in left {
                drop(open);
                if let Place::Server(name) = place {
                    drop_database(admin, &name).await;
                }
            }
            drop_database(admin, name).await;
        }
        None => {}
    }
}

async fn drop_database(admin: &DatabaseConnection, name: &str) {
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
