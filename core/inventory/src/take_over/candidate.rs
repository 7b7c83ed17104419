//! Something that a backend has, and that is no service's yet.
use hosting_core::services::service::ServiceStatus;
use serde_json::Value;
use uuid::Uuid;

/// Something that a backend has, and that is no service's yet.
pub struct Candidate {
    /// What the backend calls it.
    pub name: String,
    /// The id that it has there, and keeps; it gets one where it has none.
    pub id: Option<Uuid>,
    /// Where its order stands, as the backend has it.
    pub status: ServiceStatus,
    /// What the backend says of it, as an inventory does; what it does not know is left out.
    pub said: Vec<(&'static str, Value)>,
    /// Why no service can be made of it, if none can.
    pub flaw: Option<String>,
}
