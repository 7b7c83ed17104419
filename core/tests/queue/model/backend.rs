//! Nameservers and a registrar that fail as they can, and stop before and after they do what they are told.
use super::chance::Chance;
use async_trait::async_trait;
use hosting_core::providers::{
    Failure,
    dns::{Change, Dns, RrSet},
    registrar::{Availability, Environment, Registrar, Registration},
};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};
use tokio::task::yield_now;
use uuid::Uuid;

type Zone = BTreeMap<String, Vec<String>>;

/// The nameservers and the registrar of a schedule.
pub struct Backend(Mutex<State>);

struct State {
    chance: Chance,
    /// Whoever asks about this domain dies.
    deadly: Option<String>,
    behaves: bool,
    killed: bool,
    stopped: bool,
    told: Vec<Uuid>,
    zones: BTreeMap<String, Zone>,
    hosts: BTreeMap<String, Vec<String>>,
}

impl Backend {
    pub fn new(chance: Chance, deadly: Option<String>) -> Self {
        let (zones, hosts, told) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        Self(Mutex::new(State {
            chance,
            deadly,
            behaves: false,
            killed: false,
            stopped: false,
            told,
            zones,
            hosts,
        }))
    }

    /// It does what it is told from now on; but what is deadly stays so.
    pub fn behave(&self) {
        self.state().behaves = true;
    }

    /// Whether whoever was asking just now is dead.
    pub fn killed(&self) -> bool {
        std::mem::take(&mut self.state().killed)
    }

    /// The work that it was told of since the last time.
    pub fn told(&self) -> Vec<Uuid> {
        std::mem::take(&mut self.state().told)
    }

    /// What is served in a zone: by name, for there is one type.
    pub fn zone(&self, zone: &str) -> Zone {
        self.state().zones.get(zone).cloned().unwrap_or_default()
    }

    /// The nameservers of a domain, if they were ever told.
    pub fn hosts(&self, domain: &str) -> Option<Vec<String>> {
        self.state().hosts.get(domain).cloned()
    }

    /// Whether whoever was asking just now stopped on the way.
    pub fn stopped(&self) -> bool {
        std::mem::take(&mut self.state().stopped)
    }

    async fn stop(&self) {
        self.state().stopped = true;
        yield_now().await;
    }

    /// Kills whoever asks about a domain that is deadly.
    fn deadly(&self, domain: &str) -> bool {
        let mut state = self.state();
        state.killed = state.deadly.as_deref() == Some(domain);
        state.killed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Does `work` as well as it can today.
    async fn told_to(
        &self,
        work: Uuid,
        domain: &str,
        does: impl FnOnce(&mut State) + Send,
    ) -> Result<(), Failure> {
        self.stop().await;
        let fate = {
            let mut state = self.state();
            if state.behaves { 9 } else { state.chance.below(10) }
        };
        while self.deadly(domain) {
            self.stop().await;
        }
        match fate {
            0 => return Err(Failure::Refused("it was told to".to_owned())),
            1 => return Err(Failure::Unavailable("it was told to be".to_owned())),
            _ => {}
        }
        {
            let mut state = self.state();
            state.told.push(work);
            does(&mut state);
        }
        self.stop().await;
        match fate {
            2 => Err(Failure::Timeout),
            3 => Err(Failure::Unavailable("it died half-way".to_owned())),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Dns for Backend {
    fn name_servers(&self) -> &[String] {
        &[]
    }

    async fn change(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<(), Failure> {
        let does = |state: &mut State| {
            let zone = state.zones.entry(zone.to_owned()).or_default();
            for change in changes {
                match change {
                    Change::Put(set) => drop(zone.insert(set.name.clone(), set.contents.clone())),
                    Change::Remove(set) => drop(zone.remove(&set.name)),
                }
            }
        };
        self.told_to(work, zone, does).await
    }

    async fn zone(&self, _: &str) -> Result<Vec<RrSet>, Failure> {
        Ok(Vec::new())
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

#[async_trait]
impl Registrar for Backend {
    fn environment(&self) -> Environment {
        Environment::Ote
    }

    async fn check(&self, _: &str) -> Result<Availability, Failure> {
        Ok(Availability { available: false, premium: false, price: None })
    }

    async fn set_name_servers(&self, work: Uuid, domain: &str, hosts: &[String]) -> Result<(), Failure> {
        let does = |state: &mut State| drop(state.hosts.insert(domain.to_owned(), hosts.to_vec()));
        self.told_to(work, domain, does).await
    }

    async fn adopt(&self, _: &[Registration]) -> Result<(), Failure> {
        Ok(())
    }

    async fn adopted(&self, _: Option<&[String]>) -> Result<Vec<Registration>, Failure> {
        Ok(Vec::new())
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
