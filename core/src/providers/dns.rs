//! The port to nameservers: what they serve, one `RRset` at a time.
use super::Failure;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

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

/// Nameservers.
///
/// Every change carries the id of the work it belongs to: done twice, it is done once.
#[async_trait::async_trait]
pub trait Dns: Send + Sync {
    /// The hosts that a domain is handed over to so that these nameservers serve it.
    fn name_servers(&self) -> &[String];

    /// Serves `set` in `zone`, in place of what had its name and type.
    async fn put(&self, work: Uuid, zone: &str, set: &RrSet) -> Result<(), Failure>;

    /// Serves `set` no longer; nothing happens if it was not served.
    async fn remove(&self, work: Uuid, zone: &str, set: &SetName) -> Result<(), Failure>;

    /// Serves `sets` in `zone`, which was served elsewhere before.
    async fn adopt(&self, work: Uuid, zone: &str, sets: &[RrSet]) -> Result<(), Failure> {
        for set in sets {
            self.put(work, zone, set).await?;
        }
        Ok(())
    }

    /// What is served in `zone`, by name and type.
    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure>;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}
