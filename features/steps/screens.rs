//! Steps about one account that several look at.
use crate::{
    live::{DOMAINS, begin},
    world::World,
};
use cucumber::given;
use hosting_core::usage::entry;
use sea_orm::{ExprTrait, PaginatorTrait, QueryFilter, entity::prelude::*};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Gives somebody a credential for the account of `owner`.
#[given(regex = r"^(\w+) has a key to (\w+)'s account$")]
async fn works_with_account(world: &mut World, who: String, owner: String) {
    let shared = world.trusted(&owner).await;
    world.introduce(&who).await;
    *world.person(&who) = shared;
}

/// How often somebody has begun to watch the domains of an account.
async fn begun(world: &World, account: Uuid) -> u64 {
    let mine = entry::Column::AccountId.eq(account).and(entry::Column::OperationId.eq(DOMAINS.0));
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the entries of one account are asked for")]
    let entries = entry::Entity::find().filter(mine);
    entries.count(&reader.executor()).await.expect("entries")
}

/// Begins to watch what somebody watches, or has watched.
#[given(regex = r"^(\w+) watches these domains too$")]
async fn watches_too(world: &mut World, who: String) {
    let account = world.person(&who).account;
    let before = begun(world, account).await;
    begin(world, &who, DOMAINS, "").await;
    let more = async {
        while begun(world, account).await == before {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(15), more).await.expect("an entry of its own");
}
