//! Steps about what can be said to the graph alone.
mod changes;
mod codes;
mod connections;
mod dashboard;
mod identities;
mod limits;
mod missing;
mod over_http;
mod persisted;

use crate::{
    facades::{
        Answer, Asked,
        graphql::{read, refusal, send},
        rest::start,
    },
    people::Person,
    world::World,
};
use axum::{body::Body, http::Request};
use cucumber::{then, when};
use hosting_core::clock::Clock;
use serde_json::{Value, json};
use uuid::Uuid;

/// Sends a document; its answer is the last one.
async fn ask(world: &mut World, who: &str, document: &str) {
    let person = world.person(who).clone();
    let http = send(Asked { stage: &world.stage, who: &person, key: None }, document).await;
    let told = read(http.clone()).map(|data| Answer { data, next: None, http: Some(http) });
    world.end(&told);
}

/// Sends a document with what stands beside it.
async fn post(world: &mut World, who: &str, body: &Value) {
    let person = world.person(who).clone();
    let request =
        start(&person, None).method("POST").uri("/graphql").header("content-type", "application/json");
    send_raw(world, &person, request.body(body.to_string().into()).expect("a request")).await;
}

/// Sends any request to the graph.
async fn send_raw(world: &mut World, who: &Person, request: Request<Body>) {
    let http = world.stage.send(who.address, request).await;
    let told = read(http.clone()).map(|data| Answer { data, next: None, http: Some(http) });
    world.end(&told);
}

/// `name: setDomainAutoRenew(…) { id }`
fn turn(name: &str, id: Uuid, to: &str, key: &str) -> String {
    format!(
        "{name}: setDomainAutoRenew(input: {{ domainId: \"{id}\", {to} }}, idempotencyKey: \"{key}\") {{ id }}"
    )
}

#[when(regex = r"^(\w+) asks the graph with (?:an? (.+)|(two documents in one request))$")]
async fn asks_with(world: &mut World, who: String, flaw: String, two: String) {
    if !two.is_empty() {
        let one = json!({ "query": "{ account { id } }" });
        return post(world, &who, &json!([one, one])).await;
    }
    let id = world.domain("baobab.example").id;
    let change = |to: &str| format!("mutation {{ {} }}", turn("it", id, to, "a-key-of-2031"));
    let document = match flaw.as_str() {
        "document that does not parse" => "{ domains {".to_owned(),
        "empty document" => String::new(),
        "field that there is not" => "{ planets { name } }".to_owned(),
        "argument missing" => "{ domain { id } }".to_owned(),
        "argument nobody knows" => format!("{{ domain(domainId: \"{id}\", colour: \"red\") {{ id }} }}"),
        "text where a choice belongs" => change("enabled: \"yes\""),
        "unknown member of an input" => change("enabled: true, colour: \"red\""),
        "variable that was not sent" => "query($id: UUID!) { domain(domainId: $id) { id } }".to_owned(),
        "identity that is malformed" => "{ domain(domainId: \"nonsense\") { id } }".to_owned(),
        other => panic!("no {other}"),
    };
    ask(world, &who, &document).await;
}

#[when(regex = r"^(\w+) asks the graph for a domain that is (unknown|Kofi's)$")]
async fn asks_for_domain(world: &mut World, who: String, which: String) {
    let kofis = world.domains.values().find(|one| one.owner == "Kofi").expect("a domain of Kofi's").id;
    let id = if which == "unknown" { world.stage.clock.id() } else { kofis };
    ask(world, &who, &format!("{{ domain(domainId: \"{id}\") {{ domainName }} }}")).await;
}

#[when(regex = r#"^(\S+) turns auto-renew on and then off for "([^"]*)" in one request$"#)]
async fn turn_twice(world: &mut World, who: String, name: String) {
    let id = world.domain(&name).id;
    let (on, off) =
        (turn("on", id, "enabled: true", "first-2031"), turn("off", id, "enabled: false", "second-2031"));
    ask(world, &who, &format!("mutation {{ {on} {off} }}")).await;
}

#[when(
    regex = r#"^(\S+) turns auto-renew on for a domain that never was and then for "([^"]*)" in one request$"#
)]
async fn turn_unknown_first(world: &mut World, who: String, name: String) {
    let (unknown, id) = (world.stage.clock.id(), world.domain(&name).id);
    let first = turn("first", unknown, "enabled: true", "first-2031");
    let second = turn("second", id, "enabled: true", "second-2031");
    ask(world, &who, &format!("mutation {{ {first} {second} }}")).await;
}

#[when(regex = r"^(\S+) asks for (?:her|his|their) account and (?:her|his|their) domains in one request$")]
async fn asks_together(world: &mut World, who: String) {
    ask(world, &who, "{ account { id } domains { domainName } }").await;
}

#[when(regex = r"^(\S+) asks for (?:her|his|their) domains by GET$")]
async fn asks_by_get(world: &mut World, who: String) {
    get(world, &who, "{ domains { domainName } }").await;
}

#[when(regex = r#"^(\S+) turns auto-renew on for "([^"]*)" by GET$"#)]
async fn turns_by_get(world: &mut World, who: String, name: String) {
    let change = turn("it", world.domain(&name).id, "enabled: true", "a-key-of-2031");
    get(world, &who, &format!("mutation {{ {change} }}")).await;
}

async fn get(world: &mut World, who: &str, document: &str) {
    let person = world.person(who).clone();
    let question = serde_urlencoded::to_string([("query", document)]).expect("a question");
    let request = start(&person, None).method("GET").uri(format!("/graphql?{question}"));
    let request = request.header("accept", "application/json").body(Body::empty()).expect("a request");
    send_raw(world, &person, request).await;
}

#[when("somebody without a credential asks the graph for domains")]
async fn nobody_asks(world: &mut World) {
    let nobody = Person::nobody();
    let request =
        start(&nobody, None).method("POST").uri("/graphql").header("content-type", "application/json");
    let body = json!({ "query": "{ domains { id } }" }).to_string();
    send_raw(world, &nobody, request.body(body.into()).expect("a request")).await;
}

/// The whole answer, with data and errors.
fn whole(world: &World) -> Value {
    world.http().json()
}

/// What was refused of it.
fn errors(world: &World) -> Vec<Value> {
    whole(world)["errors"].as_array().cloned().unwrap_or_default()
}

#[then(regex = "^(?:she|he|they) gets (?:her|his|their) domains$")]
fn gets_domains(world: &mut World) {
    assert_eq!(whole(world)["data"]["domains"], json!([{ "domainName": "baobab.example" }]));
}

#[then(regex = r#"^the (account) is refused as "([^"]+)"$"#)]
fn part_refused(world: &mut World, part: String, code: String) {
    let body = whole(world);
    let [error] = &body["errors"].as_array().expect("errors")[..] else { panic!("one error in {body}") };
    assert_eq!(error["path"], json!([part]));
    assert_eq!(refusal(error, world.http().clone()).code, code);
}
