//! Steps about domains and their renewal.
use crate::{
    people::Person,
    words::{Key, Switch, choice, list},
    world::{Owned, World},
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    domains::{
        Domain, GetDomain, ListDomains, SetDomainAutoRenew,
        domain::{ActiveModel, DomainStatus, Environment, Model},
    },
    providers::{
        backends::{Backend, Backends},
        registrar::Registrar,
    },
    texts::Texts,
};

use hosting_inventory::{Inventory, apply};
use sea_orm::{Set, Unchanged};
use serde_json::json;
use std::sync::Arc;

/// Lets `owner` own a domain.
pub async fn own(world: &mut World, owner: &str, name: &str, status: &str) {
    world.introduce(owner).await;
    if world.stage.server().is_some() && status == "active" {
        // One that the account has there plays its part.
        let mine = world.look(owner, ListDomains::default()).await;
        let id =
            mine.items.first().unwrap_or_else(|| panic!("the account of {owner} has no domain there")).id;
        world.domains.insert(name.to_owned(), Owned { id, owner: owner.to_owned() });
        return;
    }
    let (id, now) = (world.stage.clock.id(), world.stage.clock.now());
    let registered = name.replace("bücher", "xn--bcher-kva");
    let (_, suffix) = registered.split_once('.').expect("a suffix");
    let row = Model {
        id,
        account_id: world.person(owner).account,
        unicode_name: name.to_owned(),
        tld: format!(".{suffix}"),
        domain_name: registered,
        status: choice::<DomainStatus>(status),
        registered_at: Some(now),
        expires_at: Some(now.plus(TimeDelta::days(365))),
        auto_renew: false,
        privacy_enabled: true,
        locked: false,
        name_servers: Texts(list("ns1.host.example, ns2.host.example", ", ")),
        pending_name_servers: None,
        name_servers_error: None,
        registrar_environment: Environment::Ote,
        registrar_backend: "sandbox".to_owned(),
        awaits_registry: false,
        renewal_error: None,
        ds: None,
        dns_backend: "sandbox".to_owned(),
        last_synced_at: None,
        created_at: now,
        updated_at: now,
    };
    world.stage.insert(row).await;
    world.domains.insert(name.to_owned(), Owned { id, owner: owner.to_owned() });
}

#[given(regex = r#"^(\S+) owns the domain "([^"]*)"$"#)]
async fn owns(world: &mut World, who: String, name: String) {
    own(world, &who, &name, "active").await;
}

#[given(regex = r#"^a day later (\S+) owns the domain "([^"]*)"$"#)]
async fn owns_later(world: &mut World, who: String, name: String) {
    world.pass(TimeDelta::days(1));
    own(world, &who, &name, "active").await;
}

#[given(regex = r#"^(\S+) owns the domain "([^"]*)", which is "([^"]*)"$"#)]
async fn owns_which_is(world: &mut World, who: String, name: String, status: String) {
    own(world, &who, &name, &status).await;
}

#[given(regex = r#"^"([^"]+)" is (un)?locked at the registrar$"#)]
#[when(regex = r#"^"([^"]+)" is (un)?locked at the registrar$"#)]
async fn locked(world: &mut World, name: String, open: String) {
    let id = Unchanged(world.domain(&name).id);
    world.stage.update(ActiveModel { id, locked: Set(open.is_empty()), ..Default::default() }).await;
}

/// What the operator's inventory says of a domain of `who`.
fn inventory(person: &Person, domain: &str, environment: &str) -> String {
    json!({ "prices": [], "registry": [], "accounts": [{
        "email": person.email(), "full_name": format!("{} Mensah", person.name),
        "preferred_language": "en", "timezone": "Africa/Accra", "status": "active", "services": [],
        "domains": [{
            "domain_name": domain, "status": "active", "auto_renew": false, "privacy_enabled": true,
            "locked": false, "name_servers": ["ns1.host.example", "ns2.host.example"],
            "registrar_environment": environment, "records": []
        }]
    }] })
    .to_string()
}

#[given(
    regex = r#"^the operator brings in the domain "([^"]+)" for (\w+)(?:, at a registrar (for trying out|for real))?$"#
)]
async fn brought_in(world: &mut World, name: String, who: String, registrar: String) {
    world.introduce(&who).await;
    let environment = if registrar == "for real" { "production" } else { "ote" };
    let text = inventory(world.person(&who), &name, environment);
    let inventory = Inventory::read(&text).expect("an inventory");
    let stage = &world.stage;
    let mut backends = hosting_inventory::Backends::from(&stage.backends.providers());
    if environment == "production" {
        let mut real = stage.backends.registrar.backend.clone();
        real.environment = Environment::Production;

        backends.registrar = Backends::new(
            vec![Backend::new("registry".to_owned(), Arc::new(real) as Arc<dyn Registrar>, 1)],
            None,
        );
    }
    apply(stage.database(), &backends, &**stage.clock, &inventory, false).await.expect("it is applied");
    let [domain] = &world.look(&who, ListDomains::default()).await.items[..] else { panic!("one domain") };
    let id = domain.id;
    world.domains.insert(name, Owned { id, owner: who });
}

#[given(regex = r#"^the registrar has "([^"]*)" for "([^"]*)"$"#)]
async fn registrar_has(world: &mut World, hosts: String, name: String) {
    let (id, name_servers) = (Unchanged(world.domain(&name).id), Set(Texts(list(&hosts, ", "))));
    world.stage.update(ActiveModel { id, name_servers, ..Default::default() }).await;
}

#[when(regex = r"^(\S+) lists (?:her|his|their) domains$")]
async fn list_domains(world: &mut World, who: String) {
    let _ = world.perform(&who, ListDomains::default()).await;
}

#[given(regex = r#"^(\S+) has looked up "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) looks up "([^"]*)"$"#)]
async fn look_up(world: &mut World, who: String, name: String) {
    let domain_id = world.domain(&name).id;
    let _ = world.perform(&who, GetDomain { domain_id }).await;
}

#[when(regex = r"^(\S+) looks up a domain that never was$")]
async fn look_up_unknown(world: &mut World, who: String) {
    let domain_id = world.stage.new_id();
    let _ = world.perform(&who, GetDomain { domain_id }).await;
}

#[given(expr = "{word} turned auto-renew {switch} for {string}{key}")]
#[when(expr = "{word} turns auto-renew {switch} for {string}{key}")]
async fn turn_auto_renew(world: &mut World, who: String, to: Switch, name: String, key: Key) {
    let operation = SetDomainAutoRenew { domain_id: world.domain(&name).id, enabled: to.0 };
    let key = key.or(world.new_key());
    let _ = world.perform_with(&who, key.as_deref(), operation).await;
}

/// The domain as its owner sees it.
pub async fn seen(world: &mut World, name: &str) -> Domain {
    let Owned { id, owner } = world.domain(name);
    world.look(&owner, GetDomain { domain_id: id }).await
}

#[then(expr = "auto-renew is {switch} for {string}")]
async fn auto_renew_is(world: &mut World, expected: Switch, name: String) {
    assert_eq!(Switch(seen(world, &name).await.auto_renew), expected);
}

#[then(expr = "with another credential, auto-renew is {switch} for {string}")]
async fn auto_renew_is_for_another(world: &mut World, expected: Switch, name: String) {
    let owner = world.domain(&name).owner;
    let trusted = world.trusted(&owner).await;
    let mine = std::mem::replace(world.person(&owner), trusted);
    auto_renew_is(world, expected, name).await;
    *world.person(&owner) = mine;
}

#[then(regex = r#"^(?:she|he|they) sees the domains "([^"]*)"$"#)]
fn sees(world: &mut World, names: String) {
    let data = world.last().outcome.clone().expect("domains");
    let seen: Vec<Domain> = serde_json::from_value(data).expect("domains");
    let seen: Vec<_> = seen.into_iter().map(|domain| domain.domain_name).collect();
    assert_eq!(seen, list(&names, ", "));
}

#[then(regex = "^(?:she|he|they) sees no domains$")]
fn sees_none(world: &mut World) {
    sees(world, String::new());
}

fn domain(world: &World) -> Domain {
    let data = world.last().outcome.clone().expect("a domain");
    serde_json::from_value(data).expect("a domain")
}

#[then(regex = r#"^it is registered as "([^"]*)"$"#)]
fn registered_as(world: &mut World, name: String) {
    assert_eq!(domain(world).domain_name, name);
}

#[then(regex = r#"^people write it "([^"]*)"$"#)]
fn written_as(world: &mut World, name: String) {
    assert_eq!(domain(world).unicode_name, name);
}

#[then(regex = r#"^its suffix is "([^"]*)"$"#)]
fn suffix_is(world: &mut World, suffix: String) {
    assert_eq!(domain(world).tld, suffix);
}

#[then(regex = r#"^the domain is "([^"]*)"$"#)]
fn domain_is(world: &mut World, status: String) {
    assert_eq!(domain(world).status, choice::<DomainStatus>(&status));
}

#[then(regex = r"^its registrar is one (for trying out|for real)$")]
fn registrar_is(world: &mut World, which: String) {
    let expected = if which == "for real" { Environment::Production } else { Environment::Ote };
    assert_eq!(domain(world).registrar_environment, expected);
}
