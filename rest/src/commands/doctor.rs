//! `hosting doctor`: asks all that a server needs, and says what is wrong, the worst first.
use super::{
    failure::CommandError,
    print,
    settings::{Opened, Serving, Settings},
    start, store,
};
use hosting_core::{
    Time,
    clock::{Clock, SystemClock},
    installation::secrets::SOON,
    limit::Limits,
    queue::{JobStatus, operator},
};
use hosting_engine::launch::Workshop;
use std::fmt::Write;

/// How much something is to worry about; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Harm {
    /// Nobody is served.
    Down,
    /// Something that customers ask for is not done.
    Broken,
    /// It will be worse one day.
    Soon,
    /// It is as it should be.
    Well,
}

/// What was found of one thing.
struct Finding {
    harm: Harm,
    what: &'static str,
    told: String,
}

/// Bytes on the disk below which it is full soon.
const ROOM: u64 = 1 << 30;

/// Asks everything, and prints what was found.
pub async fn run(serving: Serving) -> Result<(), CommandError> {
    let mut found = Vec::new();
    // Whether it answers now is what is asked.
    let settings = Settings { database_wait: 0, ..serving.settings.clone() };
    match settings.open().await {
        Ok(opened) => {
            note(
                &mut found,
                Harm::Well,
                "database",
                format!("{} answers, and has the secret", opened.database.driver()),
            );
            queue(&mut found, &opened).await;
            secret(&mut found, &opened, SystemClock.now());
            files(&mut found, &serving, &opened).await;
        }
        Err(cause) => note(&mut found, Harm::Down, "database", cause.to_string()),
    }
    redis(&mut found, &serving).await;
    conversions(&mut found, &serving).await;
    addresses(&mut found, &serving);
    room(&mut found, &serving);
    found.sort_by_key(|finding| finding.harm);
    let mut text = String::new();
    for Finding { harm, what, told } in &found {
        let word = match harm {
            Harm::Down => "DOWN",
            Harm::Broken => "BROKEN",
            Harm::Soon => "SOON",
            Harm::Well => "ok",
        };
        let _ = writeln!(text, "{word}\t{what}\t{told}");
    }
    print(&text)?;
    match found.iter().filter(|finding| finding.harm < Harm::Well).count() {
        0 => Ok(()),
        wrong => Err(CommandError::Failed(format!("{wrong} of {} are to be looked at", found.len()))),
    }
}

fn note(found: &mut Vec<Finding>, harm: Harm, what: &'static str, told: impl Into<String>) {
    found.push(Finding { harm, what, told: told.into() });
}

async fn queue(found: &mut Vec<Finding>, opened: &Opened) {
    let jobs = match operator::list(&opened.database).await {
        Ok(jobs) => jobs,
        Err(cause) => return note(found, Harm::Broken, "queue", CommandError::from(cause).to_string()),
    };
    let dead = jobs.iter().filter(|job| job.status == JobStatus::Dead).count();
    let now = SystemClock.now();
    let overdue = |job: &&hosting_core::queue::Job| {
        job.status == JobStatus::Queued && now.utc() - job.run_at.utc() > chrono::TimeDelta::minutes(15)
    };
    let late = jobs.iter().filter(overdue).count();
    match (dead, late) {
        (0, 0) => note(found, Harm::Well, "queue", format!("{} jobs, none given up", jobs.len())),
        (0, late) => note(
            found,
            Harm::Broken,
            "queue",
            format!("{late} jobs are due for 15 minutes: does a server run?"),
        ),
        (dead, _) => note(
            found,
            Harm::Broken,
            "queue",
            format!("{dead} jobs were given up: `hosting queue list --state dead`"),
        ),
    }
}

fn secret(found: &mut Vec<Finding>, opened: &Opened, now: Time) {
    let (ring, due) = (&opened.ring, opened.ring.since.plus(SOON * 2));
    if ring.keyring.trusted + 1 == ring.keyring.secrets.len() {
        note(found, Harm::Well, "secret", "is the only one that opens this database");
    } else if due <= now {
        let told = "the one before it still opens this database: give all processes the new one, then `hosting secret finish`";
        note(found, Harm::Soon, "secret", told);
    } else {
        note(
            found,
            Harm::Well,
            "secret",
            format!("is being replaced; `hosting secret finish` from {due} on"),
        );
    }
}

async fn files(found: &mut Vec<Finding>, serving: &Serving, opened: &Opened) {
    let store = match store::open(serving, opened, "").await {
        Ok(store) => store,
        Err(cause) => return note(found, Harm::Down, "files", cause.to_string()),
    };
    match store.ping().await {
        Ok(()) => note(found, Harm::Well, "files", format!("{} answers", store.driver())),
        Err(cause) => note(found, Harm::Broken, "files", cause.to_string()),
    }
}

async fn redis(found: &mut Vec<Finding>, serving: &Serving) {
    match start::limits(serving.redis_url.as_deref()) {
        Err(cause) => note(found, Harm::Down, "redis", cause.to_string()),
        Ok(Limits::Memory(_)) => note(found, Harm::Well, "redis", "none: each process counts by itself"),
        Ok(limits) => match limits.ping().await {
            true => note(found, Harm::Well, "redis", "answers"),
            false => note(
                found,
                Harm::Soon,
                "redis",
                "does not answer: each process counts by itself, and limits are looser",
            ),
        },
    }
}

async fn conversions(found: &mut Vec<Finding>, serving: &Serving) {
    if serving.no_conversion {
        return note(found, Harm::Well, "conversions", "switched off");
    }
    let opened = match std::env::current_exe() {
        Ok(exe) => Workshop::open(exe).await.map_err(|why| why.to_string()),
        Err(cause) => Err(cause.to_string()),
    };
    match opened {
        Ok(workshop) => note(found, Harm::Well, "conversions", format!("sealed off: {:?}", workshop.state())),
        Err(why) => {
            note(found, Harm::Down, "conversions", format!("{why}; --no-conversion serves everything else"))
        }
    }
}

fn addresses(found: &mut Vec<Finding>, serving: &Serving) {
    match &serving.base_url {
        Some(url) if url.starts_with("https://") => note(found, Harm::Well, "base URL", url.clone()),
        Some(url) if serving.listen.ip().is_loopback() => {
            note(found, Harm::Soon, "base URL", format!("{url}: what customers are given is not encrypted"));
        }
        Some(url) => note(found, Harm::Soon, "base URL", format!("{url}: keys travel unencrypted")),
        None if serving.listen.ip().is_loopback() => {
            note(
                found,
                Harm::Well,
                "base URL",
                "none: addresses that are given out lead to this machine only",
            );
        }
        None => note(
            found,
            Harm::Soon,
            "base URL",
            "none: addresses that are given out start with the listener's",
        ),
    }
}

fn room(found: &mut Vec<Finding>, serving: &Serving) {
    match hosting_drivers::folder::free_bytes(&serving.settings.data) {
        Ok(free) if free < ROOM => {
            note(
                found,
                Harm::Soon,
                "disk",
                format!("{free} bytes are free in {}", serving.settings.data.display()),
            );
        }
        Ok(free) => note(found, Harm::Well, "disk", format!("{} GiB are free", free >> 30)),
        Err(cause) => {
            note(found, Harm::Broken, "disk", format!("{}: {cause}", serving.settings.data.display()))
        }
    }
}
