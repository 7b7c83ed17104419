//! What is done to the platform.
use crate::{fleet::Fleet, line::Line};
use fastrand::Rng;
use std::{
    collections::HashMap,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use tokio::time::sleep;

/// What can be broken.
pub struct Trouble<'a> {
    /// The replicas.
    pub fleet: &'a Fleet,
    /// The line to the database's server, if there is one.
    pub database: Option<Line>,
    /// The line to Redis, where that may be broken.
    pub redis: Option<Line>,
    /// The database's file, where it is one.
    pub file: Option<PathBuf>,
    /// A command that restarts the database's server.
    pub restart: Option<String>,
}

impl Trouble<'_> {
    /// Breaks something every so often until it is time to stop, and puts all right then; how often what was done.
    pub async fn make(&self, seed: u64, every: Duration, stop: &AtomicBool) -> HashMap<&'static str, usize> {
        let mut chance = Rng::with_seed(seed);
        let mut made = HashMap::new();
        while !stop.load(Ordering::Relaxed) {
            sleep(every.mul_f64(0.5 + chance.f64())).await;
            let what = self.any(&mut chance).await;
            *made.entry(what).or_default() += 1;
            // Who could not reach its database in time ends, and its supervisor starts it anew.
            *made.entry("ended by themselves").or_default() += self.fleet.revive().await;
        }
        for line in self.database.iter().chain(&self.redis) {
            line.open();
        }
        self.fleet.revive().await;
        for number in 0..self.fleet.count() {
            self.fleet.serves(number).await;
        }
        made
    }

    async fn any(&self, chance: &mut Rng) -> &'static str {
        let one = chance.usize(..self.fleet.count());
        let moment = Duration::from_millis(chance.u64(200..3000));
        let line = match chance.u8(..4) {
            0 if self.redis.is_some() => &self.redis,
            _ => &self.database,
        };
        match (chance.u8(..10), line, &self.file) {
            (0, _, _) => {
                self.fleet.roll(one).await;
                "rolled"
            }
            (1 | 2, _, _) => {
                self.fleet.signal(one, "STOP").await;
                sleep(moment * 3).await;
                self.fleet.signal(one, "CONT").await;
                "paused"
            }
            (3, Some(line), _) => {
                line.cut();
                "lines cut"
            }
            (4 | 5, Some(line), _) => {
                line.cut_next_commit();
                "commits cut off"
            }
            (6, Some(line), _) => {
                line.silence();
                sleep(moment).await;
                line.open();
                "lines silent"
            }
            (7, Some(line), _) => {
                line.away();
                sleep(moment).await;
                line.open();
                "servers away"
            }
            (8, Some(_), _) if self.restart.is_some() => {
                let restart = self.restart.clone().unwrap_or_default();
                let done =
                    tokio::task::spawn_blocking(move || Command::new("sh").args(["-c", &restart]).status());
                assert!(
                    done.await.expect("no panic").is_ok_and(|code| code.success()),
                    "the server restarts"
                );
                "servers restarted"
            }
            (3 | 4, None, Some(file)) => {
                let (file, moment) = (file.clone(), moment / 3);
                tokio::task::spawn_blocking(move || hold(&file, moment)).await.expect("no panic");
                "files held"
            }
            _ => {
                self.fleet.restart(one).await;
                "killed"
            }
        }
    }
}

/// Has the file's only write lock for a moment.
fn hold(file: &PathBuf, moment: Duration) {
    let Ok(connection) = rusqlite::Connection::open(file) else { return };
    if connection.busy_timeout(moment).is_ok() && connection.execute_batch("BEGIN IMMEDIATE").is_ok() {
        std::thread::sleep(moment);
    }
}
