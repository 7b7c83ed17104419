//! A run: the platform, its customers, and what is done to it.
use crate::{
    customer::{Customer, Scene, search},
    disk::Disk,
    facts::{Facts, unfinished},
    fleet::{self, Fleet},
    inventory::{inventory, name, paid_until},
    journal::Journal,
    line::Line,
    trouble::{Plan, Trouble},
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

const EXAMPLE: &str = "\
Replicas are killed, paused, ended and rolled; lines are cut and fall silent; the database's server restarts; clocks are
set, up to a minute ahead or behind, while a replica runs and with each that begins; and the disk is full for seconds.

2,000 mutations a minute for ten minutes, while a replica is killed every three seconds and PostgreSQL restarts twice:
  hosting-chaos --minutes 10 --database-url postgres://hosting@127.0.0.1:5432/chaos --redis-url redis://127.0.0.1:6379 \\
      --rate 2000 --every 0 --kill-every 3 --restarts 2 --restart-database 'systemctl restart postgresql'";

/// What is asked of a run.
#[derive(Debug, Parser)]
#[command(
    name = "hosting-chaos",
    about = "Breaks the platform in every way that it has to survive, and audits it",
    after_help = EXAMPLE
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
    /// Mutations a minute that all customers together ask for, at even times: who was held up makes up for it. Unless
    /// said, each asks for the next as soon as one is answered.
    #[arg(long, value_name = "MUTATIONS")]
    pub rate: Option<u32>,
    /// Seconds between two troubles of any kind, on average; 0 for none but those that are asked for beside.
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    pub every: f64,
    /// Seconds between two replicas that are killed, beside all else.
    #[arg(long, value_name = "SECONDS")]
    pub kill_every: Option<f64>,
    /// What chance is made of.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// A shell command that restarts the PostgreSQL server.
    #[arg(long, value_name = "COMMAND")]
    pub restart_database: Option<String>,
    /// How often that is done, at even times; unless said, it is one of the troubles.
    #[arg(long, value_name = "TIMES", requires = "restart_database")]
    pub restarts: Option<u32>,
    /// Leave the disk as it is. Else the data folder is on one in memory, which is full for seconds at a time; that
    /// takes a right to mount, in a namespace of this program's own: root has it, and others where users may have
    /// namespaces.
    #[arg(long)]
    pub no_full_disk: bool,
    /// Break the line to Redis too; the search's window is each process's own then, and is not audited.
    #[arg(long, requires = "redis_url")]
    pub break_redis: bool,
    /// Where files are; a folder of its own, removed afterwards, unless said. What was on a disk in memory is kept there
    /// as `data-kept`.
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
    let folder = folder.canonicalize().expect("a folder");
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
    let disk = (!arguments.no_full_disk)
        .then(|| Disk::new(folder.join("data"), database.is_none().then(|| file.clone())));
    let redis = Line::before(arguments.redis_url.as_deref(), 6379).await;
    let mut settings = vec![
        ("HOSTING_NO_DEMO", "1".to_owned()),
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
    let files = takes_files(&fleet, &keys[0]).await;
    if !files {
        println!("files cannot be converted safely here: none are sent");
    }
    let customers = u32::try_from(arguments.customers).expect("not as many as that");
    let pace = arguments.rate.map(|rate| Duration::from_mins(1) * customers / rate);
    let scene = Scene { fleet: &fleet, disk: disk.as_ref(), files, pace };
    let mut journal = tumult(arguments, scene, keys, &file, (&database, &redis)).await;
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
    let facts = Facts::read(&db, &folder.join("data/files"), paid_until(now)).await;
    drop((db, fleet));
    if let Some(disk) = disk {
        disk.end(arguments.folder.as_ref().map(|_| folder.join("data-kept")).as_deref());
    }
    if arguments.break_redis || redis.is_none() {
        journal.searched.clear();
    }
    (journal, facts)
}

/// Whether the replicas take files in: only where their kernel holds conversions in.
async fn takes_files(fleet: &Fleet, key: &str) -> bool {
    let address = format!("http://{}/v1/conversion/tools", fleet.address(0));
    let answer = reqwest::Client::new().get(address).bearer_auth(key).send().await.expect("an answer");
    answer.text().await.is_ok_and(|tools| tools.contains("\"csv-to-json\""))
}

/// Customers ask while things break.
async fn tumult(
    arguments: &Arguments,
    scene: Scene<'_>,
    keys: Vec<String>,
    file: &Path,
    (database, redis): (&Option<Line>, &Option<Line>),
) -> Journal {
    let (asked_enough, broken_enough) = (AtomicBool::new(false), AtomicBool::new(false));
    let began = Instant::now();
    let customers = keys
        .into_iter()
        .enumerate()
        .map(|(number, key)| Customer::new(number, key, scene, arguments.seed).ask_until(&asked_enough));
    let trouble = Trouble {
        fleet: scene.fleet,
        disk: scene.disk,
        database: database.clone(),
        redis: redis.clone().filter(|_| arguments.break_redis),
        file: database.is_none().then(|| file.to_owned()),
        restart: arguments.restart_database.clone(),
    };
    let lasts = Duration::from_secs_f64(60.0 * arguments.minutes);
    let plan = Plan {
        seed: arguments.seed,
        every: Duration::from_secs_f64(arguments.every),
        kill_every: arguments.kill_every.map(Duration::from_secs_f64),
        restarts: arguments.restarts.map(|times| (times, lasts / (times + 1))),
    };
    let clock = async {
        sleep(lasts).await;
        broken_enough.store(true, Ordering::Relaxed);
    };
    let troubles = async {
        let ((), made) = tokio::join!(clock, trouble.make(&plan, &broken_enough));
        // What was begun is ended while nothing is broken.
        asked_enough.store(true, Ordering::Relaxed);
        (made, began.elapsed())
    };
    let (accounts, searched, (troubles, lasted)) =
        tokio::join!(join_all(customers), search(scene.fleet, &asked_enough), troubles);
    Journal { accounts, searched, troubles, lasted }
}
