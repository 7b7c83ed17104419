//! Containers and virtual machines: what both kinds share.
pub(crate) mod change;
pub mod instance;
pub mod kvm;
pub mod lxc;
pub mod machine;
pub mod metrics;
mod password_reset;
pub mod snapshot;
mod usage;
mod watch;

pub use crate::providers::hypervisor::{InstanceKind, InstanceStatus};
pub(crate) use change::{Change, ChangeInstance};
pub use instance::{Both, Instance};
pub use machine::Action;
pub use metrics::{MetricPoint, Metrics};
pub use password_reset::PasswordChanged;
pub use snapshot::{Snapshot, SnapshotStatus};

#[cfg(test)]
pub(crate) mod stage;
