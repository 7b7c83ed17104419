//! What came of a change is what the hypervisor shows, whatever happened on the way.
use super::{Change, Power};
use crate::{
    instances::{
        SnapshotStatus::{Creating, Deleting, Failed, Ready},
        stage::{AREAS, Stage},
    },
    kernel::queue::worker::work_once,
    providers::{
        fault::Fault,
        hypervisor::{
            Containers, Hypervisor,
            InstanceStatus::{
                self, Error, Frozen, Reinstalling, Restoring, Running, Starting, Stopped, Stopping,
            },
        },
    },
    values::{clock::Clock, password::Password},
};
use chrono::TimeDelta;
use std::time::Duration;
use uuid::Uuid;

const START: Change = Change::Power { power: Power::Start };
const STOP: Change = Change::Power { power: Power::Stop };

/// What the record says: where it stands, whether a change is queued, whether the last one failed.
async fn told(stage: &Stage, id: Uuid) -> (InstanceStatus, bool, bool) {
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
    for (from, power, meanwhile, to) in [
        (Stopped, Power::Start, Starting, Running),
        (Error, Power::Start, Starting, Running),
        (Running, Power::Stop, Stopping, Stopped),
        (Running, Power::Shutdown, Stopping, Stopped),
        (Frozen, Power::Stop, Stopping, Stopped),
        (Running, Power::Restart, InstanceStatus::Restarting, Running),
        (Running, Power::Freeze, Stopping, Frozen),
        (Frozen, Power::Unfreeze, Starting, Running),
    ] {
        let stage = Stage::new().await;
        let id = stage.container(from).await;
        stage.queue(id, meanwhile, Change::Power { power }).await;
        assert_eq!(told(&stage, id).await, (meanwhile, true, false));
        stage.work_off().await;
        assert_eq!(told(&stage, id).await, (to, false, false), "{from:?} {power:?}");
    }
}

#[tokio::test]
async fn a_failure_is_told_and_tried_again() {
    let stage = Stage::new().await;
    let id = stage.container(Stopped).await;
    stage.lxc.faults.next(Fault::Unavailable, 2);
    stage.queue(id, Starting, START).await;
    attempts(&stage, 2).await;
    assert_eq!(told(&stage, id).await, (Starting, true, true));
    attempts(&stage, 1).await;
    assert_eq!(told(&stage, id).await, (Running, false, false));
}

#[tokio::test]
async fn what_is_given_up_shows_what_is_there() {
    let stage = Stage::new().await;
    let id = stage.container(Stopped).await;
    stage.lxc.faults.next(Fault::Refused, 1);
    stage.queue(id, Starting, START).await;
    stage.work_off().await;
    assert_eq!(told(&stage, id).await, (Stopped, false, true));
    // A hypervisor that cannot be asked leaves nothing to show.
    stage.lxc.set_away(true);
    stage.queue(id, Starting, START).await;
    attempts(&stage, 10).await;
    assert_eq!(told(&stage, id).await, (Error, false, true));
    // The next change is possible, and what it shows is true again.
    stage.lxc.set_away(false);
    stage.queue(id, Starting, START).await;
    stage.work_off().await;
    assert_eq!(told(&stage, id).await, (Running, false, false));
}

#[tokio::test]
async fn a_hypervisor_that_dies_halfway_has_done_it_once() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.faults.next(Fault::DiesHalfway, 1);
    stage.queue(id, InstanceStatus::Restarting, Change::Power { power: Power::Restart }).await;
    stage.work_off().await;
    let booted = stage.lxc.machine(id).await.unwrap().unwrap().current.booted_at;
    attempts(&stage, 2).await;
    assert_eq!(told(&stage, id).await, (Running, false, false));
    assert_eq!(stage.lxc.machine(id).await.unwrap().unwrap().current.booted_at, booted, "it booted once");
}

#[tokio::test]
async fn what_has_come_true_by_itself_is_no_failure() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.goes_down(id).await.unwrap();
    stage.queue(id, Stopping, STOP).await;
    stage.work_off().await;
    assert_eq!(told(&stage, id).await, (Stopped, false, false));
}

#[tokio::test]
async fn an_instance_that_is_not_there_is_an_error() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let reader = stage.platform.database().connection();
    sea_orm::ConnectionTrait::execute_unprepared(reader, "DELETE FROM sandbox_instance").await.unwrap();
    stage.queue(id, Stopping, STOP).await;
    stage.work_off().await;
    assert_eq!(told(&stage, id).await, (Error, false, true));
}

#[tokio::test]
async fn snapshots_are_taken_restored_and_deleted() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let snapshot = stage.snapshot(id, Creating).await;
    stage.queue(id, Running, Change::CreateSnapshot { snapshot }).await;
    stage.work_off().await;
    let kept = stage.kept(snapshot).await.unwrap();
    assert_eq!(kept.status, Ready);
    assert!(kept.size_bytes.unwrap() > 0);
    stage.queue(id, Reinstalling, Change::Reinstall { system: "alpine-3.20".to_owned() }).await;
    stage.work_off().await;
    assert_eq!(stage.record(id).await.system, "alpine-3.20");
    stage.queue(id, Restoring, Change::RestoreSnapshot { snapshot }).await;
    stage.work_off().await;
    assert_eq!(told(&stage, id).await, (Running, false, false));
    assert_eq!(stage.record(id).await.system, "debian-12", "the record follows what was restored");
    assert_eq!(stage.kept(snapshot).await.unwrap().status, Ready);
    stage.queue(id, Running, Change::DeleteSnapshot { snapshot }).await;
    stage.work_off().await;
    assert_eq!(stage.kept(snapshot).await, None);
}

#[tokio::test]
async fn a_snapshot_that_failed_can_be_deleted_and_one_that_cannot_be_restored_is_still_whole() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    let (failed, whole) = (stage.snapshot(id, Creating).await, stage.snapshot(id, Creating).await);
    stage.lxc.faults.next(Fault::Refused, 1);
    stage.queue(id, Running, Change::CreateSnapshot { snapshot: failed }).await;
    stage.work_off().await;
    let kept = stage.kept(failed).await.unwrap();
    assert_eq!((kept.status, kept.last_error.is_some()), (Failed, true));
    stage.queue(id, Running, Change::DeleteSnapshot { snapshot: failed }).await;
    stage.work_off().await;
    assert_eq!(stage.kept(failed).await, None);

    stage.queue(id, Running, Change::CreateSnapshot { snapshot: whole }).await;
    stage.work_off().await;
    stage.lxc.faults.next(Fault::Refused, 1);
    stage.queue(id, Restoring, Change::RestoreSnapshot { snapshot: whole }).await;
    stage.work_off().await;
    let kept = stage.kept(whole).await.unwrap();
    assert_eq!((kept.status, kept.last_error.is_some()), (Ready, true));
    assert_eq!(told(&stage, id).await, (Running, false, true));
    assert_ne!(kept.status, Deleting);
}

/// The worker is killed while the instance boots: it boots all the same, and the next worker sees that.
#[tokio::test]
async fn a_worker_that_dies_leaves_its_work_to_the_next() {
    let stage = Stage::new().await;
    let id = stage.container(Stopped).await;
    stage.lxc.set_pace(Duration::from_secs(5));
    stage.queue(id, Starting, START).await;
    let platform = stage.platform.clone();
    let work = tokio::spawn(async move { work_once(&platform, AREAS).await });
    while stage.lxc.machine(id).await.unwrap().unwrap().status() != Starting {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    work.abort();
    assert!(work.await.unwrap_err().is_cancelled());
    assert_eq!(told(&stage, id).await, (Starting, true, false));
    let begun = stage.clock.now();
    stage.clock.pass(TimeDelta::minutes(2));
    stage.work_off().await;
    assert_eq!(told(&stage, id).await, (Running, false, false));
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
