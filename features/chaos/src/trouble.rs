//! What is done to the platform.
use crate::{clocks::FURTHEST, disk::Disk, fleet::Fleet, line::Line};
use fastrand::Rng;
use std::{
    collections::HashMap,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// How often one who waits looks whether it is time to stop.
const LOOK: Duration = Duration::from_millis(100);

/// What can be broken.
pub struct Trouble<'a> {
    /// The replicas.
    pub fleet: &'a Fleet,
    /// The disk, where it may be filled.
    pub disk: Option<&'a Disk>,
    /// The line to the database's server, if there is one.
    pub database: Option<Line>,
    /// The line to Redis, where that may be broken.
    pub redis: Option<Line>,
    /// The database's file, where it is one.
    pub file: Option<PathBuf>,
    /// A command that restarts the database's server.
    pub restart: Option<String>,
}

/// When what is broken.
pub struct Plan {
    /// What chance is made of.
    pub seed: u64,
    /// The time between two troubles, on average; none where there are none.
    pub every: Duration,
    /// The time between two replicas that are killed beside that.
    pub kill_every: Option<Duration>,
    /// How often the database's server is restarted, and after which time each; else that is one of the troubles.
    pub restarts: Option<(u32, Duration)>,
}

/// How often what was done.
type Made = HashMap<&'static str, usize>;

impl Trouble<'_> {
    /// Breaks something every so often until it is time to stop, and puts all right then; how often what was done.
    pub async fn make(&self, plan: &Plan, stop: &AtomicBool) -> Made {
        let (mut made, killed, restarted) =
            tokio::join!(self.break_any(plan, stop), self.kill(plan, stop), self.restart(plan));
        *made.entry("killed").or_default() += killed;
        *made.entry("servers restarted").or_default() += restarted;
        for line in self.database.iter().chain(&self.redis) {
            line.open();
        }
        for number in 0..self.fleet.count() {
            self.fleet.jump(number, 0);
        }
        self.fleet.revive().await;
        for number in 0..self.fleet.count() {
            self.fleet.serves(number).await;
        }
        made.retain(|_, count| *count > 0);
        made
    }

    /// Breaks something by chance every so often, and starts those anew that ended by themselves, as who could not reach
    /// its database in time does.
    async fn break_any(&self, plan: &Plan, stop: &AtomicBool) -> Made {
        let mut chance = Rng::with_seed(plan.seed);
        let mut made = Made::new();
        loop {
            match plan.every.is_zero() {
                true => wait(LOOK, stop).await,
                false => wait(plan.every.mul_f64(0.5 + chance.f64()), stop).await,
            }
            if stop.load(Ordering::Relaxed) {
                return made;
            }
            if !plan.every.is_zero() {
                let what = self.any(&mut chance, plan.restarts.is_none()).await;
                *made.entry(what).or_default() += 1;
            }
            *made.entry("ended by themselves").or_default() += self.fleet.revive().await;
        }
    }

    /// Kills a replica every so often, where that is wanted.
    async fn kill(&self, plan: &Plan, stop: &AtomicBool) -> usize {
        let (mut chance, mut killed) = (Rng::with_seed(plan.seed + 1), 0);
        let Some(every) = plan.kill_every else { return 0 };
        loop {
            wait(every, stop).await;
            if stop.load(Ordering::Relaxed) {
                return killed;
            }
            self.anew(chance.usize(..self.fleet.count()), &mut chance).await;
            killed += 1;
        }
    }

    /// Restarts the database's server at the times that are planned.
    async fn restart(&self, plan: &Plan) -> usize {
        let (times, after) = plan.restarts.unwrap_or_default();
        let mut restarted = 0;
        for _ in 0..times {
            sleep(after).await;
            self.restart_server().await;
            restarted += 1;
        }
        restarted
    }

    /// Kills a replica; another begins in its place, whose clock is off by something else.
    async fn anew(&self, one: usize, chance: &mut Rng) {
        self.fleet.jump(one, chance.i64(-FURTHEST..=FURTHEST));
        self.fleet.restart(one).await;
    }

    async fn restart_server(&self) {
        let restart = self.restart.clone().unwrap_or_default();
        let done = tokio::task::spawn_blocking(move || Command::new("sh").args(["-c", &restart]).status());
        let done = done.await.expect("no panic");
        assert!(done.is_ok_and(|code| code.success()), "the server restarts");
    }

    /// Leaves no room on the disk for a while; now and then a replica is killed meanwhile.
    async fn fill(&self, disk: &Disk, moment: Duration, one: usize, chance: &mut Rng) -> &'static str {
        blocking(disk, Disk::fill).await;
        sleep(moment * 2).await;
        let kills = chance.bool();
        if kills {
            self.anew(one, chance).await;
            sleep(moment).await;
        }
        blocking(disk, Disk::free).await;
        if kills { "killed on a full disk" } else { "disks full" }
    }

    /// Breaks something by chance, be it a server of which one `may_restart`; what that was.
    async fn any(&self, chance: &mut Rng, may_restart: bool) -> &'static str {
        let one = chance.usize(..self.fleet.count());
        let moment = Duration::from_millis(chance.u64(200..3000));
        let line = match chance.u8(..4) {
            0 if self.redis.is_some() => &self.redis,
            _ => &self.database,
        };
        match (chance.u8(..14), line, &self.file, self.disk) {
            (0, _, _, _) => {
                self.fleet.jump(one, chance.i64(-FURTHEST..=FURTHEST));
                self.fleet.roll(one).await;
                "rolled"
            }
            (1 | 2, _, _, _) => {
                self.fleet.signal(one, "STOP").await;
                sleep(moment * 3).await;
                self.fleet.signal(one, "CONT").await;
                "paused"
            }
            (3, Some(line), _, _) => {
                line.cut();
                "lines cut"
            }
            (4 | 5, Some(line), _, _) => {
                line.cut_next_commit();
                "commits cut off"
            }
            (6, Some(line), _, _) => {
                line.silence();
                sleep(moment).await;
                line.open();
                "lines silent"
            }
            (7, Some(line), _, _) => {
                line.away();
                sleep(moment).await;
                line.open();
                "servers away"
            }
            (8, Some(_), _, _) if self.restart.is_some() && may_restart => {
                self.restart_server().await;
                "servers restarted"
            }
            (10 | 11, _, _, _) => {
                self.fleet.jump(one, chance.i64(-FURTHEST..=FURTHEST));
                "clocks set"
            }
            (12 | 13, _, _, Some(disk)) => self.fill(disk, moment, one, chance).await,
            (3 | 4, None, Some(file), _) => {
                let (file, moment) = (file.clone(), moment / 3);
                tokio::task::spawn_blocking(move || hold(&file, moment)).await.expect("no panic");
                "files held"
            }
            _ => {
                self.anew(one, chance).await;
                "killed"
            }
        }
    }
}

/// Waits for so long, but not when it is time to stop.
async fn wait(span: Duration, stop: &AtomicBool) {
    let until = Instant::now() + span;
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        sleep(LOOK.min(until.saturating_duration_since(Instant::now()))).await;
    }
}

/// Does what others are not to wait for.
async fn blocking(disk: &Disk, what: fn(&Disk)) {
    let disk = disk.clone();
    tokio::task::spawn_blocking(move || what(&disk)).await.expect("no panic");
}

/// Has the file's only write lock for a moment.
fn hold(file: &PathBuf, moment: Duration) {
    let Ok(connection) = rusqlite::Connection::open(file) else { return };
    if connection.busy_timeout(moment).is_ok() && connection.execute_batch("BEGIN IMMEDIATE").is_ok() {
        std::thread::sleep(moment);
    }
}
