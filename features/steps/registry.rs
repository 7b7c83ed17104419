//! Steps about what a registry shows and says of its own accord.
use crate::{
    domains::seen,
    facades::{
        Asked,
        graphql::{read, send},
    },
    words::choice,
    world::World,
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    domains::{
        ShownOtherwise,
        domain::{ActiveModel, DomainStatus},
        look_again, registrations,
    },
    providers::{
        SANDBOX,
        backends::{Backend, Backends},
        registrar::{Registered, Registrar, Standing},
    },
};
use hosting_drivers::sandbox::world as registry;
use sea_orm::{Set, Unchanged};
use std::sync::Arc;

fn registry(world: &World) -> &registry::World {
    &world.stage.backends.registrar.backend.world
}

/// What a message says of it.
const CHANGED: Option<&str> = Some("the registration has changed");

/// Shows a domain otherwise than before, and says so by a message, if by any.
fn show(world: &World, name: &str, message: Option<&str>, change: impl FnOnce(&mut Registered)) {
    let registry = registry(world);
    let mut shown = registry.shown(name).unwrap_or(Registered::TAKEN);
    change(&mut shown);
    registry.show(name, shown, message);
}

/// The operator lists the registrar, and no sandbox beside it.
#[given(regex = r#"^"([^"]+)" is registered with a registrar that the operator lists$"#)]
async fn is_listed(world: &mut World, name: String) {
    let driver = Arc::clone(&world.stage.backends.registrar) as Arc<dyn Registrar>;
    let listed = Backend::new("registry".to_owned(), driver, 8);
    world.stage.go_on(|parts| parts.providers.registrar = Backends::new(vec![listed], None));
    let (id, backend) = (Unchanged(world.domain(&name).id), Set("registry".to_owned()));
    world.stage.update(ActiveModel { id, registrar_backend: backend, ..Default::default() }).await;
}

#[given(regex = r#"^the registry takes its time over "([^"]*)"$"#)]
fn takes_its_time(world: &mut World, name: String) {
    registry(world).wait(&name);
}

#[when(regex = r#"^the registry (does|refuses) what it was asked for "([^"]+)"$"#)]
fn decides(world: &mut World, what: String, name: String) {
    registry(world).decide(&name, what == "does");
}

#[given(
    regex = r#"^the registry has (done|refused) what it was asked for "([^"]*)", and says (so|nothing)$"#
)]
async fn has_decided(world: &mut World, what: String, name: String, says: String) {
    let registry = registry(world);
    registry.decide(&name, what == "done");
    if says == "nothing" {
        while let Some(message) = registry.message() {
            registry.acknowledge(&message.id);
        }
        return;
    }
    world.pass(TimeDelta::minutes(1));
    world.stage.run_routines().await;
}

#[when(regex = r#"^the registry shows "([^"]+)" as (.+)$"#)]
fn shows_as(world: &mut World, name: String, how: String) {
    show(world, &name, CHANGED, |shown| become_so(shown, &how));
}

#[given(regex = r#"^the registry shows "([^"]+)" as (.+), and says nothing$"#)]
fn shows_silently(world: &mut World, name: String, how: String) {
    show(world, &name, None, |shown| become_so(shown, &how));
}

fn become_so(shown: &mut Registered, how: &str) {
    match how {
        "locked" => shown.locked = Some(true),
        "not hidden" => shown.privacy = Some(false),
        how => {
            shown.standing = match how {
                "registered" => Standing::Active,
                "held back" => Standing::Suspended,
                "on its way elsewhere" => Standing::TransferPending,
                "over, but still to be saved" => Standing::Grace,
                "deleted" => Standing::Redemption,
                "about to be free" => Standing::PendingDelete,
                "with somebody else" => Standing::Elsewhere,
                other => panic!("no {other}"),
            }
        }
    }
}

#[given(regex = r#"^the registry shows that "([^"]*)" ends in (\d+) days$"#)]
#[when(regex = r#"^the registry shows that "([^"]*)" ends in (\d+) days$"#)]
fn shows_end(world: &mut World, name: String, days: i64) {
    let end = world.stage.clock.now().plus(TimeDelta::days(days));
    show(world, &name, CHANGED, |shown| shown.expires_at = Some(end));
}

#[given("the platform has heard of it")]
#[when("the platform has heard of it")]
async fn has_heard(world: &mut World) {
    world.pass(TimeDelta::minutes(1));
    world.stage.run_routines().await;
    world.stage.work_off().await;
}

#[then(regex = r#"^"([^"]*)" stands as "([^"]*)"$"#)]
async fn stands_as(world: &mut World, name: String, status: String) {
    assert_eq!(seen(world, &name).await.status, choice::<DomainStatus>(&status));
}

#[then(regex = r#"^"([^"]+)" is (locked|not hidden)$"#)]
async fn is(world: &mut World, name: String, how: String) {
    let domain = seen(world, &name).await;
    match how.as_str() {
        "locked" => assert!(domain.locked),
        _ => assert!(!domain.privacy_enabled),
    }
}

#[then(regex = r#"^"([^"]*)" ends in (\d+) days$"#)]
async fn ends_in(world: &mut World, name: String, days: i64) {
    let end = seen(world, &name).await.expires_at.expect("an end");
    let left = end.utc() - world.stage.clock.now().utc();
    // A day that has begun counts.
    assert_eq!((left + TimeDelta::days(1) - TimeDelta::milliseconds(1)).num_days(), days);
}

#[then(regex = r#"^the dashboard shows that "([^"]+)" was (?:renewed|not renewed: "([^"]+)")$"#)]
async fn dashboard_shows(world: &mut World, name: String, why: String) {
    let owned = world.domain(&name);
    let person = world.person(&owned.owner).clone();
    let document = format!("{{ domain(domainId: \"{}\") {{ renewalError }} }}", owned.id);
    let http = send(Asked { stage: &world.stage, who: &person, key: None }, &document).await;
    let data = read(http).expect("an answer");
    let shown = data["domain"]["renewalError"].as_str().unwrap_or_default();
    assert!(if why.is_empty() { shown.is_empty() } else { shown.starts_with(&why) }, "{data}");
}

#[then(regex = r#"^"([^"]+)" was last changed (?:now|(\d+) days? ago)$"#)]
async fn last_changed(world: &mut World, name: String, days: String) {
    let days = days.parse().unwrap_or(0);
    let gone = world.stage.clock.now().utc() - seen(world, &name).await.updated_at.utc();
    assert_eq!(gone.num_days(), days, "{gone}");
}

#[given(regex = r#"^the registry has "([^"]+)" as it is believed$"#)]
fn has_as_believed(world: &mut World, name: String) {
    registry(world).show(&name, Registered::TAKEN, None);
}

#[when("the operator compares domains with their registry")]
async fn compares(world: &mut World) {
    let stage = &world.stage;
    let compared =
        registrations(stage.database(), stage.clock.now(), SANDBOX, &*stage.backends.registrar).await;
    world.compared = compared
        .expect("the domains")
        .into_iter()
        .map(|(domain, found)| {
            let told = found.expect("a registry that answers").into_iter();
            let said = |one: ShownOtherwise| {
                format!("{}: {} is ours, {} is shown", one.member, one.believed, one.shown)
            };
            (domain.domain_name, told.map(said).collect())
        })
        .collect();
}

#[then(regex = r#"^the operator is told nothing of "([^"]+)"$"#)]
fn told_nothing(world: &mut World, name: String) {
    assert_eq!(world.compared[&name], Vec::<String>::new());
}

#[then(regex = r#"^the operator is told of "([^"]+)" that "([^"]+)"$"#)]
fn told_that(world: &mut World, name: String, what: String) {
    assert_eq!(world.compared[&name], [what]);
}

#[when(regex = r#"^the operator has "([^"]+)" looked at again$"#)]
async fn looked_at(world: &mut World, name: String) {
    let (id, stage) = (world.domain(&name).id, &world.stage);
    look_again(stage.database(), Arc::clone(&stage.clock) as _, id).await.expect("a look that is queued");
}
