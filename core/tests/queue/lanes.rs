//! What one backend does slowly holds up no other, and one account's much does not hold up another's little.
use crate::{
    probe::{Act, PROBES, Probe, events, gate, until},
    stage::Stage,
};
use hosting_core::{
    background::start,
    providers::Port,
    queue::{Lane, work_once},
};
use std::time::Duration;
use tokio::{sync::watch, time::timeout};
use uuid::Uuid;

/// Longer than any machine needs for a few jobs.
const PATIENCE: Duration = Duration::from_mins(1);

async fn comes(label: &str) {
    timeout(PATIENCE, until(label, "done", 1)).await.expect("it is not held up");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_hypervisor_holds_up_no_nameserver() {
    let stage = Stage::new().await;
    for number in 0..200 {
        let slow = Probe::new("slow hypervisor", Act::Waits).within(Lane::of(Port::Containers));
        stage.enqueue_for(Some(stage.platform.id()), &format!("instance {number}"), slow).await;
    }
    let quick = Probe::new("quick nameserver", Act::Tells).within(Lane::of(Port::Dns));
    stage.enqueue_for(Some(stage.platform.id()), "domain", quick).await;
    let (_end, stop) = watch::channel(false);
    let tasks = start(&stage.platform, PROBES, &stop);
    comes("quick nameserver").await;
    assert!(!events("slow hypervisor").contains(&"done".to_owned()));
    drop(tasks);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_account_does_not_have_all_hands() {
    let (stage, much) = (Stage::new().await, Some(Uuid::from_u128(1)));
    for number in 0..200 {
        let slow = Probe::new("all hands", Act::Waits).within(Lane::of(Port::Containers));
        stage.enqueue_for(much, &format!("instance {number}"), slow).await;
    }
    let (_end, stop) = watch::channel(false);
    let tasks = start(&stage.platform, PROBES, &stop);
    until("all hands", "run", 8).await;
    let little = Probe::new("one more hand", Act::Tells).within(Lane::of(Port::Containers));
    stage.enqueue_for(Some(Uuid::from_u128(2)), "another", little).await;
    comes("one more hand").await;
    assert_eq!(events("all hands"), ["run"; 8], "its share, and no more");
    gate("all hands").add_permits(200);
    timeout(PATIENCE, until("all hands", "done", 200)).await.expect("the rest is done too");
    drop(tasks);
}

/// With one hand: turns, not who came first.
#[tokio::test]
async fn accounts_have_their_turns() {
    let stage = Stage::new().await;
    let [much, little] = [1, 2].map(|number| Some(Uuid::from_u128(number)));
    for number in 0..100 {
        stage
            .enqueue_for(
                much,
                &format!("{number}"),
                Probe::new("much", Act::Tells).within(Lane::of(Port::Dns)),
            )
            .await;
    }
    for number in 0..30 {
        assert!(work_once(&stage.platform, PROBES).await.unwrap(), "{number}");
    }
    for number in 0..3 {
        let probe = Probe::new("little", Act::Tells).within(Lane::of(Port::Dns));
        stage.enqueue_for(little, &format!("little {number}"), probe).await;
    }
    for _ in 0..7 {
        assert!(work_once(&stage.platform, PROBES).await.unwrap());
    }
    assert_eq!(events("little").iter().filter(|event| *event == "done").count(), 3);
    assert_eq!(events("much").iter().filter(|event| *event == "done").count(), 34, "they take turns");
}
