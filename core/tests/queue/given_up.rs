//! Work that never comes to its end is given up, and its record says so.
use crate::{
    probe::{Act, PROBES, Probe, events, gate, until},
    stage::Stage,
};
use chrono::TimeDelta;
use hosting_core::{
    AREAS,
    clock::Clock,
    dns::record::RecordStatus,
    providers::Port,
    queue::{
        JobStatus, Lane,
        operator::{Decided, bury, retry},
        work_once,
    },
};

/// Nothing is left of the worker to judge the attempt: that it was begun has to count.
#[tokio::test]
async fn a_job_that_kills_its_workers_is_given_up_and_settled() {
    let (stage, label) = (Stage::new().await, "kills");
    stage.enqueue("one", Probe::new(label, Act::Waits)).await;
    stage.enqueue("one", Probe::new("after kills", Act::Tells)).await;
    for attempt in 1..=10 {
        let platform = stage.platform.clone();
        let worker = tokio::spawn(async move { work_once(&platform, PROBES).await });
        until(label, "run", attempt).await;
        worker.abort();
        assert!(worker.await.unwrap_err().is_cancelled());
        stage.clock.pass(TimeDelta::minutes(1));
    }
    let settled = tokio::time::timeout(std::time::Duration::from_secs(20), async {
        while work_once(&stage.platform, PROBES).await.unwrap() {}
    });
    settled.await.expect("it is not run again");
    assert_eq!(events(label).iter().filter(|event| *event != "run").collect::<Vec<_>>(), ["failed"]);
    assert_eq!(events(label).len(), 11, "it was not run once more");
    let jobs = stage.jobs().await;
    assert_eq!(jobs.iter().map(|job| job.status).collect::<Vec<_>>(), [JobStatus::Dead]);
    assert!(jobs[0].last_error.is_some());
    assert_eq!(events("after kills"), ["run", "told", "done"], "what waited for it is done");
}

/// What was accepted is done after an outage, however long that was: going to see whether a backend is back is no attempt.
#[tokio::test]
async fn a_job_whose_backend_is_away_keeps_its_attempts() {
    let (stage, label) = (Stage::new().await, "outage");
    let platform = stage.with_nameserver("away");
    stage.enqueue("one", Probe::new(label, Act::Asks).within(Lane::to(Port::Dns, "away"))).await;
    let asked = || events(label).iter().filter(|event| *event == "asked").count();
    // Five failures in a row make an outage, and each look after that finds that it lasts.
    while asked() < 7 {
        while work_once(&platform, PROBES).await.unwrap() {}
        stage.clock.pass(TimeDelta::minutes(15));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let job = stage.jobs().await.remove(0);
    assert_eq!((job.status, job.attempts), (JobStatus::Queued, 4), "{:?}", job.last_error);
    gate(label).add_permits(1);
    while !events(label).contains(&"done".to_owned()) {
        while work_once(&platform, PROBES).await.unwrap() {}
        stage.clock.pass(TimeDelta::minutes(15));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// A newer version may have queued it, whose replicas know what it is.
#[tokio::test]
async fn what_cannot_be_read_is_left_for_a_replica_that_can() {
    let stage = Stage::new().await;
    stage.store("unheard_of", "one", serde_json::json!({})).await;
    stage.store("probe", "two", serde_json::json!({ "label": 7 })).await;
    for _ in 0..20 {
        while work_once(&stage.platform, PROBES).await.unwrap() {}
        stage.clock.pass(TimeDelta::minutes(1));
    }
    for job in stage.jobs().await {
        assert_eq!((job.status, job.attempts), (JobStatus::Queued, 0), "{}", job.kind);
    }
}

#[tokio::test]
async fn what_the_operator_gives_up_is_settled_and_not_run() {
    let (stage, label) = (Stage::new().await, "buried");
    stage.enqueue("one", Probe::new(label, Act::Tells)).await;
    let id = stage.jobs().await[0].id;
    let (db, clock) = (stage.platform.database(), &*stage.clock as &dyn Clock);
    assert_eq!(bury(db, clock, id).await.unwrap(), Decided::Done);
    while work_once(&stage.platform, PROBES).await.unwrap() {}
    assert_eq!(events(label), ["failed"]);
    assert_eq!(stage.jobs().await[0].status, JobStatus::Dead);
    assert_eq!(bury(db, clock, id).await.unwrap(), Decided::Dead);
    assert_eq!(bury(db, clock, stage.platform.id()).await.unwrap(), Decided::Unknown);
    // A probe cannot be revived.
    assert_eq!(retry(db, clock, PROBES, id).await.unwrap(), Decided::Pointless);
    assert_eq!(retry(db, clock, AREAS, id).await.unwrap(), Decided::Unreadable);
}

#[tokio::test]
async fn what_is_being_done_is_not_decided_about_until_its_lease_ends() {
    let (stage, label) = (Stage::new().await, "at work");
    stage.enqueue("one", Probe::new(label, Act::Waits)).await;
    let platform = stage.platform.clone();
    let worker = tokio::spawn(async move { work_once(&platform, PROBES).await });
    until(label, "run", 1).await;
    let id = stage.jobs().await[0].id;
    let (db, clock) = (stage.platform.database(), &*stage.clock as &dyn Clock);
    assert_eq!(bury(db, clock, id).await.unwrap(), Decided::Running);
    assert_eq!(retry(db, clock, PROBES, id).await.unwrap(), Decided::Running);
    stage.clock.pass(TimeDelta::minutes(1));
    assert_eq!(retry(db, clock, PROBES, id).await.unwrap(), Decided::Done);
    // It was taken from its worker, who does nothing more.
    gate(label).add_permits(1);
    worker.await.unwrap().unwrap();
    assert_eq!(events(label), ["run"]);
    let job = stage.jobs().await.remove(0);
    assert_eq!((job.status, job.attempts), (JobStatus::Queued, 0));
}

/// Nobody here knows what it was to do, but its subject knows what waits.
#[tokio::test]
async fn what_cannot_be_read_and_is_given_up_leaves_nothing_pending() {
    let stage = Stage::new().await;
    let (ama, mail) = (stage.account().await, stage.platform.id());
    let domain = stage.domain(ama, "baobab.example").await;
    let (lost, queued) = (stage.record(&domain, "lost").await, stage.record(&domain, "queued").await);
    let put = serde_json::json!({ "record_id": queued, "revision": 1, "zone": "baobab.example", "replaces": null,
        "set": { "name": "queued.baobab.example", "kind": "A", "ttl": 300, "contents": ["192.0.2.1"] } });
    let subject = format!("domain:{}", domain.id);
    let unreadable = stage.store("put_record", &subject, serde_json::json!({ "record": lost })).await;
    stage.store_after("put_record", &subject, put).await;
    stage.store("of_tomorrow", &format!("email:{mail}"), serde_json::json!({})).await;
    let (db, clock) = (stage.platform.database(), &*stage.clock as &dyn Clock);
    assert_eq!(bury(db, clock, unreadable).await.unwrap(), Decided::Done);
    while work_once(&stage.platform, AREAS).await.unwrap() {}
    let shown = stage.shown(lost).await;
    assert_eq!((shown.status, shown.last_error.is_some()), (RecordStatus::Failed, true));
    assert_eq!(stage.shown(queued).await.status, RecordStatus::Active);
}
