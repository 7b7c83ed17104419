//! Instances that are to be changed, and their snapshots.
use super::Desk;
use crate::machines::{instance, ordered};
use chrono::TimeDelta;
use hosting_core::{
    clock::Clock,
    instances::{
        Instance, InstanceKind,
        InstanceStatus::{self, Error, Running, Stopped, Stopping},
        SnapshotStatus::{self, Failed, Ready},
        instance::Entity,
        snapshot,
    },
    lxc::{ChangeLxcSnapshot, ControlLxcInstance, LxcAction, SnapshotAction},
    queue::operator::Decided,
};
use hosting_drivers::sandbox::hypervisor::Machine;
use sea_orm::EntityTrait;
use uuid::Uuid;

impl Desk {
    /// A container that runs, here and at its hypervisor.
    async fn container(&self) -> Uuid {
        let (id, now, kind) = (self.stage.platform.id(), self.stage.clock.now(), InstanceKind::Lxc);
        let row = Instance { service_id: id, account_id: self.ama, ..instance(kind, Running, now) };
        self.stage.insert(ordered(id, self.ama, kind, now)).await;
        self.stage.insert(Machine::of(kind, &row.adopted(), now)).await;
        self.stage.insert(row).await;
        id
    }

    async fn control(&self, service_id: Uuid, action: LxcAction) {
        self.ask(ControlLxcInstance { service_id, action }).await.unwrap();
    }

    async fn snapshot(&self, service_id: Uuid, action: SnapshotAction) {
        let name = "before".to_owned();
        self.ask(ChangeLxcSnapshot { service_id, action, name }).await.unwrap();
    }

    /// Where the container stands, whether a change is queued, and whether the last one failed.
    async fn container_is(&self, id: Uuid) -> (InstanceStatus, bool, bool) {
        let row = self.read::<Entity>(id).await.unwrap();
        (row.status, row.change.is_some(), row.last_error.is_some())
    }

    /// Where its only snapshot stands, and whether something went wrong with it.
    async fn kept(&self) -> Option<(SnapshotStatus, bool)> {
        let reader = self.stage.platform.database().reader(false).await.unwrap();
        let found = snapshot::Entity::find().one(&reader.executor()).await.unwrap();
        found.map(|row| (row.status, row.last_error.is_some()))
    }

    /// A container that runs, of a service that is no longer in use: it is to be stopped.
    async fn suspended(&self) -> Uuid {
        let id = self.container().await;
        self.suspend(id).await;
        assert_eq!(self.container_is(id).await, (Stopping, true, false));
        id
    }
}

#[tokio::test]
async fn a_change_of_power_that_is_given_up_can_only_be_asked_for_again() {
    let desk = Desk::new().await;
    let id = desk.container().await;
    desk.control(id, LxcAction::Stop).await;
    let given_up = desk.give_up().await;
    // Nobody has looked at what it is: the next look at all of them tells.
    assert_eq!(desk.container_is(id).await, (Error, false, true));
    desk.pass(TimeDelta::minutes(1)).await;
    assert_eq!(desk.container_is(id).await, (Running, false, false));
    assert_eq!(desk.retry(given_up).await, Decided::Pointless);
    assert_eq!(desk.container_is(id).await, (Running, false, false));
    desk.control(id, LxcAction::Stop).await;
    desk.work_off().await;
    assert_eq!(desk.container_is(id).await, (Stopped, false, false));
}

#[tokio::test]
async fn a_snapshot_that_is_given_up_has_failed_and_its_container_is_what_it_was() {
    let desk = Desk::new().await;
    let id = desk.container().await;
    desk.snapshot(id, SnapshotAction::Create).await;
    let given_up = desk.give_up().await;
    assert_eq!(desk.kept().await, Some((Failed, true)));
    assert_eq!(desk.container_is(id).await, (Running, false, true));
    assert_eq!(desk.retry(given_up).await, Decided::Pointless);
    // It is in the way of no other.
    for action in [SnapshotAction::Delete, SnapshotAction::Create] {
        desk.snapshot(id, action).await;
        desk.work_off().await;
    }
    assert_eq!(desk.kept().await, Some((Ready, false)));
    assert_eq!(desk.container_is(id).await, (Running, false, false));
}

#[tokio::test]
async fn a_snapshot_is_whole_though_the_way_back_to_it_is_given_up() {
    let desk = Desk::new().await;
    let id = desk.container().await;
    desk.snapshot(id, SnapshotAction::Create).await;
    desk.work_off().await;
    desk.snapshot(id, SnapshotAction::Restore).await;
    desk.give_up().await;
    assert_eq!(desk.kept().await, Some((Ready, true)));
    desk.snapshot(id, SnapshotAction::Restore).await;
    desk.work_off().await;
    assert_eq!(desk.kept().await, Some((Ready, false)));
    desk.snapshot(id, SnapshotAction::Delete).await;
    desk.give_up().await;
    assert_eq!(desk.kept().await, Some((Failed, true)));
    desk.snapshot(id, SnapshotAction::Delete).await;
    desk.work_off().await;
    assert_eq!(desk.kept().await, None);
}

#[tokio::test]
async fn a_change_that_nobody_can_read_leaves_nothing_under_way() {
    let desk = Desk::new().await;
    let id = desk.container().await;
    desk.control(id, LxcAction::Restart).await;
    let unread = desk.give_up_unread().await;
    assert_eq!(desk.container_is(id).await, (Error, false, true));
    assert_eq!(desk.retry(unread).await, Decided::Unreadable);
    desk.pass(TimeDelta::minutes(1)).await;
    for action in [SnapshotAction::Create, SnapshotAction::Delete] {
        desk.snapshot(id, action).await;
        desk.give_up_unread().await;
        assert_eq!(desk.kept().await, Some((Failed, true)), "{action:?}");
        assert_eq!(desk.container_is(id).await, (Running, false, true), "{action:?}");
    }
}

#[tokio::test]
async fn a_snapshot_is_whole_though_nobody_can_read_the_way_back_to_it() {
    let desk = Desk::new().await;
    let id = desk.container().await;
    desk.snapshot(id, SnapshotAction::Create).await;
    desk.work_off().await;
    desk.snapshot(id, SnapshotAction::Restore).await;
    desk.give_up_unread().await;
    assert_eq!(desk.kept().await, Some((Ready, true)));
    assert_eq!(desk.container_is(id).await, (Error, false, true));
}

/// What waits behind it is about the container as a whole, and knows nothing of the snapshot.
#[tokio::test]
async fn a_snapshot_that_nobody_can_read_is_settled_though_other_work_waits_behind_it() {
    let desk = Desk::new().await;
    let id = desk.container().await;
    desk.snapshot(id, SnapshotAction::Create).await;
    let snapshot = desk.queued().await;
    desk.suspend(id).await;
    desk.garble(snapshot).await;
    desk.bury(snapshot).await;
    assert_eq!(desk.kept().await, Some((Failed, true)));
    assert_eq!(desk.container_is(id).await, (Stopped, false, false));
}

#[tokio::test]
async fn a_container_that_is_not_stopped_says_so_and_is_stopped_when_that_is_tried_again() {
    let desk = Desk::new().await;
    let id = desk.suspended().await;
    let given_up = desk.give_up().await;
    assert_eq!(desk.container_is(id).await, (Error, false, true));
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.container_is(id).await, (Stopped, false, false));
}

/// What is given up is asked for again with the next minute.
#[tokio::test]
async fn a_container_that_is_to_be_stopped_anyway_is_stopped_once() {
    let desk = Desk::new().await;
    let id = desk.suspended().await;
    let given_up = desk.give_up().await;
    desk.pass(TimeDelta::minutes(1)).await;
    assert_eq!(desk.retry(given_up).await, Decided::Unknown);
    assert_eq!(desk.container_is(id).await, (Stopped, false, false));
}

#[tokio::test]
async fn a_container_whose_work_nobody_can_read_is_stopped_a_minute_later() {
    let desk = Desk::new().await;
    let id = desk.suspended().await;
    desk.give_up_unread().await;
    assert_eq!(desk.container_is(id).await, (Error, false, true));
    desk.pass(TimeDelta::minutes(1)).await;
    desk.work_off().await;
    assert_eq!(desk.container_is(id).await, (Stopped, false, false));
}
