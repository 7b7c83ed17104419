//! Containers and virtual machines: what both kinds share.
mod cancellation;
pub(crate) mod change;
pub mod instance;
mod instance_of_service;
pub mod kvm;
pub mod lxc;
pub mod metrics;
mod password_reset;
pub(crate) mod poll;
mod request;
pub mod snapshot;
mod snapshot_list;
mod snapshot_request;
pub(crate) mod state_machine;
mod subscription;
mod usage;

pub use crate::providers::hypervisor::{InstanceKind, InstanceStatus};
pub use instance::Instance;
pub use metrics::{MetricPoint, Metrics};
pub use password_reset::PasswordChanged;
pub use snapshot::{Snapshot, SnapshotStatus};

#[cfg(test)]
pub(crate) mod stage;
