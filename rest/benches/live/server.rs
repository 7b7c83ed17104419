//! The server, in a process of its own.
use crate::{
    Failure,
    data::{self, Owner},
    shape::Shape,
};
use hosting_core::{Database, Secret, database::Location};
use hosting_migrations::{Migrator, MigratorTrait};
use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

/// The program that is published.
const HOSTING: &str = env!("CARGO_BIN_EXE_hosting");
const SECRET: &str = "a secret for figures only, of more than 32 characters";

/// A server with its data; ends when dropped.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// Who owns what.
    pub owners: Vec<Owner>,
    /// What it is asked for.
    pub shape: Shape,
    process: Child,
    _folder: Folder,
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

impl Server {
    /// Starts it on data for so many who watch.
    pub async fn start(shape: Shape, subscribers: u32) -> Result<Self, Failure> {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-live"));
        // What a run that was broken off left behind.
        drop(fs::remove_dir_all(&folder.0));
        fs::create_dir_all(&folder.0)?;
        let owners = fill(&folder.0, shape, subscribers).await?;
        let mut process = Command::new(HOSTING)
            .arg("serve")
            .env_clear()
            .env("HOSTING_DATA", &folder.0)
            .env("HOSTING_SECRET", SECRET)
            .env("HOSTING_LISTEN", "127.0.0.1:0")
            .env("HOSTING_NO_DEMO", "true")
            .env("HOSTING_NO_CONVERSION", "true")
            .env("RUST_LOG", "warn")
            .kill_on_drop(true)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let said = process.stdout.take().ok_or("nothing can be read of the server")?;
        let mut said = BufReader::new(said).lines();
        loop {
            let line = said.next_line().await?.ok_or("the server did not start")?;
            if let Some(address) = line.strip_prefix("listening on http://") {
                let address = address.parse()?;
                return Ok(Self { address, owners, shape, process, _folder: folder });
            }
        }
    }

    /// Its resident memory, in kilobytes.
    pub fn memory(&self) -> Result<u32, Failure> {
        let pid = self.process.id().ok_or("the server is gone")?;
        let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("the server is gone")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

async fn fill(folder: &Path, shape: Shape, subscribers: u32) -> Result<Vec<Owner>, Failure> {
    let db = Database::open(&Location::Sqlite(folder.join("hosting.db"))).await?;
    Migrator::up(db.connection(), None).await?;
    let secret = Secret::new(SECRET.as_bytes());
    let (accounts, domains) = shape.accounts(subscribers);
    let mut owners = Vec::new();
    for number in 0..accounts {
        owners.push(data::owner(&db, &secret, number, domains).await?);
    }
    Ok(owners)
}
