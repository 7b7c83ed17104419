//! Steps about what records tell, member by member.
//!
//! A table has a line for each member: what it is, and how it is. `company name | Baobab Books` stands for the member
//! `company_name`; a day stands for its first moment.
use crate::{
    instances,
    words::{choice, list},
    world::World,
};
use cucumber::{gherkin::Step, given, then, when};
use hosting_core::{
    account::{row as account, usage::ListUsage},
    clock::Clock,
    domains::domain,
    instances::instance,
    lxc::ListLxcSnapshots,
    money::Money,
    search::price::{self, Price, ProviderAttribute},
    services::{ListServices, service},
    texts::Texts,
    time::Time,
};
use sea_orm::{EntityTrait, Set, Unchanged};
use serde_json::Value;
use std::collections::HashMap;

/// The lines of a table: what, and how it is.
fn lines(step: &Step) -> impl Iterator<Item = (&str, &str)> {
    let rows = &step.table.as_ref().expect("a table").rows;
    rows.iter().map(|row| {
        let [what, how] = &row[..] else { panic!("a line with two cells: {row:?}") };
        (what.as_str(), how.as_str())
    })
}

/// What a line says, unless it says `none`.
fn some(how: &str) -> Option<String> {
    (how != "none").then(|| how.to_owned())
}

fn yes(how: &str) -> bool {
    match how {
        "yes" => true,
        "no" => false,
        other => panic!("{other} is neither yes nor no"),
    }
}

/// The first moment of a day.
fn day(how: &str) -> Option<Time> {
    some(how).map(|day| choice(&format!("{day}T00:00:00Z")))
}

#[given(regex = r"^(\S+)'s account is held by$")]
async fn held_by(world: &mut World, who: String, step: &Step) {
    world.introduce(&who).await;
    let id = Unchanged(world.person(&who).account);
    let mut row = account::ActiveModel { id, ..Default::default() };
    for (what, how) in lines(step) {
        match what {
            "full name" => row.full_name = Set(how.to_owned()),
            "first name" => row.first_name = Set(some(how)),
            "last name" => row.last_name = Set(some(how)),
            "company name" => row.company_name = Set(some(how)),
            "country" => row.country = Set(some(how)),
            "preferred language" => row.preferred_language = Set(how.to_owned()),
            "timezone" => row.timezone = Set(how.to_owned()),
            other => panic!("an account has no {other}"),
        }
    }
    world.stage.update(row).await;
}

#[given(regex = r#"^(\S+) has the conversion plan "([^"]*)" with nothing said of its size$"#)]
async fn has_plan(world: &mut World, who: String, plan: String) {
    world.introduce(&who).await;
    let row = account::ActiveModel {
        id: Unchanged(world.person(&who).account),
        plan: Set(Some(choice(&plan))),
        plan_status: Set(Some(account::PlanStatus::Active)),
        operations_limit: Set(None),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[given(regex = r#"^the order of "([^"]*)" says$"#)]
async fn order_says(world: &mut World, name: String, step: &Step) {
    let mut row = service::ActiveModel { id: Unchanged(world.services[&name].id), ..Default::default() };
    let now = world.stage.clock.now();
    for (what, how) in lines(step) {
        match what {
            "plan name" => row.plan_name = Set(how.to_owned()),
            "status" => row.status = Set(choice(how)),
            "billing months" => row.billing_months = Set(how.parse().expect("a number")),
            "renewal price" => {
                let dollars = how.parse().expect("an amount");
                row.renewal_price = Set(Money::from_dollars(dollars).expect("whole cents"));
            }
            "auto renew" => row.auto_renew = Set(yes(how)),
            "activated at" => row.activated_at = Set(day(how)),
            "renews at" => row.renews_at = Set(day(how)),
            "grace ends at" => row.grace_ends_at = Set(day(how)),
            "cancel at" => {
                row.cancel_at = Set(day(how));
                row.cancellation_requested_at = Set(Some(now));
            }
            other => panic!("an order has no {other}"),
        }
    }
    world.stage.update(row).await;
}

#[given(regex = r#"^the registrar says of "([^"]*)"$"#)]
async fn registrar_says(world: &mut World, name: String, step: &Step) {
    let mut row = domain::ActiveModel { id: Unchanged(world.domain(&name).id), ..Default::default() };
    for (what, how) in lines(step) {
        match what {
            "status" => row.status = Set(choice(how)),
            "registered at" => row.registered_at = Set(day(how)),
            "expires at" => row.expires_at = Set(day(how)),
            "locked" => row.locked = Set(yes(how)),
            "privacy enabled" => row.privacy_enabled = Set(yes(how)),
            "name servers" => row.name_servers = Set(Texts(list(how, ", "))),
            other => panic!("a registrar says no {other}"),
        }
    }
    world.stage.update(row).await;
}

#[given(regex = r#"^"([^"]*)" was set up as$"#)]
async fn set_up_as(world: &mut World, name: String, step: &Step) {
    let service_id = Unchanged(instances::machine(world, &name).id);
    let mut row = instance::ActiveModel { service_id, ..Default::default() };
    for (what, how) in lines(step) {
        match what {
            "hostname" => row.hostname = Set(how.to_owned()),
            "plan code" => row.plan_code = Set(how.to_owned()),
            "region" => row.region = Set(how.to_owned()),
            "distribution" | "os" => row.system = Set(how.to_owned()),
            "ipv4" => row.ipv4 = Set(some(how)),
            "ipv6" => row.ipv6 = Set(some(how)),
            "vcpus" => row.vcpus = Set(how.parse().expect("a number")),
            "memory bytes" => row.memory_bytes = Set(bytes(how)),
            "disk bytes" => row.disk_bytes = Set(bytes(how)),
            "ssh host" => row.ssh_host = Set(some(how)),
            "ssh port" => row.ssh_port = Set(some(how).map(|port| port.parse().expect("a port"))),
            other => panic!("an instance is not set up with a {other}"),
        }
    }
    world.stage.update(row).await;
}

#[given(regex = r#"^a name under "([^"]*)" has the price$"#)]
async fn has_price(world: &mut World, tld: String, step: &Step) {
    let said: HashMap<_, _> = lines(step).collect();
    let amount =
        |what: &str| Money::from_dollars(said[what].parse().expect("an amount")).expect("whole cents");
    let years =
        |what: &str| list(said[what], ", ").iter().map(|years| years.parse().expect("years")).collect();
    let price = Price {
        tld: tld.clone(),
        registration_price_usd: amount("registration price usd"),
        renewal_price_usd: amount("renewal price usd"),
        transfer_price_usd: amount("transfer price usd"),
        restore_price_usd: amount("restore price usd"),
        popular: yes(said["popular"]),
        is_promo: yes(said["is promo"]),
        min_years: said["min years"].parse().expect("years"),
        max_years: said["max years"].parse().expect("years"),
        registration_periods: years("registration periods"),
        renewal_periods: years("renewal periods"),
        transfer_periods: years("transfer periods"),
        supports_privacy: yes(said["supports privacy"]),
        provider_attributes: Vec::new(),
    };
    world.stage.insert(price::Model { tld, price }).await;
}

#[given(regex = r#"^the registry of "([^"]*)" must be told "([^"]*)", one of "([^"]*)"$"#)]
async fn must_be_told(world: &mut World, tld: String, key: String, options: String) {
    let asked = ProviderAttribute {
        key,
        options: list(&options, ", "),
        is_required: true,
        r#type: "select".to_owned(),
        description: "How the owner is connected to the country".to_owned(),
    };
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "prices belong to no account")]
    let row = price::Entity::find_by_id(tld).one(&reader.executor()).await.expect("a look");
    drop(reader);
    let price::Model { tld, mut price } = row.expect("a price");
    price.provider_attributes.push(asked);
    world.stage.update(price::ActiveModel { tld: Unchanged(tld), price: Set(price) }).await;
}

#[when(regex = r#"^(\S+) asks for the snapshots of the container "([^"]*)"$"#)]
async fn lists_snapshots(world: &mut World, who: String, name: String) {
    let service_id = instances::machine(world, &name).id;
    let _ = world.perform(&who, ListLxcSnapshots { service_id, ..Default::default() }).await;
}

#[then(regex = r#"^its identity is one word of at most (\d+) characters, and not "(\w+)"$"#)]
fn identity_is_a_word(world: &mut World, most: usize, other: String) {
    let told = told(world);
    let id = told["id"].as_str().expect("an identity");
    let fits = |c: char| c.is_ascii_alphanumeric() || "._:-".contains(c);
    assert!(!id.is_empty() && id.len() <= most && id.chars().all(fits) && id != other, "{id}");
}

#[then(regex = r#"^it has the identity of the snapshot "([^"]*)" of the machine "([^"]*)"$"#)]
fn same_identity(world: &mut World, snapshot: String, machine: String) {
    assert_eq!(told(world)["id"], world.snapshots[&[machine, snapshot]].as_str());
}

#[then("it tells")]
fn tells(world: &mut World, step: &Step) {
    assert_tells(&told(world), step);
}

#[then("the first of them tells")]
fn first_tells(world: &mut World, step: &Step) {
    assert_tells(&told(world)[0], step);
}

/// The price beside the first name that was searched for.
fn price(world: &World) -> Price {
    let found = world.searched.as_ref().expect("a search").as_ref().expect("an answer");
    found.results[0].price.clone().expect("a price")
}

#[then("the price of its suffix tells")]
fn price_tells(world: &mut World, step: &Step) {
    assert_tells(&plain(&price(world)), step);
}

#[then(regex = r#"^the registry must be told "([^"]*)", one of "([^"]*)"$"#)]
fn is_to_be_told(world: &mut World, key: String, options: String) {
    let asked = price(world).provider_attributes;
    let [asked] = &asked[..] else { panic!("one question: {asked:?}") };
    assert_eq!((&asked.key, &asked.options, asked.is_required), (&key, &list(&options, ", "), true));
}

#[then(regex = r"^the newest entry of (\S+)'s usage tells$")]
async fn entry_tells(world: &mut World, who: String, step: &Step) {
    let report = world.look(&who, ListUsage::default()).await;
    assert_tells(&plain(report.entries.first().expect("an entry")), step);
}

#[then(regex = r"^the newest entry of (\S+)'s usage is of this moment$")]
async fn entry_is_new(world: &mut World, who: String) {
    let report = world.look(&who, ListUsage::default()).await;
    assert_eq!(report.entries.first().expect("an entry").occurred_at, world.stage.clock.now());
}

#[then(regex = r#"^each of them is one of (\S+)'s services of the kind "([^"]*)"$"#)]
async fn each_is_a_service(world: &mut World, who: String, kind: String) {
    let told = told(world);
    let shown = told.as_array().expect("a list");
    assert!(!shown.is_empty(), "there is something to compare");
    let services = world.look(&who, ListServices::default()).await.items;
    for one in shown {
        let service = services.iter().find(|service| one["id"] == service.id.to_string());
        assert_eq!(service.expect("a service of that identity").service_type, choice(&kind));
    }
}

fn told(world: &World) -> Value {
    match &world.last().outcome {
        Ok(data) => data.clone(),
        Err(refusal) => panic!("refused as {}: {}", refusal.code, refusal.message),
    }
}

fn plain(record: &impl serde::Serialize) -> Value {
    serde_json::to_value(record).expect("records are plain data")
}

fn assert_tells(record: &Value, step: &Step) {
    for (what, how) in lines(step) {
        let member = what.replace(' ', "_");
        let shown = record.get(&member).unwrap_or_else(|| panic!("it has no {member}: {record}"));
        assert!(is(shown, how), "{what} is {shown}, and not {how}");
    }
}

/// Whether a member is as a line says.
fn is(shown: &Value, how: &str) -> bool {
    match shown {
        Value::Null => how == "none",
        Value::Bool(shown) => *shown == yes(how),
        Value::Number(_) if how == "a number" => true,
        Value::Number(shown) if how.ends_with(" GiB") => shown.as_i64() == Some(bytes(how)),
        Value::Number(shown) => shown.as_f64() == how.parse().ok(),
        Value::String(shown) => shown == how || *shown == format!("{how}T00:00:00.000Z"),
        Value::Array(shown) => {
            let text = |one: &Value| one.as_str().map_or_else(|| one.to_string(), str::to_owned);
            shown.iter().map(text).collect::<Vec<_>>().join(", ") == how
        }
        Value::Object(_) => false,
    }
}

/// `40 GiB`, in bytes.
fn bytes(how: &str) -> i64 {
    let (number, unit) = how.split_once(' ').expect("a number and a unit");
    assert_eq!(unit, "GiB");
    number.parse::<i64>().expect("a number") << 30
}
