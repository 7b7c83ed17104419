//! The servers under load.
use crate::{Failure, ask::Ask, database::Postgres, inventory};
use serde_json::Value;
use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

/// The program that is published.
const HOSTING: &str = env!("CARGO_BIN_EXE_hosting");
/// The same by Node.
const NODE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/node");
/// What the table calls that.
pub const FASTIFY: &str = "Fastify";
/// Credentials that take turns, so that none comes to its limit: 6.4 million requests a minute.
const CREDENTIALS: usize = 64;
/// Requests that a credential may make in a minute: the most that one can be given.
const RATE: &str = "100000";
/// How long a server may take to say where it listens.
const START: Duration = Duration::from_secs(30);

/// A server in a process of its own; ends when dropped.
pub struct Server {
    /// What the table calls it.
    pub name: &'static str,
    /// Where it listens.
    pub address: SocketAddr,
    /// What it is asked for.
    pub asks: &'static [Ask],
    /// The credentials that it knows.
    pub tokens: Arc<[String]>,
    /// Those of the account that floods it.
    pub flooders: Arc<[String]>,
    process: Process,
    /// Goes after the process.
    store: Option<Arc<Store>>,
}

impl Server {
    /// Bare axum.
    pub fn bare() -> Result<Self, Failure> {
        let (process, address) = Process::start(Command::new(env::current_exe()?).arg("--bare"))?;
        Ok(Self {
            name: "bare axum",
            address,
            asks: &[Ask::Bare],
            tokens: Arc::default(),
            flooders: Arc::default(),
            process,
            store: None,
        })
    }

    /// The platform on each database that there is.
    pub fn all() -> Result<Vec<Self>, Failure> {
        let stores = [Some(Store::sqlite("SQLite")?), Store::postgres()?];
        let serve = |store: &Store| Ok(store.serve());
        stores
            .into_iter()
            .flatten()
            .map(|store| Self::on(store, &Ask::OF_HOSTING, inventory::DOMAINS, serve))
            .collect()
    }

    /// Fastify on a file of the platform, where its packages are installed (`npm ci` and `npm rebuild` in
    /// `rest/benches/node`): `rest.mjs` there tells what it does less.
    pub fn fastify() -> Result<Option<Self>, Failure> {
        if !Path::new(NODE).join("node_modules/better-sqlite3/build").exists() {
            return Ok(None);
        }
        let node = |store: &Store| {
            let mut command = Command::new("node");
            command.env("NODE_ENV", "production").current_dir(NODE).arg("rest.mjs").arg(&store.folder.0);
            Ok(command)
        };
        Self::on(Store::sqlite(FASTIFY)?, &Ask::OF_FASTIFY, inventory::DOMAINS, node).map(Some)
    }

    /// What `serve` starts on `store`, which is filled first: the account has so many `domains`.
    pub fn on(
        store: Store,
        asks: &'static [Ask],
        domains: u32,
        serve: impl FnOnce(&Store) -> Result<Command, Failure>,
    ) -> Result<Self, Failure> {
        let file = store.folder.0.join("inventory.json");
        fs::write(&file, inventory::file(domains).to_string())?;
        output(store.hosting().args(["inventory", "apply"]).arg(file))?;
        let credentials = |account| (0..CREDENTIALS).map(|_| store.credential(account)).collect();
        let tokens: Result<_, Failure> = credentials(inventory::ACCOUNT);
        let flooders: Result<_, Failure> = credentials(inventory::FLOODER);
        let (tokens, flooders) = (tokens?, flooders?);
        let (process, address) = Process::start(&mut serve(&store)?)?;
        let name = store.name;
        Ok(Self { name, address, asks, tokens, flooders, process, store: Some(Arc::new(store)) })
    }

    /// Another replica of it.
    pub fn beside(&self) -> Result<Self, Failure> {
        let store = self.store.clone().ok_or("it has no data")?;
        let (process, address) = Process::start(&mut store.serve())?;
        let (tokens, flooders) = (Arc::clone(&self.tokens), Arc::clone(&self.flooders));
        Ok(Self { name: self.name, address, asks: self.asks, tokens, flooders, process, store: Some(store) })
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }
}

/// Where a platform keeps its data, and nobody else; goes when dropped.
pub struct Store {
    name: &'static str,
    folder: Folder,
    postgres: Option<Postgres>,
}

impl Store {
    /// A file for whom the table calls so.
    pub fn sqlite(name: &'static str) -> Result<Self, Failure> {
        Ok(Self { name, folder: Folder::make(&format!("bench-{}", name.to_lowercase()))?, postgres: None })
    }

    /// A database on the server that `BENCH_POSTGRES_URL` names, if it does.
    pub fn postgres() -> Result<Option<Self>, Failure> {
        let Ok(url) = env::var("BENCH_POSTGRES_URL") else { return Ok(None) };
        let (folder, postgres) = (Folder::make("bench-postgres")?, Some(Postgres::beside(url)?));
        Ok(Some(Self { name: "PostgreSQL", folder, postgres }))
    }

    /// The program on this data, and with nothing else of what the environment says.
    fn hosting(&self) -> Command {
        let mut command = Command::new(HOSTING);
        command
            .env_clear()
            .env("HOSTING_DATA", &self.folder.0)
            .env("HOSTING_LISTEN", "127.0.0.1:0")
            .env("HOSTING_TRUSTED_PROXIES", "127.0.0.1")
            .env("HOSTING_NO_DEMO", "true");
        if let Some(postgres) = &self.postgres {
            command.env("DATABASE_URL", &postgres.url);
        }
        command
    }

    /// The file.
    pub fn file(&self) -> PathBuf {
        self.folder.0.join("hosting.db")
    }

    /// The platform.
    pub fn serve(&self) -> Command {
        let mut command = self.hosting();
        command.arg("serve");
        command
    }

    fn credential(&self, account: &str) -> Result<String, Failure> {
        let arguments = ["--account", account, "--all-scopes", "--rate", RATE, "--json"];
        let made: Value =
            serde_json::from_slice(&output(self.hosting().args(["key", "create"]).args(arguments))?)?;
        Ok(made["token"].as_str().ok_or("`hosting key create --json` gave no token")?.to_owned())
    }
}

/// What a command prints; a command that fails is a failure.
fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let done = command.output()?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    // Only the arguments: an address of the environment may hold a password.
    let (asked, said) = (command.get_args().collect::<Vec<_>>(), String::from_utf8_lossy(&done.stderr));
    Err(format!("hosting {asked:?}: {said}").into())
}

/// A folder beside what cargo builds, on a disk rather than in memory; removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn make(name: &str) -> Result<Self, Failure> {
        let folder = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        // What a run that was broken off left behind.
        drop(fs::remove_dir_all(&folder.0));
        fs::create_dir_all(&folder.0)?;
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A process; killed when dropped.
struct Process(Child);

impl Process {
    /// Starts it, and waits until it says where it listens; its log is written, and read by nobody.
    fn start(command: &mut Command) -> Result<(Self, SocketAddr), Failure> {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Self(command.spawn()?);
        let printed = process.0.stdout.take().ok_or("nothing can be read of the server")?;
        let (sender, said) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(printed).lines().map_while(Result::ok);
            // Read to the end: a server must not wait until somebody reads.
            lines.for_each(|line| drop(sender.send(line)));
        });
        loop {
            let line = said.recv_timeout(START).map_err(|_| "the server did not start")?;
            if let Some(address) = line.strip_prefix("listening on http://") {
                return Ok((process, address.parse()?));
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
