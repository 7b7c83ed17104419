//! Steps about many customers, of whom some have gone.
use crate::{credentials::reissue, world::World};
use cucumber::{given, then};
use hosting_core::account::GetAccount;

fn names(when: &str, count: usize) -> impl Iterator<Item = String> {
    (1..=count).map(move |number| format!("{when}{number}"))
}

#[given(regex = r"^(\d+) (early|late) customers called, who may do so once a minute$")]
async fn called(world: &mut World, count: usize, when: String) {
    for name in names(&when, count) {
        reissue(world, &name, |new| new.requests_per_minute = 1).await;
        world.look(&name, GetAccount {}).await;
    }
}

#[then(regex = r"^each of the (\d+) (early|late) customers may call again$")]
async fn may_call(world: &mut World, count: usize, when: String) {
    for name in names(&when, count) {
        world.look(&name, GetAccount {}).await;
    }
}

#[then(regex = r"^none of the (\d+) (early|late) customers may call again$")]
async fn may_not_call(world: &mut World, count: usize, when: String) {
    for name in names(&when, count) {
        let told = world.perform(&name, GetAccount {}).await;
        assert_eq!(told.err().map(|refusal| refusal.code).as_deref(), Some("rate_limit_exceeded"), "{name}");
    }
}
