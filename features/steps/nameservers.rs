//! Steps about handing a domain over to other nameservers.
use crate::{
    domains::seen,
    words::{Key, kind_of, list},
    world::World,
};
use cucumber::{given, then, when};
use hosting_core::domains::SetDomainNameservers;
use hosting_drivers::{fault::Fault, sandbox::registrar as sandbox};
use sea_orm::EntityTrait;

async fn hand(world: &mut World, who: &str, name: &str, name_servers: Vec<String>, key: Key) {
    let operation = SetDomainNameservers { domain_id: world.domain(name).id, name_servers };
    let key = key.or(world.new_key());
    let _ = world.perform_with(who, key.as_deref(), operation).await;
}

#[given(expr = "{word} handed {string} over to {string}{key}")]
#[when(expr = "{word} hands {string} over to {string}{key}")]
pub async fn hand_over(world: &mut World, who: String, name: String, to: String, key: Key) {
    hand(world, &who, &name, list(&to, ", "), key).await;
}

#[when(regex = r#"^(\S+) hands "([^"]*)" over to (\d+) nameservers$"#)]
async fn hand_over_to_many(world: &mut World, who: String, name: String, count: usize) {
    let hosts = (1..=count).map(|number| format!("ns{number}.other.example")).collect();
    hand(world, &who, &name, hosts, Key::New).await;
}

#[given(regex = r#"^(\S+)'s hand-over of "([^"]*)" to "([^"]*)" was refused by the registrar$"#)]
async fn was_refused(world: &mut World, who: String, name: String, to: String) {
    world.stage.backends.registrar.backend.faults.next(Fault::Refused, 1);
    hand(world, &who, &name, list(&to, ", "), Key::New).await;
    world.stage.work_off().await;
}

#[then(regex = r#"^"([^"]*)" waits for "([^"]*)"$"#)]
async fn waits_for(world: &mut World, name: String, hosts: String) {
    let pending = seen(world, &name).await.pending_name_servers;
    assert_eq!(pending.expect("pending nameservers").0, list(&hosts, ", "));
}

#[then(regex = r#"^"([^"]*)" waits for nothing$"#)]
async fn waits_for_nothing(world: &mut World, name: String) {
    assert_eq!(seen(world, &name).await.pending_name_servers, None);
}

#[then(regex = r#"^"([^"]*)" is served by "([^"]*)"$"#)]
async fn served_by(world: &mut World, name: String, hosts: String) {
    assert_eq!(seen(world, &name).await.name_servers.0, list(&hosts, ", "));
}

#[then(regex = r#"^"([^"]*)" shows no error$"#)]
async fn shows_no_error(world: &mut World, name: String) {
    assert_eq!(seen(world, &name).await.name_servers_error, None);
}

#[then(regex = r#"^"([^"]*)" shows the error "([^"]*)"$"#)]
async fn shows_error(world: &mut World, name: String, error: String) {
    let shown = seen(world, &name).await.name_servers_error.expect("an error");
    assert_eq!(kind_of(&shown), error, "it shows: {shown}");
}

#[then(regex = r#"^the registrar knows "([^"]*)" for "([^"]*)"$"#)]
async fn registrar_knows(world: &mut World, hosts: String, name: String) {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "it is the registry that is looked into")]
    let known = sandbox::Entity::find_by_id(name).one(&reader.executor()).await.expect("the registry");
    let known = known.and_then(|row| row.name_servers).expect("nameservers");
    assert_eq!(known.0, list(&hosts, ", "));
}
