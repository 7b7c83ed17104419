//! What is measured.
use crate::{
    Arguments, Failure,
    listener::{Heard, Listener, moment},
    pace,
    server::Server,
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, interval, sleep},
};

/// Nothing more comes after the last change, when nothing has come for so long.
const REST: Duration = Duration::from_secs(2);
/// What is waited for until all who watch do so.
const SETTLE: Duration = Duration::from_secs(2);

/// How a server did.
pub struct Figures {
    memory: f64,
    changes: usize,
    asked: usize,
    delivered: usize,
    lost: usize,
    cut: usize,
    stuck_cut: bool,
    delays: Vec<i64>,
    lasted: Duration,
}

impl Figures {
    /// Lets so many watch `server`, and changes things.
    pub async fn of(server: &Server, arguments: Arguments) -> Result<Self, Failure> {
        let before = server.memory()?;
        let (tell, stop) = watch::channel(false);
        let (mut listeners, told) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
        for number in 0..arguments.subscribers {
            let owner = &server.owners[number as usize % server.owners.len()];
            let listener = Listener::open(server.address, &owner.token).await?;
            listeners.spawn(listener.listen(stop.clone(), Arc::clone(&told)));
        }
        sleep(SETTLE).await;
        let memory = server.memory()?.saturating_sub(before);
        let stuck = Listener::stuck(server.address, &server.owners[0].token).await?;
        let begun = Instant::now();
        let last = change(server, arguments).await?;
        let mut before = usize::MAX;
        while before != told.load(Ordering::Relaxed) {
            before = told.load(Ordering::Relaxed);
            sleep(REST).await;
        }
        let lasted = begun.elapsed().saturating_sub(REST);
        tell.send_replace(true);
        let heard = listeners.join_all().await;
        let changes = last.1;
        Ok(Self {
            memory: f64::from(memory) / f64::from(arguments.subscribers),
            changes,
            asked: changes * server.shape.told(arguments.subscribers) as usize,
            delivered: heard.iter().map(|one| one.delays.len()).sum(),
            lost: lost(server, &heard, &last.0),
            cut: heard.iter().filter(|one| one.cut).count(),
            stuck_cut: stuck.sit().await,
            delays: sorted(&heard),
            lasted,
        })
    }
}

/// Changes one domain after the other; gives the last moment of each, and how many changes there were.
async fn change(server: &Server, arguments: Arguments) -> Result<(HashMap<String, i64>, usize), Failure> {
    let client = reqwest::Client::new();
    let domains: Vec<_> = server
        .owners
        .iter()
        .flat_map(|owner| owner.domains.iter().map(move |domain| (owner, *domain)))
        .collect();
    let (mut changes, mut ticks) = (JoinSet::new(), interval(pace(arguments.changes)));
    for number in 0..(arguments.changes * arguments.seconds) as usize {
        ticks.tick().await;
        let (owner, domain) = domains[number % domains.len()];
        let enabled = (number / domains.len()).is_multiple_of(2);
        let request = client
            .put(format!("http://{}/v1/domains/{domain}/auto-renew", server.address))
            .bearer_auth(&owner.token)
            .header("idempotency-key", format!("change-{number:08}"))
            .header("content-type", "application/json")
            .body(json!({ "enabled": enabled }).to_string());
        changes.spawn(async move {
            let answer = request.send().await?.error_for_status()?.bytes().await?;
            Ok::<Value, Failure>(serde_json::from_slice(&answer)?)
        });
    }
    let mut last = HashMap::new();
    let mut count = 0;
    while let Some(done) = changes.join_next().await {
        let record = done??["data"].take();
        let at = record["updated_at"].as_str().and_then(moment).ok_or("a record without a moment")?;
        let of = last.entry(record["id"].as_str().unwrap_or_default().to_owned()).or_insert(at);
        *of = at.max(*of);
        count += 1;
    }
    Ok((last, count))
}

/// Those who were not told the last state of a record that they watch.
fn lost(server: &Server, heard: &[Heard], last: &HashMap<String, i64>) -> usize {
    let told = |one: &Heard, id: &String, at: i64| one.last.get(id).is_some_and(|told| *told >= at);
    let missed = |(id, at): (&String, &i64)| {
        let told = heard.iter().filter(|one| told(one, id, *at)).count();
        (server.shape.told(u32::try_from(heard.len()).unwrap_or_default()) as usize).saturating_sub(told)
    };
    last.iter().map(missed).sum()
}

fn sorted(heard: &[Heard]) -> Vec<i64> {
    let mut delays: Vec<_> = heard.iter().flat_map(|one| one.delays.iter().copied()).collect();
    delays.sort_unstable();
    delays
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share =
            |percent: usize| self.delays.get(self.delays.len() * percent / 100).copied().unwrap_or(-1);
        let seconds = self.lasted.as_secs_f64();
        let rate = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / seconds;
        write!(
            f,
            "{:.1} kB for each who watches; {} changes ({:.0}/s), {} tellings asked, {} made ({:.0}/s), \
             the others were one with the next; {} last states lost, {} cut off; delay {} ms in the middle, \
             {} ms for 99 of 100; the client that reads nothing was {}",
            self.memory,
            self.changes,
            rate(self.changes),
            self.asked,
            self.delivered,
            rate(self.delivered),
            self.lost,
            self.cut,
            share(50),
            share(99),
            if self.stuck_cut { "cut off" } else { "still there" },
        )
    }
}
