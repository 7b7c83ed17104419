//! The port to registries: which names are free, and who answers for those that are not.
pub mod sandbox;

use super::Failure;
use crate::{domains::domain::Environment, values::money::Money};
use uuid::Uuid;

/// What a registry says of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// Whether anyone may register it.
    pub available: bool,
    /// Whether it costs more than its suffix usually does.
    pub premium: bool,
    /// What it costs, where that differs from the price of the suffix.
    pub price: Option<Money>,
}

/// A registrar.
///
/// Every change carries the id of the work it belongs to: done twice, it is done once.
#[async_trait::async_trait]
pub trait Registrar: Send + Sync {
    /// The environment that it speaks for.
    fn environment(&self) -> Environment;

    /// Whether `name` (A-labels) can be registered.
    async fn check(&self, name: &str) -> Result<Availability, Failure>;

    /// Hands `domain` over to `hosts`.
    async fn set_name_servers(&self, work: Uuid, domain: &str, hosts: &[String]) -> Result<(), Failure>;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}
