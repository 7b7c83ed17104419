//! A run: the platform, its customers, and what is done to it.
use crate::{
    customer::{Customer, search},
    facts::{Facts, unfinished},
    fleet::{self, Fleet},
    inventory::{inventory, name, paid_until},
    journal::Journal,
    line::Line,
    trouble::Trouble,
};
use clap::Parser;
use futures_util::future::join_all;
use hosting_core::{
    Database,
    clock::{Clock, SystemClock},
    database::Location,
};
use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// Within which time work has to become less when nothing is broken any more, until none is left.
const LAST: Duration = Duration::from_mins(3);

/// What is asked of a run.
#[derive(Debug, Parser)]
#[command(
    name = "hosting-chaos",
    about = "Breaks the platform in every way that it has to survive, and audits it"
)]
pub struct Arguments {
    /// How long.
    #[arg(long, default_value_t = 1.0)]
    pub minutes: f64,
    /// An empty database of a PostgreSQL server, as `postgres://user@host:port/name`; else a SQLite file.
    #[arg(long, value_name = "URL")]
    pub database_url: Option<String>,
    /// A Redis server, as `redis://host:port`.
    #[arg(long, value_name = "URL")]
    pub redis_url: Option<String>,
    /// Replicas on PostgreSQL; a file has one process.
    #[arg(long, default_value_t = 3)]
    pub replicas: usize,
    /// Customers, who ask at the same time.
    #[arg(long, default_value_t = 12)]
    pub customers: usize,
    /// Seconds between two troubles.
    #[arg(long, default_value_t = 3.0)]
    pub every: f64,
    /// What chance is made of.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// A shell command that restarts the PostgreSQL server.
    #[arg(long, value_name = "COMMAND")]
    pub restart_database: Option<String>,
    /// Break the line to Redis too; the search's window is each process's own then, and is not audited.
    #[arg(long, requires = "redis_url")]
    pub break_redis: bool,
    /// Where files are; a folder of its own, removed afterwards, unless said.
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// Runs it; what customers were told, and what is there in the end.
///
/// # Panics
/// If the platform cannot be started, or does not serve again when nothing is broken any more.
pub async fn run(arguments: &Arguments) -> (Journal, Facts) {
    let own = std::env::temp_dir().join(format!("hosting-chaos-{}", std::process::id()));
    let folder = arguments.folder.clone().unwrap_or_else(|| own.clone());
    std::fs::create_dir_all(&folder).expect("a folder");
    let told = play(arguments, &folder).await;
    if arguments.folder.is_none() {
        // It is in nobody's way if it stays.
        let _ = std::fs::remove_dir_all(own);
    }
    told
}

async fn play(arguments: &Arguments, folder: &Path) -> (Journal, Facts) {
    let now = SystemClock.now().utc();
    let file = folder.join("data/hosting.db");
    let database = Line::before(arguments.database_url.as_deref(), 5432).await;
    let redis = Line::before(arguments.redis_url.as_deref(), 6379).await;
    let mut settings = vec![
        ("HOSTING_NO_DEMO", "1".to_owned()),
        ("HOSTING_NO_CONVERSION", "1".to_owned()),
        ("HOSTING_SECRET", "c".repeat(64)),
        ("HOSTING_SANDBOX_DELAY", "20".to_owned()),
    ];
    settings.extend(database.as_ref().map(|line| ("DATABASE_URL", line.url.clone())));
    settings.extend(redis.as_ref().map(|line| ("REDIS_URL", line.url.clone())));
    let given = inventory(arguments.customers, now).to_string();
    std::fs::write(folder.join("inventory.json"), given).expect("a file");
    fleet::run(fleet::command(folder, &settings, &["migrate"]));
    fleet::run(fleet::command(folder, &settings, &["inventory", "apply", "inventory.json"]));
    let count = if database.is_some() { arguments.replicas } else { 1 };
    let fleet = Fleet::start(folder.to_path_buf(), settings, count).await;
    let keys = (0..arguments.customers).map(|number| {
        let email = format!("{}@example.com", name(number));
        let line = ["key", "create", "--account", &email, "--all-scopes", "--rate", "100000", "--json"];
        let made: serde_json::Value = serde_json::from_str(&fleet.run(&line)).expect("JSON");
        made["token"].as_str().expect("a token").to_owned()
    });
    let keys: Vec<_> = keys.collect();
    let mut journal = tumult(arguments, &fleet, keys, &file, (&database, &redis)).await;
    let location = match &arguments.database_url {
        Some(url) => Location::Postgres(url.clone()),
        None => Location::Sqlite(file),
    };
    let db = Database::open(&location).await.expect("the database");
    let (mut least, mut since) = (usize::MAX, Instant::now());
    loop {
        let left = unfinished(&db).await;
        if left < least {
            (least, since) = (left, Instant::now());
        }
        if left == 0 || since.elapsed() > LAST {
            break;
        }
        sleep(Duration::from_millis(200)).await;
    }
    let facts = Facts::read(&db, paid_until(now)).await;
    if arguments.break_redis || redis.is_none() {
        journal.searched.clear();
    }
    (journal, facts)
}

/// Customers ask while things break.
async fn tumult(
    arguments: &Arguments,
    fleet: &Fleet,
    keys: Vec<String>,
    file: &Path,
    (database, redis): (&Option<Line>, &Option<Line>),
) -> Journal {
    let (asked_enough, broken_enough) = (AtomicBool::new(false), AtomicBool::new(false));
    let began = Instant::now();
    let customers = keys
        .into_iter()
        .enumerate()
        .map(|(number, key)| Customer::new(number, key, fleet, arguments.seed).ask_until(&asked_enough));
    let trouble = Trouble {
        fleet,
        database: database.clone(),
        redis: redis.clone().filter(|_| arguments.break_redis),
        file: database.is_none().then(|| file.to_owned()),
        restart: arguments.restart_database.clone(),
    };
    let every = Duration::from_secs_f64(arguments.every);
    let clock = async {
        sleep(Duration::from_secs_f64(60.0 * arguments.minutes)).await;
        broken_enough.store(true, Ordering::Relaxed);
    };
    let troubles = async {
        let ((), made) = tokio::join!(clock, trouble.make(arguments.seed, every, &broken_enough));
        // What was begun is ended while nothing is broken.
        asked_enough.store(true, Ordering::Relaxed);
        made
    };
    let (accounts, searched, troubles) =
        tokio::join!(join_all(customers), search(fleet, &asked_enough), troubles);
    Journal { accounts, searched, troubles, lasted: began.elapsed() }
}
