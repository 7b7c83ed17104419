//! Steps about what mail servers have otherwise than the platform believes, as the operator is told.
use crate::{email as mail, words::list, world::World};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{clock::Clock, email, texts::Texts};
use hosting_drivers::sandbox::mail::Model;

/// After the service that is there for it was ordered.
#[given(regex = r#"^(\S+) had mail for "([^"]*)" for a while, until it was terminated$"#)]
async fn had_for_a_while(world: &mut World, who: String, domain: String) {
    let before = world.services.clone();
    world.pass(TimeDelta::days(1));
    mail::order(world, &who, &domain, "provisioning").await;
    mail::is_set_up(world, domain.clone()).await;
    mail::becomes(world, domain, "terminated".to_owned()).await;
    mail::told(world).await;
    world.services = before;
}

#[when(regex = r#"^the mail servers take mail for "([^"]*)", which nobody ordered$"#)]
async fn take_unordered(world: &mut World, names: String) {
    for name in list(&names, ", ") {
        let row = Model {
            name,
            service_id: world.stage.clock.id(),
            mailbox_limit: 1,
            storage_bytes_per_mailbox: 1 << 30,
            selectors: Texts(Vec::new()),
            signs: None,
            suspended: false,
            changed_by: world.stage.clock.id(),
        };
        world.stage.insert(row).await;
    }
}

/// The domains of which mail servers have something otherwise, in the order in which the operator is told.
async fn told(world: &World) -> Vec<String> {
    let providers = world.stage.platform.providers();
    let mail = providers.mail.default().expect("mail servers");
    let held = email::held(world.stage.database(), None, &*mail.driver).await.expect("the services");
    held.expect("mail servers that answer").into_iter().map(|(_, name, _)| name).collect()
}

#[then(regex = r#"^the operator is told that the mail servers have something otherwise of "([^"]*)"$"#)]
async fn have_otherwise(world: &mut World, names: String) {
    assert_eq!(told(world).await, list(&names, ", "));
}

#[then("the operator is told that the mail servers have nothing otherwise")]
async fn have_nothing_otherwise(world: &mut World) {
    assert_eq!(told(world).await, Vec::<String>::new());
}
