//! Steps in which another secret takes the place of the server's, while everything is served.
use crate::{
    stage::{SECRET, Stage},
    world::World,
};
use cucumber::{given, then, when};
use hosting_core::{
    Secret,
    clock::Clock,
    installation::{self, Finished, Known},
};

/// The secrets that come after the first one.
const NEW: &[u8] = b"another one for scenarios";
const NEWER: &[u8] = b"a third one for scenarios";

/// Puts `new` in the place of `old`; says whether that was done.
async fn replace(stage: &Stage, old: &[u8], new: &[u8]) -> bool {
    let replaced = installation::rotate(stage.database(), &**stage.clock, old, new).await;
    replaced.expect("a database that answers")
}

#[given("the operator replaced the secret")]
async fn replaced(world: &mut World) {
    let stage = &world.stage;
    // A server does so when it starts.
    let claimed = installation::claim(stage.database(), &**stage.clock, SECRET).await;
    assert!(matches!(claimed, Ok(Known::Ours(_))), "{claimed:?}");
    assert!(replace(stage, SECRET, NEW).await);
}

#[given("the operator replaced the new one too")]
async fn replaced_again(world: &mut World) {
    assert!(replace(&world.stage, NEW, NEWER).await);
}

#[then("neither of the two can be replaced yet")]
async fn not_yet(world: &mut World) {
    for one in [SECRET, NEW] {
        assert!(!replace(&world.stage, one, NEWER).await);
    }
}

#[given("the operator finished with the old secret")]
async fn finished(world: &mut World) {
    finishes(world, String::new()).await;
}

#[when(regex = "^the operator finishes with the old secret(, which is too early|, of which there is none)?$")]
async fn finishes(world: &mut World, otherwise: String) {
    let stage = &world.stage;
    let finished = installation::finish(stage.database(), &**stage.clock).await.expect("an answer");
    match otherwise.as_str() {
        "" => assert_eq!(finished, Finished::Done),
        ", which is too early" => assert!(matches!(finished, Finished::Later(_)), "{finished:?}"),
        _ => assert_eq!(finished, Finished::Nothing),
    }
}

/// What the database says of one of the secrets.
async fn known(world: &World, which: &str) -> Known {
    let secret = match which {
        "old" => SECRET,
        "new" => NEW,
        _ => NEWER,
    };
    let (stage, reader) = (&world.stage, world.stage.database().reader(true).await.expect("a reader"));
    installation::known(&reader.executor(), secret, stage.clock.now()).await.expect("an answer")
}

#[given(regex = "^another server was started with the (old|new|newest) secret$")]
#[when(regex = "^another server is started with the (old|new|newest) secret$")]
async fn is_started(world: &mut World, which: String) {
    let Known::Ours(ring) = known(world, &which).await else { panic!("the database has another secret") };
    world.stage.go_on_with(Secret::of(&ring.keyring));
}

#[when("another server, which has not heard of it, goes on")]
fn goes_on(world: &mut World) {
    world.stage.go_on_with(Secret::new(SECRET));
}

#[then(regex = "^no server can be started with the (old|new) secret$")]
async fn cannot_be_started(world: &mut World, which: String) {
    assert_eq!(known(world, &which).await, Known::Another);
}
