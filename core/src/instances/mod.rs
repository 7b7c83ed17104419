//! Containers and virtual machines: what both kinds share.
pub(crate) mod change;
pub mod instance;
pub mod machine;
pub mod metrics;
mod password_reset;
pub mod snapshot;
pub mod status;
mod usage;
mod watch;

pub(crate) use change::{Change, ChangeInstance};
pub use instance::{Both, Instance};
pub use machine::Action;
pub use metrics::{MetricPoint, Metrics};
pub use password_reset::PasswordChanged;
pub use snapshot::{Snapshot, SnapshotStatus};
pub use status::{InstanceKind, InstanceStatus};

#[cfg(test)]
pub(crate) mod stage;
