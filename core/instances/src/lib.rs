//! Containers and virtual machines: what both kinds share.
mod arrive;
mod cancellation;
pub(crate) mod change;
mod follow;
pub mod instance;
pub mod instance_of_service;
pub mod kvm;
mod level;
mod look;
mod lost_snapshots;
pub mod lxc;
pub mod metrics;
mod password_reset;
pub(crate) mod poll;
mod reported;
mod request;
pub mod snapshot;
mod snapshot_list;
mod snapshot_request;
pub(crate) mod state_machine;
pub mod subscription;
mod usage;

pub use arrive::await_arrivals;
pub use hosting_kernel::providers::hypervisor::{InstanceKind, InstanceStatus};
pub use instance::Instance;
pub use metrics::{MetricPoint, Metrics};
pub use password_reset::PasswordChanged;
pub use reported::{Reported, ReportedOtherwise, reported};
pub use snapshot::{Snapshot, SnapshotStatus};

#[cfg(test)]
pub(crate) mod stage;

use change::ChangeInstance;
use futures_util::future::BoxFuture;
use hosting_kernel::{
    kernel::{
        area::Area,
        call::Call,
        changes::{
            changed::Record,
            topic::{RecordKind, Topic, Whole, load, part_of},
        },
        follower::Follower,
        platform::Platform,
        queue::{subject::Subject, task::JobKind},
        routine::Routine,
    },
    refusals::{error::Result, scope::Scope},
};
use kvm::{GetKvmInstance, GetKvmSnapshot, KvmSnapshot};
use level::BringToLevel;
use lxc::{FindLxcSnapshot, GetLxcInstance, LxcSnapshot, ticket};
use uuid::Uuid;

/// What the kernel is told of instances.
pub static AREA: Area = Area {
    jobs: &[JobKind::of::<ChangeInstance>(), JobKind::of::<BringToLevel>()],
    subjects: &[Subject {
        name: instance::SUBJECT,
        abandon: |at, id, why| Box::pin(change::abandon(at, id, why)),
    }],
    routines: &[
        Routine {
            name: "instances are stopped and removed as their services are",
            run: |platform| Box::pin(level::bring_about(platform)),
        },
        Routine {
            name: "terminal tickets are purged",
            run: |platform| Box::pin(ticket::purge_tickets(platform)),
        },
        Routine { name: "instances are polled", run: |platform| Box::pin(poll::poll(platform)) },
    ],
    followers: &[
        Follower {
            name: "what becomes of containers is followed",
            run: |platform| Box::pin(follow::follow(platform, InstanceKind::Lxc)),
        },
        Follower {
            name: "what becomes of virtual machines is followed",
            run: |platform| Box::pin(follow::follow(platform, InstanceKind::Kvm)),
        },
    ],
    topics: &[&INSTANCE_CHANGED, &SNAPSHOT_CHANGED],
};

/// The containers and virtual machines of the account, or one of them.
pub static INSTANCE_CHANGED: Topic = Topic {
    id: "instanceChanged",
    kinds: &[
        RecordKind { name: "lxc", scope: Scope::LxcRead, load: look_at_lxc, whole: None },
        RecordKind { name: "kvm", scope: Scope::KvmRead, load: look_at_kvm, whole: None },
    ],
    requires: None,
};

/// The snapshots of the account's instances, or those of one of them.
pub static SNAPSHOT_CHANGED: Topic = Topic {
    id: "snapshotChanged",
    kinds: &[
        RecordKind {
            name: "lxc_snapshot",
            scope: Scope::LxcRead,
            load: |platform, call, snapshot_id| load(platform, call, FindLxcSnapshot { snapshot_id }),
            whole: Some(Whole {
                load: look_at_lxc,
                of: |record| part_of(record, |snapshot: &LxcSnapshot| snapshot.service_id),
            }),
        },
        RecordKind {
            name: "kvm_snapshot",
            scope: Scope::KvmRead,
            load: |platform, call, snapshot_id| load(platform, call, GetKvmSnapshot { snapshot_id }),
            whole: Some(Whole {
                load: look_at_kvm,
                of: |record| part_of(record, |snapshot: &KvmSnapshot| snapshot.service_id),
            }),
        },
    ],
    requires: None,
};

fn look_at_lxc<'a>(
    platform: &'a Platform,
    call: &'a Call,
    service_id: Uuid,
) -> BoxFuture<'a, Result<Record>> {
    load(platform, call, GetLxcInstance { service_id })
}

fn look_at_kvm<'a>(
    platform: &'a Platform,
    call: &'a Call,
    service_id: Uuid,
) -> BoxFuture<'a, Result<Record>> {
    load(platform, call, GetKvmInstance { service_id })
}
