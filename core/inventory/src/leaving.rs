//! What is to be removed.
use hosting_core::providers::registrar::Registration;
use uuid::Uuid;

/// What is to be removed; what belongs to it goes with it.
#[derive(Clone, Debug, Default)]
pub struct Leaving {
    pub accounts: Vec<Uuid>,
    pub services: Vec<Uuid>,
    pub domains: Vec<Uuid>,
    pub records: Vec<Uuid>,
    /// The suffixes that cost nothing special any more.
    pub prices: Vec<String>,
    /// The names of the registry, as they are without what was said of them.
    pub names: Vec<Registration>,
}
