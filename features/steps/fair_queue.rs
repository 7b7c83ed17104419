//! Steps about work of several accounts that waits for the same backend.
use crate::{domains::own, nameservers::hand_over, words::Key, world::World};
use cucumber::{given, then, when};
use hosting_core::{AREAS, queue};
use sea_orm::EntityTrait;
use std::time::Duration;
use tokio::{task::JoinSet, time::sleep};

#[given(regex = r"^(\w+) handed (\d+) domains? over$")]
async fn handed_over(world: &mut World, who: String, count: usize) {
    for number in 1..=count {
        let name = format!("{}{number}.example", who.to_lowercase());
        own(world, &who, &name, "active").await;
        hand_over(world, who.clone(), name, "ns1.other.example, ns2.other.example".to_owned(), Key::New)
            .await;
    }
}

/// The accounts whose work is in hand.
async fn in_hand(world: &World) -> Vec<uuid::Uuid> {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks, who sees every account's work")]
    let jobs = queue::Entity::find().all(&reader.executor()).await.expect("the queue");
    let running = jobs.into_iter().filter(|job| job.status == queue::JobStatus::Running);
    running.filter_map(|job| job.account_id).collect()
}

/// Lets so many workers look for work at once, of a registrar that does not answer while they do.
#[when(regex = r"^(\d+) workers look for work, and the registrar takes its time$")]
async fn look_for_work(world: &mut World, count: usize) {
    let faults = &world.stage.backends.registrar.backend.faults;
    // Longer than any machine needs until all have looked.
    faults.set_delay(Duration::from_mins(1));
    let mut workers = JoinSet::new();
    for _ in 0..count {
        let platform = world.stage.platform.clone();
        workers.spawn(async move { queue::work_once(&platform, AREAS).await.expect("a queue") });
    }
    let mut without_work = 0;
    while without_work + in_hand(world).await.len() < count {
        while workers.try_join_next().is_some() {
            without_work += 1;
        }
        sleep(Duration::from_millis(2)).await;
    }
    workers.shutdown().await;
    faults.set_delay(Duration::ZERO);
}

#[then(regex = r"^(\d+) of (\w+)'s domains (?:is|are) being handed over$")]
async fn are_being(world: &mut World, count: usize, who: String) {
    let account = world.person(&who).account;
    assert_eq!(in_hand(world).await.iter().filter(|one| **one == account).count(), count);
}
