//! Instances of services that are not in use, and their snapshots.
use crate::stage::Stage;
use chrono::TimeDelta;
use hosting_core::{
    AREAS,
    background::run_routines,
    clock::Clock,
    instances::{
        InstanceStatus::{Error, Running, Stopped},
        SnapshotStatus, snapshot,
    },
    providers::hypervisor::Hypervisor,
    services::service::{self, ServiceStatus},
};
use sea_orm::{Set, Unchanged};
use uuid::Uuid;

/// The operator says so of an order.
async fn becomes(stage: &Stage, id: Uuid, status: ServiceStatus) {
    stage.update(service::ActiveModel { id: Unchanged(id), status: Set(status), ..Default::default() }).await;
}

async fn minute(stage: &Stage) {
    stage.clock.pass(TimeDelta::minutes(1));
    run_routines(&stage.platform, AREAS).await;
}

#[tokio::test]
async fn what_waits_for_its_hypervisor_is_written_down_once() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.set_away(true);
    becomes(&stage, id, ServiceStatus::Suspended).await;
    minute(&stage).await;
    let queued = stage.record(id).await;
    assert!(queued.change.is_some());
    for _ in 0..3 {
        minute(&stage).await;
    }
    assert_eq!(stage.record(id).await, queued, "nobody is told again");
    stage.lxc.set_away(false);
    stage.clock.pass(TimeDelta::hours(1));
    stage.work_off().await;
    assert_eq!(stage.record(id).await.status, Stopped);
}

#[tokio::test]
async fn what_is_in_use_again_and_not_there_is_no_longer_shown_as_stopped() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    becomes(&stage, id, ServiceStatus::Terminated).await;
    minute(&stage).await;
    stage.work_off().await;
    assert_eq!(stage.lxc.state(id).await, Ok(None));
    becomes(&stage, id, ServiceStatus::Active).await;
    minute(&stage).await;
    stage.work_off().await;
    let record = stage.record(id).await;
    assert_eq!(record.status, Error);
    assert!(record.last_error.is_some());
}

#[tokio::test]
async fn a_snapshot_that_is_younger_than_a_report_is_in_the_next() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let kept = |name: &str| snapshot::Model {
        id: stage.clock.id(),
        service_id: id,
        account_id: stage.account,
        name: name.to_owned(),
        description: None,
        status: SnapshotStatus::Ready,
        size_bytes: None,
        last_error: None,
        created_at: stage.clock.now(),
        updated_at: stage.clock.now(),
    };
    stage.insert(kept("expired")).await;
    stage.clock.pass(TimeDelta::minutes(2));
    stage.insert(kept("just taken")).await;
    run_routines(&stage.platform, AREAS).await;
    assert!(stage.kept(id, "expired").await.is_none());
    assert!(stage.kept(id, "just taken").await.is_some());
    minute(&stage).await;
    minute(&stage).await;
    assert!(stage.kept(id, "just taken").await.is_none(), "no report has it");
}
