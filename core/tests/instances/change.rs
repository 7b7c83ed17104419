//! What came of a change is what the hypervisor shows, whatever happened on the way.
use crate::{stage::Stage, telling::Telling};
use chrono::TimeDelta;
use hosting_core::{
    AREAS, Password,
    clock::Clock,
    instances::{
        InstanceKind,
        InstanceStatus::{
            self, Error, Frozen, Reinstalling, Restarting, Restoring, Running, Starting, Stopped, Stopping,
        },
        SnapshotStatus::{Creating, Deleting, Failed, Ready},
    },
    kvm::{ControlKvmInstance, KvmAction},
    lxc::{ChangeLxcSnapshot, ControlLxcInstance, LxcAction, ReinstallLxcInstance, SnapshotAction},
    providers::hypervisor::{Containers, Hypervisor},
    queue::work_once,
};
use hosting_drivers::fault::Fault;
use sea_orm::ConnectionTrait;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use uuid::Uuid;

/// Has the power of a container changed.
async fn control(stage: &Stage, service_id: Uuid, action: LxcAction) {
    stage.perform(ControlLxcInstance { service_id, action }).await;
}

/// Has something done with a snapshot of a container.
async fn snapshot(stage: &Stage, service_id: Uuid, action: SnapshotAction, name: &str) {
    stage.perform(ChangeLxcSnapshot { service_id, action, name: name.to_owned() }).await;
}

/// What the record says: where it stands, whether a change is queued, whether the last one failed.
async fn summary(stage: &Stage, id: Uuid) -> (InstanceStatus, bool, bool) {
    let row = stage.record(id).await;
    (row.status, row.change.is_some(), row.last_error.is_some())
}

/// Lets so many attempts pass.
async fn attempts(stage: &Stage, times: u32) {
    for attempt in 0..times {
        stage.work_off().await;
        stage.clock.pass(TimeDelta::seconds(1 << attempt));
    }
}

#[tokio::test]
async fn a_change_is_shown_when_it_has_come_about() {
    for (from, action, meanwhile, to) in [
        (Stopped, LxcAction::Start, Starting, Running),
        (Error, LxcAction::Start, Starting, Running),
        (Running, LxcAction::Stop, Stopping, Stopped),
        (Frozen, LxcAction::Stop, Stopping, Stopped),
        (Running, LxcAction::Restart, Restarting, Running),
        (Running, LxcAction::Freeze, Stopping, Frozen),
        (Frozen, LxcAction::Unfreeze, Starting, Running),
    ] {
        let stage = Stage::new().await;
        let id = stage.container(from).await;
        control(&stage, id, action).await;
        assert_eq!(summary(&stage, id).await, (meanwhile, true, false));
        stage.work_off().await;
        assert_eq!(summary(&stage, id).await, (to, false, false), "{from:?} {action:?}");
    }
    let stage = Stage::new().await;
    let id = stage.instance(InstanceKind::Kvm, Running).await;
    stage.perform(ControlKvmInstance { service_id: id, action: KvmAction::Shutdown }).await;
    assert_eq!(summary(&stage, id).await, (Stopping, true, false));
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Stopped, false, false));
}

#[tokio::test]
async fn a_failure_is_shown_and_tried_again() {
    let stage = Stage::new().await;
    let id = stage.container(Stopped).await;
    stage.lxc.faults.next(Fault::Unavailable, 2);
    control(&stage, id, LxcAction::Start).await;
    attempts(&stage, 2).await;
    assert_eq!(summary(&stage, id).await, (Starting, true, true));
    attempts(&stage, 1).await;
    assert_eq!(summary(&stage, id).await, (Running, false, false));
}

#[tokio::test]
async fn what_is_given_up_shows_what_is_there() {
    let stage = Stage::new().await;
    let id = stage.container(Stopped).await;
    stage.lxc.faults.next(Fault::Refused, 1);
    control(&stage, id, LxcAction::Start).await;
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Stopped, false, true));
    // A hypervisor that cannot be asked leaves nothing to show.
    stage.lxc.set_away(true);
    control(&stage, id, LxcAction::Start).await;
    attempts(&stage, 10).await;
    assert_eq!(summary(&stage, id).await, (Error, false, true));
    // The next change is possible, and what it shows is true again.
    stage.lxc.set_away(false);
    control(&stage, id, LxcAction::Start).await;
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Running, false, false));
}

/// A guest has its time, and then nothing more is asked of it; what its hypervisor has no answer to, it is asked again.
#[tokio::test]
async fn a_hypervisor_that_is_silent_is_waited_for_and_a_guest_is_not() {
    let mut hypervisor = None;
    let stage = Stage::behind(|sandbox| hypervisor.insert(Arc::new(Telling::new(sandbox))).clone()).await;
    let hypervisor = hypervisor.unwrap();
    let id = stage.container(Running).await;
    hypervisor.is_silent.store(true, Ordering::Relaxed);
    control(&stage, id, LxcAction::Restart).await;
    attempts(&stage, 3).await;
    assert_eq!(summary(&stage, id).await, (Restarting, true, true));
    hypervisor.is_silent.store(false, Ordering::Relaxed);
    attempts(&stage, 4).await;
    assert_eq!(summary(&stage, id).await, (Running, false, false));
    stage.lxc.faults.next(Fault::Timeout, 1);
    control(&stage, id, LxcAction::Restart).await;
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Running, false, true), "a guest that does not listen");
}

#[tokio::test]
async fn a_hypervisor_that_dies_halfway_has_done_it_once() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.faults.next(Fault::DiesHalfway, 1);
    control(&stage, id, LxcAction::Restart).await;
    stage.work_off().await;
    let booted = stage.lxc.machine(id).await.unwrap().unwrap().current.booted_at;
    attempts(&stage, 2).await;
    assert_eq!(summary(&stage, id).await, (Running, false, false));
    assert_eq!(stage.lxc.machine(id).await.unwrap().unwrap().current.booted_at, booted, "it booted once");
}

#[tokio::test]
async fn what_has_come_true_by_itself_is_no_failure() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.goes_down(id).await.unwrap();
    control(&stage, id, LxcAction::Stop).await;
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Stopped, false, false));
}

#[tokio::test]
async fn an_instance_that_is_not_there_is_an_error() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let reader = stage.platform.database().connection();
    sea_orm::ConnectionTrait::execute_unprepared(reader, "DELETE FROM sandbox_instance").await.unwrap();
    snapshot(&stage, id, SnapshotAction::Create, "of-nothing").await;
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Error, false, true));
    control(&stage, id, LxcAction::Stop).await;
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Error, false, true));
}

#[tokio::test]
async fn snapshots_are_taken_restored_and_deleted() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    snapshot(&stage, id, SnapshotAction::Create, "before").await;
    assert_eq!(stage.kept(id, "before").await.unwrap().status, Creating);
    stage.work_off().await;
    let kept = stage.kept(id, "before").await.unwrap();
    assert_eq!(kept.status, Ready);
    assert!(kept.size_bytes.unwrap() > 0);
    let distribution = "alpine-3.20".to_owned();
    stage.perform(ReinstallLxcInstance { service_id: id, distribution }).await;
    assert_eq!(summary(&stage, id).await, (Reinstalling, true, false));
    stage.work_off().await;
    assert_eq!(stage.record(id).await.system, "alpine-3.20");
    snapshot(&stage, id, SnapshotAction::Restore, "before").await;
    assert_eq!(summary(&stage, id).await, (Restoring, true, false));
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Running, false, false));
    assert_eq!(stage.record(id).await.system, "debian-12", "the record follows what was restored");
    assert_eq!(stage.kept(id, "before").await.unwrap().status, Ready);
    snapshot(&stage, id, SnapshotAction::Delete, "before").await;
    assert_eq!(stage.kept(id, "before").await.unwrap().status, Deleting);
    stage.work_off().await;
    assert_eq!(stage.kept(id, "before").await, None);
}

#[tokio::test]
async fn a_snapshot_that_failed_can_be_deleted_and_one_that_cannot_be_restored_is_still_whole() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.faults.next(Fault::Refused, 1);
    snapshot(&stage, id, SnapshotAction::Create, "failed").await;
    stage.work_off().await;
    let kept = stage.kept(id, "failed").await.unwrap();
    assert_eq!((kept.status, kept.last_error.is_some()), (Failed, true));
    snapshot(&stage, id, SnapshotAction::Delete, "failed").await;
    stage.work_off().await;
    assert_eq!(stage.kept(id, "failed").await, None);

    snapshot(&stage, id, SnapshotAction::Create, "whole").await;
    stage.work_off().await;
    stage.lxc.faults.next(Fault::Refused, 1);
    snapshot(&stage, id, SnapshotAction::Restore, "whole").await;
    stage.work_off().await;
    let kept = stage.kept(id, "whole").await.unwrap();
    assert_eq!((kept.status, kept.last_error.is_some()), (Ready, true));
    assert_eq!(summary(&stage, id).await, (Running, false, true));
}

/// The worker is killed while the instance boots: it boots all the same, and the next worker sees that.
#[tokio::test]
async fn a_worker_that_dies_leaves_its_work_to_the_next() {
    let stage = Stage::new().await;
    let id = stage.container(Stopped).await;
    stage.lxc.set_pace(Duration::from_secs(5));
    control(&stage, id, LxcAction::Start).await;
    let platform = stage.platform.clone();
    let work = tokio::spawn(async move { work_once(&platform, AREAS).await });
    while stage.lxc.machine(id).await.unwrap().unwrap().status() != Starting {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    work.abort();
    assert!(work.await.unwrap_err().is_cancelled());
    assert_eq!(summary(&stage, id).await, (Starting, true, false));
    let begun = stage.clock.now();
    stage.clock.pass(TimeDelta::minutes(2));
    stage.work_off().await;
    assert_eq!(summary(&stage, id).await, (Running, false, false));
    let booted = stage.lxc.machine(id).await.unwrap().unwrap().current.booted_at;
    assert_eq!(booted, begun.plus(TimeDelta::seconds(5)), "it went on by itself, once");
}

/// Nothing of a password is in what the platform keeps.
#[tokio::test]
async fn a_password_is_not_in_the_database() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let password = Password::from("correct horse battery");
    stage.lxc.set_password(stage.platform.id(), id, &password).await.unwrap();
    assert!(stage.lxc.accepts(id, &password).await.unwrap());
    let kept = stage.lxc.machine(id).await.unwrap().unwrap();
    assert!(!format!("{kept:?}").contains("correct horse"));
    assert!(!stage.lxc.systems().is_empty());
}

#[tokio::test]
async fn what_went_wrong_with_the_platform_is_told_without_its_cause() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let sql = async |sql| stage.platform.database().connection().execute_unprepared(sql).await.unwrap();
    sql("ALTER TABLE sandbox_instance RENAME TO away").await;
    control(&stage, id, LxcAction::Stop).await;
    stage.work_off().await;
    let told = stage.record(id).await.last_error.unwrap();
    assert_eq!(told, "unavailable: something went wrong on our side");
    sql("ALTER TABLE away RENAME TO sandbox_instance").await;
    attempts(&stage, 2).await;
    assert_eq!(summary(&stage, id).await, (Stopped, false, false));
}
