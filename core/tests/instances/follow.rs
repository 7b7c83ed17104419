//! What becomes of instances is seen at once where their hypervisor tells it. Nothing is polled here.
use crate::{stage::Stage, telling::Telling};
use chrono::TimeDelta;
use hosting_core::{
    Area, Areas, background,
    clock::Clock,
    instances::{
        self,
        InstanceStatus::{self, Error, Running, Stopped, Stopping},
        SnapshotStatus, snapshot,
    },
    providers::hypervisor::{Hypervisor, Power},
    services::service::{self, ServiceStatus},
};
use sea_orm::{Set, Unchanged};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};
use uuid::Uuid;

static ONLY: Area =
    Area { jobs: &[], subjects: &[], routines: &[], followers: instances::AREA.followers, topics: &[] };
const FOLLOWERS: Areas = &[&ONLY];

/// A platform that follows its hypervisor.
struct Following {
    stage: Stage,
    hypervisor: Arc<Telling>,
    tasks: JoinSet<()>,
    stop: watch::Sender<bool>,
}

impl Following {
    /// One that has been started; nobody can connect yet.
    async fn new() -> Self {
        let mut hypervisor = None;
        let stage = Stage::behind(|sandbox| hypervisor.insert(Arc::new(Telling::new(sandbox))).clone()).await;
        let (stop, stopping) = watch::channel(false);
        let tasks = background::start(&stage.platform, FOLLOWERS, &stopping);
        Self { stage, hypervisor: hypervisor.unwrap(), tasks, stop }
    }

    async fn status(&self, id: Uuid) -> InstanceStatus {
        self.stage.record(id).await.status
    }

    async fn becomes(&self, id: Uuid, status: InstanceStatus) {
        until(async || self.status(id).await == status).await;
    }

    /// Waits until all instances were looked at so often.
    async fn has_reported(&self, count: usize) {
        until(async || self.hypervisor.reported.load(Ordering::Relaxed) >= count).await;
    }

    /// All that goes on ends.
    async fn ends(mut self) {
        self.stop.send_replace(true);
        let ended = async { while self.tasks.join_next().await.is_some_and(|ended| ended.is_ok()) {} };
        timeout(Duration::from_mins(1), ended).await.expect("it ends");
        assert!(self.tasks.is_empty(), "none panicked");
    }
}

/// Waits until `so` is.
async fn until(so: impl AsyncFn() -> bool) {
    let waited = async {
        while !so().await {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_mins(1), waited).await.expect("it comes about");
}

#[tokio::test]
async fn what_somebody_stops_at_the_hypervisor_is_shown_as_stopped_at_once() {
    let platform = Following::new().await;
    let (stage, id) = (&platform.stage, platform.stage.container(Running).await);
    let told = platform.hypervisor.connects();
    platform.has_reported(1).await;
    stage.lxc.goes_down(id).await.unwrap();
    told.send(id).unwrap();
    platform.becomes(id, Stopped).await;
    stage.lxc.power(stage.platform.id(), id, Power::Start).await.unwrap();
    told.send(id).unwrap();
    platform.becomes(id, Running).await;
    stage.lxc.crashes(id).await.unwrap();
    told.send(id).unwrap();
    platform.becomes(id, Error).await;
    stage.lxc.power(stage.platform.id(), id, Power::Start).await.unwrap();
    told.send(id).unwrap();
    platform.becomes(id, Running).await;
    stage.lxc.remove(stage.platform.id(), id).await.unwrap();
    told.send(id).unwrap();
    platform.becomes(id, Error).await;
    assert!(stage.record(id).await.last_error.is_some(), "an error says what is wrong");
    platform.ends().await;
}

#[tokio::test]
async fn a_snapshot_that_somebody_deletes_at_the_hypervisor_is_no_longer_listed() {
    let platform = Following::new().await;
    let (stage, id) = (&platform.stage, platform.stage.container(Running).await);
    let told = platform.hypervisor.connects();
    platform.has_reported(1).await;
    let kept = snapshot::Model {
        id: stage.clock.id(),
        service_id: id,
        account_id: stage.account,
        name: "before".to_owned(),
        description: None,
        status: SnapshotStatus::Ready,
        size_bytes: None,
        last_error: None,
        created_at: stage.clock.now(),
        updated_at: stage.clock.now(),
    };
    stage.insert(kept).await;
    stage.clock.pass(TimeDelta::minutes(2));
    told.send(id).unwrap();
    until(async || stage.kept(id, "before").await.is_none()).await;
}

#[tokio::test]
async fn what_is_being_changed_or_is_nobodys_or_not_in_use_is_left_alone() {
    let platform = Following::new().await;
    let stage = &platform.stage;
    let (changing, suspended) = (stage.container(Running).await, stage.container(Running).await);
    let (id, strange) = (stage.container(Running).await, Uuid::from_u128(7));
    stage.show_change(changing, Stopping).await;
    let order = service::ActiveModel {
        id: Unchanged(suspended),
        status: Set(ServiceStatus::Suspended),
        ..Default::default()
    };
    stage.update(order).await;
    let told = platform.hypervisor.connects();
    platform.has_reported(1).await;
    for one in [changing, suspended, id] {
        stage.lxc.goes_down(one).await.unwrap();
    }
    for one in [strange, changing, suspended, strange, id] {
        told.send(one).unwrap();
    }
    platform.becomes(id, Stopped).await;
    for one in [changing, suspended, strange] {
        assert!(!platform.hypervisor.was_looked_at(one));
    }
    assert_eq!(platform.status(changing).await, Stopping);
    assert_eq!(platform.status(suspended).await, Running, "its level is looked after by others");
}

#[tokio::test]
async fn after_an_outage_all_are_looked_at() {
    let platform = Following::new().await;
    let (stage, id) = (&platform.stage, platform.stage.container(Running).await);
    until(async || platform.hypervisor.tried.load(Ordering::Relaxed) >= 1).await;
    stage.lxc.goes_down(id).await.unwrap();
    let told = platform.hypervisor.connects();
    platform.becomes(id, Stopped).await;
    drop(told);
    stage.lxc.power(stage.platform.id(), id, Power::Start).await.unwrap();
    let told = platform.hypervisor.connects();
    platform.becomes(id, Running).await;
    stage.lxc.goes_down(id).await.unwrap();
    told.send(id).unwrap();
    platform.becomes(id, Stopped).await;
    assert!(platform.hypervisor.tried.load(Ordering::Relaxed) >= 3);
    platform.ends().await;
}

#[tokio::test]
async fn a_process_that_ends_does_not_wait_for_a_connection() {
    let platform = Following::new().await;
    until(async || platform.hypervisor.tried.load(Ordering::Relaxed) >= 1).await;
    platform.ends().await;
}
