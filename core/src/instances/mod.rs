//! Containers and virtual machines: what both kinds share.
mod arrive;
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
mod switch_off;
mod usage;

pub use crate::providers::hypervisor::{InstanceKind, InstanceStatus};
pub use arrive::await_arrivals;
pub use instance::Instance;
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
use change::ChangeInstance;
use kvm::GetKvmInstance;
use lxc::{GetLxcInstance, ticket};

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
        Routine {
            name: "terminal tickets are purged",
            run: |platform| Box::pin(ticket::purge_tickets(platform)),
        },
        Routine { name: "instances are polled", run: |platform| Box::pin(poll::poll(platform)) },
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
