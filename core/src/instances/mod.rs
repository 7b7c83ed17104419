//! Containers and virtual machines: what both kinds share.
pub(crate) mod change;
pub mod instance;
pub mod kvm;
pub mod lxc;
pub mod machine;
pub mod metrics;
mod password_reset;
pub mod snapshot;
mod switch_off;
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

use crate::{
    kernel::{
        area::Area,
        changes::topic::{RecordKind, Topic, load},
        queue::task::JobKind,
        routine::Routine,
    },
    refusals::scope::Scope,
    services::life::end_services,
};
use kvm::GetKvmInstance;
use lxc::GetLxcInstance;

/// What the kernel is told of instances.
pub static AREA: Area = Area {
    jobs: &[JobKind::of::<ChangeInstance>()],
    routines: &[
        Routine {
            name: "services that were cancelled end, and their instances with them",
            run: |platform| {
                Box::pin(end_services(platform, |platform, db, id, now| {
                    Box::pin(switch_off::switch_off(platform, db, id, now))
                }))
            },
        },
        Routine { name: "terminal tickets are purged", run: |platform| Box::pin(platform.purge_tickets()) },
        Routine { name: "instances are polled", run: |platform| Box::pin(platform.watch()) },
    ],
    topics: &[&INSTANCE_CHANGED],
};

/// The containers and virtual machines of the account, or one of them.
pub static INSTANCE_CHANGED: Topic = Topic {
    id: "instanceChanged",
    kinds: &[
        RecordKind {
            name: "lxc",
            scope: Scope::LxcRead,
            load: |platform, call, service_id| load(platform, call, GetLxcInstance { service_id }),
        },
        RecordKind {
            name: "kvm",
            scope: Scope::KvmRead,
            load: |platform, call, service_id| load(platform, call, GetKvmInstance { service_id }),
        },
    ],
    requires: None,
};
