//! Steps about the keys of mail, and a server's secret that was replaced.
use crate::{email, stage::SECRET, world::World};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{Secret, installation};
use sea_orm::{ConnectionTrait, Statement};

/// Every process has the new one by then, and the old one opens the database no more.
#[given("the operator has replaced the server's secret")]
#[when("the operator replaces the server's secret")]
async fn replaces(world: &mut World) {
    let (database, clock) = (world.stage.database(), &**world.stage.clock);
    installation::claim(database, clock, SECRET).await.expect("the secrets");
    assert!(installation::rotate(database, clock, SECRET, b"another one").await.expect("the secrets"));
    for _ in 0..3 {
        world.pass(TimeDelta::minutes(5));
        world.stage.run_routines().await;
    }
    let finished = installation::finish(database, clock).await.expect("the secrets");
    assert_eq!(finished, installation::Finished::Done);
}

#[then(regex = r#"^nobody who has the old secret can sign mail for "([^"]*)"$"#)]
async fn old_opens_none(world: &mut World, domain: String) {
    let (row, old) = (email::row(world, &domain).await, Secret::new(SECRET));
    let mut sealed = others(world).await;
    sealed.extend([row.rsa_private, row.ed25519_private].map(|private| private.expect("a key")));
    for private in sealed {
        assert!(old.open(&private).is_err());
    }
}

/// The private halves of keys that do not sign.
async fn others(world: &World) -> Vec<Vec<u8>> {
    let connection = world.stage.database().connection();
    let all = Statement::from_string(connection.get_database_backend(), "SELECT private FROM email_key");
    let rows = connection.query_all_raw(all).await.expect("the keys");
    rows.iter().map(|row| row.try_get("", "private").expect("a private half")).collect()
}
