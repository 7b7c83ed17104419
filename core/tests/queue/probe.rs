//! A task that tells what befell it, and waits where a test wants it to.
use async_trait::async_trait;
use hosting_core::{
    Area, Areas, Platform, Result,
    providers::Failure,
    queue::{Completion, Job, JobKind, Lane, Outcome, Task},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::sync::Semaphore;

/// What a probe does when it is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// It tells its backend.
    Tells,
    /// It waits until the test opens its gate, and tells its backend then.
    Waits,
    /// It asks the nameserver `away`, which is, until the test opens its gate.
    Asks,
}

/// A task of tests; its label is its own among all tests.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Probe {
    pub label: String,
    pub act: Act,
    #[serde(skip)]
    lane: Option<Lane>,
}

impl Probe {
    pub fn new(label: &str, act: Act) -> Self {
        Self { label: label.to_owned(), act, lane: None }
    }

    pub fn within(self, lane: Lane) -> Self {
        Self { lane: Some(lane), ..self }
    }
}

static EVENTS: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());
static GATES: Mutex<Option<HashMap<String, Arc<Semaphore>>>> = Mutex::new(None);

/// What befell the probe `label`, the oldest first.
pub fn events(label: &str) -> Vec<String> {
    let all = EVENTS.lock().unwrap();
    all.iter().filter(|(of, _)| of == label).map(|(_, what)| what.clone()).collect()
}

/// What a probe waits for.
pub fn gate(label: &str) -> Arc<Semaphore> {
    let mut gates = GATES.lock().unwrap();
    let gate = gates.get_or_insert_default().entry(label.to_owned());
    Arc::clone(gate.or_insert_with(|| Arc::new(Semaphore::new(0))))
}

/// Returns when `what` has befallen the probe so many times.
pub async fn until(label: &str, what: &str, times: usize) {
    while events(label).iter().filter(|event| *event == what).count() < times {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
}

fn note(label: &str, what: &str) {
    EVENTS.lock().unwrap().push((label.to_owned(), what.to_owned()));
}

#[async_trait]
impl Task for Probe {
    const KIND: &'static str = "probe";

    fn lane(&self) -> Lane {
        self.lane.clone().unwrap_or(Lane::PLATFORM)
    }

    async fn run(&mut self, platform: &Platform, _: &Job) -> Result<(), Failure> {
        note(&self.label, "run");
        if self.act == Act::Asks {
            let asked = platform.providers().dns.find("away")?.ask(async {
                note(&self.label, "asked");
                match gate(&self.label).try_acquire() {
                    Ok(_) => Ok(()),
                    Err(_) => Err(Failure::Unavailable("nobody answers".to_owned())),
                }
            });
            asked.await?;
        }
        if self.act == Act::Waits {
            gate(&self.label).acquire().await.unwrap().forget();
        }
        note(&self.label, "told");
        Ok(())
    }

    async fn finish(&self, _: &Completion<'_>, outcome: Outcome) -> Result<()> {
        note(
            &self.label,
            match outcome {
                Ok(()) => "done",
                Err((_, true)) => "failed",
                Err((_, false)) => "again",
            },
        );
        Ok(())
    }
}

pub const PROBES: Areas =
    &[&Area { jobs: &[JobKind::of::<Probe>()], subjects: &[], routines: &[], followers: &[], topics: &[] }];
