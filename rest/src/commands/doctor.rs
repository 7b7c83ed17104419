//! `hosting doctor`: asks all that a server needs, and says what is wrong, the worst first.
use super::{
    backends::{self, Behind},
    failure::CommandError,
    print,
    settings::{Conversion, Opened, Serving, Settings},
    start, store,
};
use chrono::TimeDelta;
use hosting_core::{
    Time,
    clock::{Clock, SystemClock},
    installation::secrets::SOON,
    limit::Limits,
    providers::within,
    queue::{Job, JobStatus, operator},
};
use hosting_drivers::folder::Space;
use hosting_engine::launch::Workshop;
use std::{fmt, time::Duration};

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
/// Bytes below which nothing can be written.
const NONE: u64 = 1 << 20;
/// How long a backend has to say how it is.
const BACKEND: Duration = Duration::from_secs(20);
/// For how long a job may be due.
const OVERDUE: TimeDelta = TimeDelta::minutes(15);

impl Finding {
    fn new(harm: Harm, what: &'static str, told: impl Into<String>) -> Self {
        Self { harm, what, told: told.into() }
    }
}

/// A line: how bad it is, what it is about, and what was found.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.harm {
            Harm::Down => "DOWN",
            Harm::Broken => "BROKEN",
            Harm::Soon => "SOON",
            Harm::Well => "ok",
        };
        writeln!(f, "{word}: {}: {}", self.what, self.told)
    }
}

/// Asks everything, and prints what was found.
pub async fn run(serving: Serving) -> Result<(), CommandError> {
    // Whether it answers now is what is asked.
    let settings = Settings { database_wait: 0, ..serving.settings.clone() };
    let mut found = match settings.open().await {
        Ok(opened) => {
            let told = format!("{} answers, and has the secret", opened.database.driver());
            vec![
                Finding::new(Harm::Well, "database", told),
                queue(&opened).await,
                secret(&opened, SystemClock.now()),
                files(&serving, &opened).await,
                backends(&serving, &opened).await,
            ]
        }
        Err(cause) => vec![Finding::new(Harm::Down, "database", cause.to_string())],
    };
    found.extend([redis(&serving).await, conversions(&serving).await, addresses(&serving), room(&serving)]);
    found.sort_by_key(|finding| finding.harm);
    print(&found.iter().map(ToString::to_string).collect::<String>())?;
    match found.iter().filter(|finding| finding.harm < Harm::Well).count() {
        0 => Ok(()),
        wrong => Err(CommandError::Failed(format!("{wrong} of {} are to be looked at", found.len()))),
    }
}

async fn queue(opened: &Opened) -> Finding {
    let of = |harm, told: String| Finding::new(harm, "queue", told);
    let jobs = match operator::list(&opened.database).await {
        Ok(jobs) => jobs,
        Err(cause) => return of(Harm::Broken, CommandError::from(cause).to_string()),
    };
    let dead = jobs.iter().filter(|job| job.status == JobStatus::Dead).count();
    let now = SystemClock.now().utc();
    let overdue = |job: &&Job| job.status == JobStatus::Queued && now - job.run_at.utc() > OVERDUE;
    let late = jobs.iter().filter(overdue).count();
    match (dead, late) {
        (0, 0) => of(Harm::Well, format!("{} jobs, none given up", jobs.len())),
        (0, late) => of(Harm::Broken, format!("{late} jobs are due for 15 minutes: does a server run?")),
        (dead, _) => {
            of(Harm::Broken, format!("{dead} jobs were given up: `hosting queue list --state dead`"))
        }
    }
}

fn secret(opened: &Opened, now: Time) -> Finding {
    let of = |harm, told: String| Finding::new(harm, "secret", told);
    let (ring, due) = (&opened.ring, opened.ring.since.plus(SOON * 2));
    if ring.keyring.trusted + 1 == ring.keyring.secrets.len() {
        of(Harm::Well, "is the only one that opens this database".to_owned())
    } else if due <= now {
        let told = "the one before it opens this database too: give all processes the new one, then `hosting secret finish`";
        of(Harm::Soon, told.to_owned())
    } else {
        of(Harm::Well, format!("is being replaced; `hosting secret finish` from {due} on"))
    }
}

async fn files(serving: &Serving, opened: &Opened) -> Finding {
    let store = match store::open(serving, opened, "").await {
        Ok(store) => store,
        Err(cause) => return Finding::new(Harm::Down, "files", cause.to_string()),
    };
    match store.ping().await {
        Ok(()) => Finding::new(Harm::Well, "files", format!("{} answers", store.driver())),
        Err(cause) => Finding::new(Harm::Broken, "files", cause.to_string()),
    }
}

async fn backends(serving: &Serving, opened: &Opened) -> Finding {
    let of = |harm, told: String| Finding::new(harm, "backends", told);
    let behind = Behind::new(&opened.database, &opened.secret, "");
    let listed = match backends::open(serving.settings.backends.as_deref(), &behind).await {
        Ok(ports) => backends::listed(&ports),
        Err(cause) => return of(Harm::Down, cause.to_string()),
    };
    let (asked, mut away) = (listed.len(), Vec::new());
    for backend in listed {
        if let Err(failure) = within(BACKEND, backend.ping).await {
            away.push(format!("{}: {failure}", backend.id));
        }
    }
    match away.as_slice() {
        [] => of(Harm::Well, format!("{asked} answer")),
        away => of(Harm::Broken, away.join("; ")),
    }
}

async fn redis(serving: &Serving) -> Finding {
    let (harm, told) = match start::limits(serving.redis_url.as_deref()) {
        Err(cause) => (Harm::Down, cause.to_string()),
        Ok(Limits::Memory(_)) => (Harm::Well, "none: each process counts by itself".to_owned()),
        Ok(limits) if limits.ping().await => (Harm::Well, "answers".to_owned()),
        Ok(_) => {
            (Harm::Soon, "does not answer: each process counts by itself, and limits are looser".to_owned())
        }
    };
    Finding::new(harm, "redis", told)
}

async fn conversions(serving: &Serving) -> Finding {
    let of = |harm, told: String| Finding::new(harm, "conversions", told);
    if serving.no_conversion {
        return of(Harm::Well, "switched off".to_owned());
    }
    let opened = match std::env::current_exe() {
        Ok(exe) => Workshop::open(exe).await,
        Err(cause) => Err(cause.to_string()),
    };
    match opened {
        Ok(workshop) => of(Harm::Well, format!("sealed off: {:?}", workshop.state())),
        Err(why) if serving.conversion == Conversion::Required => of(Harm::Down, why),
        Err(why) => of(Harm::Broken, format!("{why}: all else is served")),
    }
}

fn addresses(serving: &Serving) -> Finding {
    let here = serving.listen.ip().is_loopback();
    let (harm, told) = match &serving.base_url {
        Some(url) if url.starts_with("https://") => (Harm::Well, url.clone()),
        Some(url) => (Harm::Soon, format!("{url}: keys and what customers are given travel unencrypted")),
        None if here => {
            (Harm::Well, "none: addresses that are given out lead to this machine only".to_owned())
        }
        None => (Harm::Soon, "none: addresses that are given out start with the listener's".to_owned()),
    };
    Finding::new(harm, "base URL", told)
}

fn room(serving: &Serving) -> Finding {
    let folder = serving.settings.data.display();
    let (harm, told) = match Space::of(&serving.settings.data) {
        Ok(Space { free, .. }) if free < NONE => {
            (Harm::Down, format!("nothing is free in {folder}: every request is refused"))
        }
        Ok(space) if space.is_nearly_full() && serving.s3_endpoint.is_none() => {
            (Harm::Broken, format!("{} bytes are free in {folder}: no file is taken in", space.free))
        }
        Ok(Space { free, .. }) if free < ROOM => (Harm::Soon, format!("{free} bytes are free in {folder}")),
        Ok(Space { free, .. }) => (Harm::Well, format!("{} GiB are free", free >> 30)),
        Err(cause) => (Harm::Broken, format!("{folder}: {cause}")),
    };
    Finding::new(harm, "disk", told)
}
