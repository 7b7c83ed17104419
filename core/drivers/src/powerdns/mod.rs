//! `PowerDNS` Authoritative 4.7 and later, by its HTTP API (<https://doc.powerdns.com/authoritative/http-api/>).
//!
//! A change is one `PATCH` of the zone, which the server does as a whole or not at all.
mod client;
mod content;
mod meaning;
mod options;
mod service;
mod zone;

use crate::answers::Answers;
use client::{Api, Reply};
use hosting_kernel::providers::{
    Failure,
    dns::{Change, Dns, Receipt, RrSet},
    registrar::Ds,
};
use reqwest::{Method, StatusCode};
use std::time::Duration;
use uuid::Uuid;
use zone::{Key, Zone};

pub use options::Options;

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// The zones of one server.
pub struct PowerDns {
    api: Api,
    hosts: Vec<String>,
    dnssec: bool,
    ask: Option<Answers>,
}

impl PowerDns {
    /// The server that `options` name; what is wrong with them, in words that name the option.
    ///
    /// A connection is waited for for 5 s, an answer for 15 s in all.
    pub fn new(options: Options) -> Result<Self, String> {
        Self::with_patience(options, PATIENCE)
    }

    /// The same, with answers waited for no longer than `patience`.
    pub fn with_patience(options: Options, patience: Duration) -> Result<Self, String> {
        let (api, hosts) = (Api::new(&options, patience)?, options.hosts()?);
        let Options { ask, dnssec, .. } = options;
        let ask = match ask.is_empty() {
            true => None,
            false => Some(Answers::new(&ask).map_err(|cause| format!("ask: {cause}"))?),
        };
        Ok(Self { api, hosts, dnssec, ask })
    }

    /// The serial that is served of `zone`; a change that is done is not undone by not knowing it.
    async fn serial(&self, zone: &str) -> Option<u32> {
        let asked = self.api.get(&format!("{}?rrsets=false", zone::path(zone))).await;
        match asked.and_then(Reply::read::<Zone>) {
            Ok(found) => found.serial(),
            Err(failure) => {
                tracing::warn!(zone, %failure, "the serial of a zone could not be read after a change");
                None
            }
        }
    }
}

/// A good reply; the operator is told what the server says of work that it does not do.
fn logged(work: Uuid, zone: &str, reply: Reply) -> Result<Reply, Failure> {
    // A zone that is not there is made: nobody need see to it.
    if reply.failure().is_some() && reply.status != StatusCode::NOT_FOUND {
        let (status, said) = (reply.status.as_u16(), reply.said());
        tracing::warn!(%work, zone, status, said, "the nameservers' API did not do what it was asked to");
    }
    reply.good()
}

#[async_trait::async_trait]
impl Dns for PowerDns {
    fn name_servers(&self) -> &[String] {
        &self.hosts
    }

    async fn change(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<Receipt, Failure> {
        let changes = zone::settled(changes);
        let patch = zone::patch(&changes);
        let reply = self.api.call(Method::PATCH, &zone::path(zone), Some(&patch)).await?;
        logged(work, zone, reply)?;
        let answered = match &self.ask {
            Some(ask) => ask.until_they_answer(&changes).await?,
            None => Vec::new(),
        };
        Ok(Receipt { serial: self.serial(zone).await, answered })
    }

    async fn make_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure> {
        let made = zone::made(zone, &self.hosts, self.dnssec);
        let reply = self.api.call(Method::POST, "/zones", Some(&made)).await?;
        match reply.status {
            StatusCode::CONFLICT => Ok(()),
            // It is the server that is not there.
            StatusCode::NOT_FOUND => Err(unknown_server()),
            _ => logged(work, zone, reply).map(|_| ()),
        }
    }

    async fn remove_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure> {
        let reply = self.api.call(Method::DELETE, &zone::path(zone), None).await?;
        match reply.status {
            StatusCode::NOT_FOUND => Ok(()),
            _ => logged(work, zone, reply).map(|_| ()),
        }
    }

    async fn zones(&self) -> Result<Vec<String>, Failure> {
        // Whether they are signed takes the server longest to say.
        let reply = self.api.get("/zones?dnssec=false").await?;
        let zones: Vec<Zone> = reply.read()?;
        let mut names: Vec<String> = zones.iter().map(|zone| zone::relative(&zone.name)).collect();
        names.sort_unstable();
        Ok(names)
    }

    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure> {
        let zone: Zone = self.api.get(&zone::path(zone)).await?.read()?;
        Ok(zone.sets())
    }

    fn signs(&self) -> bool {
        self.dnssec
    }

    async fn ds(&self, zone: &str) -> Result<Vec<Ds>, Failure> {
        let keys: Vec<Key> = self.api.get(&format!("{}/cryptokeys", zone::path(zone))).await?.read()?;
        Ok(keys.iter().flat_map(Key::ds).collect())
    }

    fn driver(&self) -> &'static str {
        "powerdns"
    }

    async fn ping(&self) -> Result<(), Failure> {
        let reply = self.api.get("").await?;
        match reply.status {
            StatusCode::NOT_FOUND => Err(unknown_server()),
            _ => reply.good().map(|_| ()),
        }
    }
}

fn unknown_server() -> Failure {
    Failure::Misconfigured("PowerDNS has no server of that name: see the option server".to_owned())
}
