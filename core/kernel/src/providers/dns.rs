//! The port to nameservers: what they serve, as `RRset`s.
use super::{failure::Failure, registrar::Ds};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The types of records that customers set, and so every driver serves; its zone's own and what signs it come beside.
pub const TYPES: [&str; 13] =
    ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA", "TLSA", "SSHFP", "SVCB", "HTTPS", "PTR"];

/// The name and type of an `RRset`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetName {
    /// The whole name, without the last dot.
    pub name: String,
    /// The type.
    pub kind: String,
}

/// An `RRset` as a zone file writes it (RFC 1035 section 5.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RrSet {
    /// The whole name, without the last dot.
    pub name: String,
    /// The type.
    pub kind: String,
    /// Seconds.
    pub ttl: i32,
    /// The data, in presentation form: TXT quoted, MX and SRV with their priority.
    pub contents: Vec<String>,
}

/// A change of what is served in a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is served, in place of what had its name and type.
    Put(RrSet),
    /// It is served no longer; nothing happens if it was not served.
    Remove(SetName),
}

/// What a change came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The serial of the zone with the change (RFC 1035 section 3.3.13), where zones have one.
    pub serial: Option<u32>,
    /// The servers that were asked afterwards, and answer with it.
    pub answered: Vec<String>,
}

/// Nameservers.
///
/// Every change carries the id of the work it belongs to: done twice, it is done once. A change is accepted when it is
/// done; where the driver was told to ask the servers, when they answer with it.
#[async_trait::async_trait]
pub trait Dns: Send + Sync {
    /// The hosts that a domain is handed over to so that these nameservers serve it.
    fn name_servers(&self) -> &[String];

    /// Does `changes` in `zone`, in their order, all of them or none: nobody is ever served a part of them.
    ///
    /// Of a zone that is not there it is [`Failure::NotThere`].
    async fn change(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<Receipt, Failure>;

    /// Makes `zone` with its SOA and its own NS records, of [`Self::name_servers`]; one that is there stays as it is.
    ///
    /// Where zones are made by the operator alone, one that is not there is [`Failure::NotThere`].
    async fn make_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure>;

    /// Removes `zone` with all that is served in it; nothing happens where it is not there.
    async fn remove_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure>;

    /// The zones that are there, in alphabetical order; refused where nobody can list them.
    async fn zones(&self) -> Result<Vec<String>, Failure>;

    /// Serves `sets` in `zone`, which was served elsewhere before.
    async fn adopt(&self, work: Uuid, zone: &str, sets: &[RrSet]) -> Result<(), Failure> {
        let changes: Vec<_> = sets.iter().cloned().map(Change::Put).collect();
        self.change(work, zone, &changes).await.map(|_| ())
    }

    /// What is served in `zone`, by name and type, but for what the platform writes itself: its SOA and its own NS
    /// records, and what signs it. Of a zone that is not there it is [`Failure::NotThere`].
    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure>;

    /// Whether it signs zones whose keys it tells.
    fn signs(&self) -> bool {
        false
    }

    /// The keys that sign `zone`, as the zone above it has to name them (RFC 4034 section 5); none where it is not
    /// signed. Of a zone that is not there it is [`Failure::NotThere`].
    async fn ds(&self, _zone: &str) -> Result<Vec<Ds>, Failure> {
        Ok(Vec::new())
    }

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}
