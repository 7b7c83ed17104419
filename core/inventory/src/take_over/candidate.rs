//! Something that a backend has, and that is no service's yet.
use hosting_core::services::service::ServiceStatus;
use serde_json::Value;

/// Something that a backend has, and that is no service's yet.
pub struct Candidate {
    /// What the backend calls it.
    pub name: String,
    /// Where its order stands, as the backend has it.
    pub status: ServiceStatus,
    /// What the backend says of it, as an inventory does; what it does not know is left out.
    pub said: Vec<(&'static str, Value)>,
}
