//! Steps about how times and amounts are written (`contract.md` §1): the answers are read as texts.
use crate::{
    facades::{
        Asked, Facade,
        graphql::send,
        rest::{ROUTES, start},
    },
    operations,
    people::Person,
    stage::Http,
    world::{Ending, Owned, World},
};
use axum::body::Body;
use chrono::{DateTime, TimeDelta};
use cucumber::{given, then, when};
use hosting_core::{Effect, money::Money, services::service};
use sea_orm::{Set, Unchanged};
use serde_json::Value;

const SERVICE: &str = "a service with a price";

#[given(regex = r"^(\d+) seconds? and (\d+) milliseconds? passed$")]
fn passed(world: &mut World, seconds: i64, millis: i64) {
    world.pass(TimeDelta::milliseconds(seconds * 1000 + millis));
}

#[given(regex = r"^(\w+) ordered a service that renews for (\S+) USD$")]
async fn ordered(world: &mut World, who: String, price: f64) {
    crate::services::order(world, &who, "kvm", SERVICE, "active").await;
    let row = service::ActiveModel {
        id: Unchanged(world.services[SERVICE].id),
        renewal_price: Set(Money::from_dollars(price).expect("an amount")),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[when(regex = r"^(\S+) looks at everything there is$")]
async fn looks_at_all(world: &mut World, who: String) {
    for read in ROUTES.iter().filter(|route| route.effect == Effect::Reads) {
        operations::asks_for(world, who.clone(), read.id.to_owned()).await;
        assert!(world.last().outcome.is_ok(), "{}: {:?}", read.id, world.last().outcome);
    }
}

/// Asks for `path` by REST, or with `document` of the graph.
async fn ask(world: &mut World, who: &Person, path: &str, document: &str) {
    let http = match world.facade {
        Facade::GraphQl => send(Asked { stage: &world.stage, who, key: None }, document).await,
        _ => {
            let request = start(who, None).uri(path).body(Body::empty());
            world.stage.send(who.address, request.expect("a request")).await
        }
    };
    assert_eq!(http.status, 200, "{}", text(&http));
    world.endings.push(Ending { outcome: Ok(Value::Null), http: Some(http) });
}

#[when(regex = r"^(\S+) looks up (?:her|his) account as it is written$")]
async fn looks_up_account(world: &mut World, who: String) {
    let person = world.person(&who).clone();
    ask(world, &person, "/v1/account", "{ account { created_at: createdAt } }").await;
}

#[when(regex = r"^(\S+) looks up that service as it is written$")]
async fn looks_up_service(world: &mut World, who: String) {
    let Owned { id, .. } = world.services[SERVICE];
    let person = world.person(&who).clone();
    let shown = "renewal_price: renewalPrice renewal_currency: renewalCurrency";
    let document = format!("{{ service(serviceId: \"{id}\") {{ {shown} }} }}");
    ask(world, &person, &format!("/v1/services/{id}"), &document).await;
}

#[when(regex = r#"^a visitor asks for "([^"]*)" as it is written$"#)]
async fn asks_for_name(world: &mut World, name: String) {
    let shown = "registrar { customerPriceUsd } price { registration_price_usd: registrationPriceUsd }";
    let document = format!("{{ searchDomains(domains: [\"{name}\"]) {{ results {{ {shown} }} }} }}");
    ask(world, &Person::nobody(), &format!("/api/domain-search?domain={name}"), &document).await;
}

fn text(http: &Http) -> String {
    String::from_utf8(http.body.clone()).expect("UTF-8")
}

#[then(regex = r#"^"([^"]*)" is written as "([^"]*)"$"#)]
fn is_written(world: &mut World, member: String, value: String) {
    let text = text(world.http());
    let start = format!("\"{member}\":");
    let after = text.split_once(&start).unwrap_or_else(|| panic!("{member} in {text}")).1.trim_start();
    let end = after.find([',', '}', ']']).expect("an end");
    assert_eq!(after[..end].trim().trim_matches('"'), value, "{text}");
    assert_eq!(after.starts_with('"'), value.parse::<f64>().is_err(), "a number has no quotes: {text}");
}

/// Every text below `value`, with the name of its member.
fn texts<'a>(name: &'a str, value: &'a Value, found: &mut Vec<(&'a str, &'a str)>) {
    match value {
        Value::String(text) => found.push((name, text)),
        Value::Array(items) => items.iter().for_each(|item| texts(name, item, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| texts(name, value, found)),
        _ => {}
    }
}

/// The letters of a time, with `0` for each digit.
fn shape(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect()
}

#[then(regex = r#"^every time in the answers is written like "([^"]*)"$"#)]
fn times_are_written(world: &mut World, example: String) {
    let answers: Vec<_> =
        world.endings.iter().filter_map(|ending| ending.http.as_ref()).map(Http::json).collect();
    let mut found = Vec::new();
    for answer in &answers {
        texts("", answer, &mut found);
    }
    let is_time = |name: &str, text: &str| {
        name.ends_with("_at") || name.ends_with("At") || DateTime::parse_from_rfc3339(text).is_ok()
    };
    found.retain(|(name, text)| is_time(name, text));
    assert!(found.len() > 20, "there are few times in the answers: {found:?}");
    for (name, text) in &found {
        assert_eq!(shape(text), shape(&example), "{name}");
    }
    assert!(found.iter().any(|(_, text)| *text == example), "none of this moment: {found:?}");
}
