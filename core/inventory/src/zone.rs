//! A zone, and where it is served.
use hosting_core::domains::domain;

/// A zone, and the backend that serves it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Zone {
    /// The backend's id.
    pub backend: String,
    /// The name of the zone.
    pub name: String,
}

impl From<&domain::Model> for Zone {
    fn from(row: &domain::Model) -> Self {
        Self { backend: row.dns_backend.clone(), name: row.domain_name.clone() }
    }
}
