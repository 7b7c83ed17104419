//! A job belongs to one worker at a time, and a worker that has lost it does nothing more.
use crate::{
    probe::{Act, PROBES, Probe, events, gate, until},
    stage::{Stage, enqueued},
};
use chrono::TimeDelta;
use hosting_core::{
    Time,
    clock::{Clock, SystemClock},
    queue::work_once,
};
use sea_orm::DbBackend;
use std::sync::Arc;

/// It was held up for longer than its lease: another worker has done the job by now, and perhaps the next one.
#[tokio::test]
async fn a_worker_that_lost_its_lease_tells_the_backend_nothing_more() {
    let (stage, label) = (Stage::new().await, "late");
    stage.enqueue("one", Probe::new(label, Act::Waits)).await;
    let platform = stage.platform.clone();
    let late = tokio::spawn(async move { work_once(&platform, PROBES).await });
    until(label, "run", 1).await;
    stage.clock.pass(TimeDelta::minutes(1));
    let platform = stage.platform.clone();
    let other = tokio::spawn(async move { work_once(&platform, PROBES).await });
    until(label, "run", 2).await;
    // Both are let go on: the first asks first.
    gate(label).add_permits(2);
    late.await.unwrap().unwrap();
    other.await.unwrap().unwrap();
    assert_eq!(events(label), ["run", "run", "told", "done"]);
    assert_eq!(stage.jobs().await, []);
}

/// Nobody else wanted it: what was begun is not begun again.
#[tokio::test]
async fn a_worker_whose_lease_lapsed_unnoticed_goes_on() {
    let (stage, label) = (Stage::new().await, "lapsed");
    stage.enqueue("one", Probe::new(label, Act::Waits)).await;
    let platform = stage.platform.clone();
    let late = tokio::spawn(async move { work_once(&platform, PROBES).await });
    until(label, "run", 1).await;
    stage.clock.pass(TimeDelta::minutes(1));
    gate(label).add_permits(1);
    late.await.unwrap().unwrap();
    assert_eq!(events(label), ["run", "told", "done"]);
    assert_eq!(stage.jobs().await, []);
}

/// A clock that is so much ahead of the machine's.
struct Ahead(TimeDelta);

impl Clock for Ahead {
    fn now(&self) -> Time {
        SystemClock.now().plus(self.0)
    }

    fn shared(&self) -> Option<Time> {
        None
    }
}

/// Replicas whose clocks differ share a server, and its clock.
#[tokio::test]
async fn a_replica_whose_clock_is_ahead_takes_nothing_from_another_and_holds_nothing_up() {
    let stage = Stage::new().await;
    if stage.platform.database().connection().get_database_backend() != DbBackend::Postgres {
        return; // a file has one machine
    }
    let [ahead, behind] =
        [60, -60].map(|seconds| stage.replica(Arc::new(Ahead(TimeDelta::seconds(seconds)))));
    // What the one queues, the other does at once.
    enqueued(&ahead, None, "one", Probe::new("skewed", Act::Waits)).await;
    let first = tokio::spawn(async move { work_once(&behind, PROBES).await });
    until("skewed", "run", 1).await;
    assert!(!work_once(&ahead, PROBES).await.unwrap(), "it is another's");
    gate("skewed").add_permits(1);
    first.await.unwrap().unwrap();
    assert_eq!(events("skewed"), ["run", "told", "done"]);
}
