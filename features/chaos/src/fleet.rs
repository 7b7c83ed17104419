//! The replicas: processes of the platform, which may end at any moment.
use crate::clocks::{Clocks, FURTHEST};
use chrono::{DateTime, TimeDelta};
use hosting_core::clock::{Clock, SystemClock};
use std::{
    env,
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::{sync::Mutex, time::sleep};

/// How long a replica may take to serve.
const PATIENCE: Duration = Duration::from_mins(2);

/// All replicas.
pub struct Fleet {
    folder: PathBuf,
    /// What each is told in its environment.
    settings: Vec<(&'static str, String)>,
    replicas: Vec<Mutex<Replica>>,
    /// Where each serves, always the same.
    addresses: Vec<String>,
    /// What time it is for each.
    clocks: Clocks,
}

struct Replica {
    child: Option<Child>,
}

impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Fleet {
    /// So many of them; the first fills the database, if need be, before the others begin.
    pub async fn start(folder: PathBuf, settings: Vec<(&'static str, String)>, count: usize) -> Self {
        let addresses: Vec<_> = (0..count).map(|_| free_address()).collect();
        let replicas = (0..count).map(|_| Mutex::new(Replica { child: None })).collect();
        let clocks = Clocks::new(&folder);
        let fleet = Self { folder, settings, replicas, addresses, clocks };
        for number in 0..count {
            fleet.clocks.set(number, 0);
            fleet.restart(number).await;
            fleet.serves(number).await;
            fleet.heeds_its_clock(number).await;
        }
        fleet
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.replicas.len()
    }

    /// Where one of them serves.
    pub fn address(&self, number: usize) -> &str {
        &self.addresses[number]
    }

    /// Starts a process; the one before it ends as if by a loss of power.
    pub async fn restart(&self, number: usize) {
        let mut replica = self.replicas[number].lock().await;
        *replica = Replica { child: None };
        let said =
            OpenOptions::new().create(true).append(true).open(self.folder.join(format!("said-{number}")));
        let mut command = self.command(&[]);
        command.env("HOSTING_LISTEN", &self.addresses[number]);
        self.clocks.give(number, &mut command);
        command.stdout(Stdio::null()).stderr(said.expect("a file"));
        replica.child = Some(command.spawn().expect("the program runs"));
    }

    /// Lets the clock of one jump: it is so many seconds ahead of the machine's now, or behind.
    pub fn jump(&self, number: usize, seconds: i64) {
        self.clocks.set(number, seconds);
    }

    /// Asks a process to end, waits for it, and starts another.
    pub async fn roll(&self, number: usize) {
        let asked = self.replicas[number].lock().await.child.as_ref().map(Child::id);
        self.signal(number, "TERM").await;
        for _ in 0..600 {
            let mut replica = self.replicas[number].lock().await;
            // Somebody else may have started another meanwhile.
            let ended = replica.child.as_mut().is_none_or(|child| {
                Some(child.id()) != asked || child.try_wait().is_ok_and(|code| code.is_some())
            });
            if ended {
                break;
            }
            drop(replica);
            sleep(Duration::from_millis(100)).await;
        }
        self.restart(number).await;
    }

    /// Sends it a signal; the shell does it, since the program `kill` is not everywhere.
    pub async fn signal(&self, number: usize, name: &str) {
        let replica = self.replicas[number].lock().await;
        if let Some(child) = &replica.child {
            let sent = Command::new("sh").args(["-c", "kill -$0 $1", name, &child.id().to_string()]).status();
            sent.expect("a shell");
        }
    }

    /// Starts all that have ended by themselves; how many that were.
    pub async fn revive(&self) -> usize {
        let mut ended = 0;
        for number in 0..self.count() {
            let mut replica = self.replicas[number].lock().await;
            let gone =
                replica.child.as_mut().is_none_or(|child| child.try_wait().is_ok_and(|code| code.is_some()));
            drop(replica);
            if gone {
                self.restart(number).await;
                ended += 1;
            }
        }
        ended
    }

    /// Waits until it serves.
    pub async fn serves(&self, number: usize) {
        let ready = format!("http://{}/readyz", self.addresses[number]);
        let asked = async {
            while !reqwest::get(&ready).await.is_ok_and(|answer| answer.status() == 200) {
                sleep(Duration::from_millis(50)).await;
            }
        };
        if tokio::time::timeout(PATIENCE, asked).await.is_err() {
            let said = fs::read_to_string(self.folder.join(format!("said-{number}"))).unwrap_or_default();
            panic!("replica {number} does not serve: {}", &said[said.len().saturating_sub(4000)..]);
        }
    }

    /// Waits until its answers show the time that it is told: a jump that nobody notices would be none.
    async fn heeds_its_clock(&self, number: usize) {
        let ready = format!("http://{}/readyz", self.addresses[number]);
        self.clocks.set(number, FURTHEST);
        for _ in 0..100 {
            let answer = reqwest::get(&ready).await.expect("an answer");
            let date = answer.headers()["date"].to_str().expect("text");
            let date = DateTime::parse_from_rfc2822(date).expect("a moment").to_utc();
            if date - SystemClock.now().utc() > TimeDelta::seconds(FURTHEST / 2) {
                self.clocks.set(number, 0);
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("clocks cannot jump: the program does not ask the C library for the time (LD_PRELOAD)");
    }

    /// Runs a command to its end; what it printed.
    pub fn run(&self, arguments: &[&str]) -> String {
        run(self.command(arguments))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        command(&self.folder, &self.settings, arguments)
    }
}

/// The platform's command line, in `folder`.
pub fn command(folder: &Path, settings: &[(&'static str, String)], arguments: &[&str]) -> Command {
    let mut command = Command::new(env::current_exe().expect("a program"));
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("HOSTING_") || ["DATABASE_URL", "REDIS_URL", "RUST_LOG"].contains(&&*name) {
            command.env_remove(&*name);
        }
    }
    command.envs(settings.iter().map(|(name, value)| (name, value)));
    command.arg(crate::COMMAND).args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs a command to its end; what it printed.
pub fn run(mut command: Command) -> String {
    let ended = command.output().expect("the program runs");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).expect("text")
}

/// An address that is free now, and that nobody else is given while this runs.
fn free_address() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}
