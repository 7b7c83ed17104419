//! What the promises are asked of.
use crate::promises::ZONES;
use async_trait::async_trait;
use hosting_kernel::{
    clock::{Clock, SystemClock},
    providers::dns::{Change, Dns, RrSet, SetName},
};
use std::{net::SocketAddr, process::Command};
use uuid::Uuid;

/// A driver before nameservers that serve none of [`ZONES`] yet, or all of them empty where the
/// operator makes them.
pub struct Stage {
    pub dns: Box<dyn Dns>,
    pub served: Box<dyn Served>,
    /// Whether the driver makes zones, and removes them: otherwise they were made before.
    pub zones_are_made: bool,
    /// Whether any zone is there, and any data is taken.
    pub anything_goes: bool,
}

impl Stage {
    /// The zone, made where the driver makes zones.
    pub async fn fresh<'a>(&self, zone: &'a str) -> &'a str {
        assert!(ZONES.contains(&zone), "operators are told of {zone}");
        if self.zones_are_made {
            self.dns.make_zone(work(), zone).await.unwrap();
        }
        zone
    }

    /// Does `changes`, as work of their own.
    pub async fn change(&self, zone: &str, changes: &[Change]) {
        self.dns
            .change(work(), zone, changes)
            .await
            .unwrap_or_else(|failure| panic!("{changes:?}: {failure:?}"));
    }
}

/// Asks what is really served.
#[async_trait]
pub trait Served: Send + Sync {
    /// Seconds and data of each record; data as a nameserver's tools write it.
    async fn ask(&self, zone: &str, name: &str, kind: &str) -> Vec<(i32, String)>;

    /// The data alone, in one order.
    async fn data(&self, zone: &str, name: &str, kind: &str) -> Vec<String> {
        let mut data: Vec<_> = self.ask(zone, name, kind).await.into_iter().map(|(_, data)| data).collect();
        data.sort();
        data
    }
}

/// The server at an address, asked by `dig`.
pub struct Dig(pub SocketAddr);

#[async_trait]
impl Served for Dig {
    async fn ask(&self, _: &str, name: &str, kind: &str) -> Vec<(i32, String)> {
        let (server, port) = (format!("@{}", self.0.ip()), self.0.port().to_string());
        let mut dig = Command::new("dig");
        dig.args([
            &server,
            "-p",
            &port,
            "+norecurse",
            "+noall",
            "+answer",
            "+time=2",
            "+tries=3",
            "-t",
            kind,
        ]);
        let answer = dig.args(["-q", &format!("{name}.")]).output().expect("dig is there");
        let answer = String::from_utf8(answer.stdout).unwrap();
        assert!(!answer.contains("no servers could be reached"), "{name} {kind}: {answer}");
        let lines = answer.lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
        let read = |line: &str| -> Option<(i32, String)> {
            let mut rest = line;
            let mut word = || {
                let (word, after) = rest.split_once(char::is_whitespace)?;
                rest = after.trim_start();
                Some(word)
            };
            let (_name, ttl, _class, answered) = (word()?, word()?, word()?, word()?);
            // Others, such as a CNAME, lead elsewhere.
            (answered == kind).then(|| Some((ttl.parse().ok()?, rest.to_owned()))).flatten()
        };
        lines.filter_map(read).collect()
    }
}

/// Work of its own.
pub fn work() -> Uuid {
    SystemClock.id()
}

/// A set that is kept for a minute.
pub fn set(name: &str, kind: &str, contents: &[&str]) -> RrSet {
    let contents = contents.iter().map(ToString::to_string).collect();
    RrSet { name: name.to_owned(), kind: kind.to_owned(), ttl: 60, contents }
}

/// To serve it.
pub fn put(name: &str, kind: &str, contents: &[&str]) -> Change {
    Change::Put(set(name, kind, contents))
}

/// To serve it no longer.
pub fn remove(name: &str, kind: &str) -> Change {
    Change::Remove(SetName { name: name.to_owned(), kind: kind.to_owned() })
}

/// Sets whose values are in one order: an `RRset` has none (RFC 2181 section 5).
pub fn ordered(mut sets: Vec<RrSet>) -> Vec<RrSet> {
    for set in &mut sets {
        set.contents.sort();
    }
    sets.sort_by(|one, other| (&one.name, &one.kind).cmp(&(&other.name, &other.kind)));
    sets
}
