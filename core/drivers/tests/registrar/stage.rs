//! What the promises are asked of.
use async_trait::async_trait;
use hosting_kernel::{
    Time,
    clock::{Clock, SystemClock},
    providers::registrar::{Ds, Host, Registered, Registrar, Standing},
};
use std::sync::Arc;
use uuid::Uuid;

/// A driver before a registry that has no domain yet.
pub struct Stage {
    pub registrar: Arc<dyn Registrar>,
    pub registry: Box<dyn Registry>,
    /// Whether the registry has no rules: it knows no hosts, and takes a change while another waits.
    pub anything_goes: bool,
}

/// What the registry does of its own accord.
#[async_trait]
pub trait Registry: Send + Sync {
    /// Has a domain that shows this from now on.
    async fn show(&self, domain: &str, shown: Registered);
    /// Says something about a domain.
    fn tell(&self, domain: &str, text: &str);
    /// Has the next change of a domain wait.
    fn wait(&self, domain: &str);
    /// Does what waits, or refuses it, and says so.
    fn decide(&self, domain: &str, done: bool);
}

impl Stage {
    /// A domain that nobody answers for.
    pub async fn domain<'a>(&self, domain: &'a str) -> &'a str {
        self.registry.show(domain, registered()).await;
        domain
    }

    /// What the registry shows of a domain.
    pub async fn shown(&self, domain: &str) -> Registered {
        self.registrar.info(domain).await.unwrap()
    }
}

/// What is shown of a domain that is registered, and no more.
pub fn registered() -> Registered {
    Registered {
        standing: Standing::Active,
        registered_at: Some(at("2020-03-01T12:00:00Z")),
        expires_at: Some(at("2031-03-01T12:00:00Z")),
        locked: Some(false),
        privacy: None,
        changing: false,
        name_servers: Some(Vec::new()),
        ds: Vec::new(),
    }
}

pub fn at(text: &str) -> Time {
    Time::new(text.parse().unwrap())
}

/// The id of some work.
pub fn work() -> Uuid {
    SystemClock.id()
}

pub fn host(name: &str, addresses: &[&str]) -> Host {
    Host { name: name.to_owned(), addresses: addresses.iter().map(|one| one.parse().unwrap()).collect() }
}

/// Hosts that no registry of a test answers for.
pub fn hosts(names: &[&str]) -> Vec<Host> {
    names.iter().map(|name| host(name, &[])).collect()
}

pub fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

pub fn ds(key_tag: u16) -> Ds {
    Ds { key_tag, algorithm: 13, digest_type: 2, digest: "0A".repeat(32) }
}
