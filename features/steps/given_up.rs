//! Steps in which the operator decides about queued work, and is told what comes of it.
use crate::world::World;
use cucumber::when;
use hosting_core::{
    AREAS,
    queue::operator::{Decided, bury, list, retry},
};

/// What the operator is told.
fn decided(words: &str) -> Decided {
    match words {
        "it is done" => Decided::Done,
        "a worker has it" => Decided::Running,
        "it was given up" => Decided::Dead,
        "there is none" => Decided::Unknown,
        "nothing here can read it" => Decided::Unreadable,
        other => panic!("nobody is told that {other}"),
    }
}

#[when(
    regex = "^the operator (gives up what is queued|has what is queued tried again), and is told that (.+)$"
)]
async fn decides(world: &mut World, what: String, words: String) {
    let (database, clock) = (world.stage.database(), &**world.stage.clock);
    let jobs = list(database).await.expect("the queue");
    assert!(!jobs.is_empty(), "nothing is queued");
    for job in jobs {
        let told = match what.starts_with("gives") {
            true => bury(database, clock, job.id).await,
            false => retry(database, clock, AREAS, job.id).await,
        };
        assert_eq!(told.expect("the queue"), decided(&words), "{job:?}");
    }
}
