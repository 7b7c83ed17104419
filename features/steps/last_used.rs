//! Steps about when a credential was last used.
use crate::world::World;
use cucumber::then;
use hosting_core::{
    clock::Clock,
    credential::{self, Model},
};
use sea_orm::EntityTrait;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long anybody waits for what nobody waits for.
const PATIENCE: Duration = Duration::from_secs(15);

async fn credential(world: &mut World, who: &str) -> Model {
    let id = world.person(who).credential;
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks")]
    let found = credential::Entity::find_by_id(id).one(&reader.executor()).await;
    found.expect("a look").expect("a credential")
}

#[then(regex = r"^the operator sees that (\S+)'s credential was never used$")]
async fn never_used(world: &mut World, who: String) {
    assert_eq!(credential(world, &who).await.last_used_at, None);
}

#[then(regex = r"^the operator sees that (\S+)'s credential was used now$")]
async fn used_now(world: &mut World, who: String) {
    let now = Some(world.stage.clock.now());
    let noted = async {
        while credential(world, &who).await.last_used_at != now {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, noted).await.expect("it is noted");
}
