//! Steps about one identity for everything.
use super::{ask, errors, whole};
use crate::{
    conversion,
    facades::{
        Asked,
        graphql::{read, send},
    },
    lxc,
    words::list,
    world::World,
};
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    lxc::{ChangeLxcSnapshot, SnapshotAction},
};
use serde_json::{Value, json};

/// What is asked of a record, whatever its kind.
const RECORD: &str = "{ nodeId __typename }";

/// How a record of some kind is found without its identity, and where it stands in the answer.
fn otherwise(world: &World, kind: &str) -> (String, &'static str) {
    let first = |list: &str| format!("{{ at: {list}(first: 1) {RECORD} }}");
    match kind {
        "account" => (format!("{{ at: account {RECORD} }}"), "/at"),
        "service" => (first("services"), "/at/0"),
        "domain" => (first("domains"), "/at/0"),
        "DNS record" => (
            format!("{{ at: domains(first: 1) {{ dnsRecords(first: 1) {{ nodes {RECORD} }} }} }}"),
            "/at/0/dnsRecords/nodes/0",
        ),
        "email service" => (first("emailServices"), "/at/0"),
        "site" => (first("hostingServices"), "/at/0"),
        "container" => (first("lxcInstances"), "/at/0"),
        "machine" => (first("kvmInstances"), "/at/0"),
        "container's snapshot" => {
            (format!("{{ at: lxcInstances(first: 1) {{ snapshots {RECORD} }} }}"), "/at/0/snapshots/0")
        }
        "machine's snapshot" => {
            (format!("{{ at: kvmInstances {{ snapshots {RECORD} }} }}"), "/at/1/snapshots/0")
        }
        "conversion" => {
            (format!("{{ at: conversionJob(jobId: \"{}\") {RECORD} }}", conversion::job_id(world)), "/at")
        }
        other => panic!("no {other}"),
    }
}

/// The record that `owner` has of some kind; none of the kind `nothing`.
async fn record(world: &mut World, owner: &str, kind: &str) -> Value {
    if kind == "nothing" {
        return Value::Null;
    }
    let who = world.trusted(owner).await;
    let (document, place) = otherwise(world, kind);
    let http = send(Asked { stage: &world.stage, who: &who, key: None }, &document).await;
    let data = read(http).expect("an answer");
    let record = data.pointer(place).unwrap_or_else(|| panic!("a {kind} in {data}")).clone();
    assert!(record["nodeId"].is_string(), "{record}");
    record
}

/// Looks one up, which is expected to be `record`.
async fn look_up(world: &mut World, who: &str, record: Value) {
    ask(world, who, &format!("{{ node(id: {}) {RECORD} }}", record["nodeId"])).await;
    world.identities = vec![record];
}

#[when(
    regex = r"^(\w+) looks up (?:(\w+)'s|her|his) (account|service|domain|DNS record|email service|site|container|machine|container's snapshot|machine's snapshot|conversion) by its identity$"
)]
async fn looks_up(world: &mut World, who: String, owner: String, kind: String) {
    let owner = if owner.is_empty() { who.clone() } else { owner };
    let record = record(world, &owner, &kind).await;
    look_up(world, &who, record).await;
}

#[when(regex = r#"^(\w+) looks up the identity "([^"]*)"$"#)]
async fn looks_up_text(world: &mut World, who: String, identity: String) {
    look_up(world, &who, json!({ "nodeId": identity })).await;
}

#[when(regex = r"^(\w+) looks up the identity of an? (.+) that never was$")]
async fn looks_up_unknown(world: &mut World, who: String, kind: String) {
    let known = record(world, "Ama", &kind).await;
    let known = known["nodeId"].as_str().expect("an identity");
    let (prefix, id) = known.split_once('_').expect("a word before");
    let unknown = world.stage.clock.id().simple().to_string();
    // What follows the id, where something does, is a name.
    let unknown = unknown.clone() + &id[unknown.len()..];
    look_up(world, &who, json!({ "nodeId": format!("{prefix}_{unknown}") })).await;
}

#[given("her container has a snapshot")]
async fn has_snapshot(world: &mut World) {
    let create = ChangeLxcSnapshot {
        service_id: lxc::example(world),
        action: SnapshotAction::Create,
        name: "before-upgrade".to_owned(),
    };
    world.perform("Ama", create).await.expect("a snapshot");
    world.stage.work_off().await;
}

#[when(regex = r"^(\w+) looks up at once (?:(\w+)'s|her|his) (.+)$")]
async fn looks_up_several(world: &mut World, who: String, owner: String, kinds: String) {
    let owner = if owner.is_empty() { who.clone() } else { owner };
    let mut records = Vec::new();
    for kind in list(&kinds, ", ") {
        records.push(record(world, &owner, &kind).await);
    }
    let ids = records.iter().map(|one| one["nodeId"].as_str().unwrap_or("nonsense"));
    let ids = json!(ids.collect::<Vec<_>>());
    ask(world, &who, &format!("{{ nodes(ids: {ids}) {RECORD} }}")).await;
    world.identities = records;
}

#[when(regex = r"^(\S+) looks up (\d+) identities at once$")]
async fn looks_up_many(world: &mut World, who: String, count: usize) {
    let known = record(world, &who, "domain").await;
    let ids = json!(vec![known["nodeId"].clone(); count]);
    ask(world, &who, &format!("{{ nodes(ids: {ids}) {RECORD} }}")).await;
}

#[then(regex = r"^(?:she|he) finds it$")]
fn finds(world: &mut World) {
    assert_eq!(json!([whole(world)["data"]["node"]]), json!(world.identities));
}

#[then(regex = r"^(?:she|he) finds nothing$")]
fn finds_nothing(world: &mut World) {
    assert_eq!(errors(world), Vec::<Value>::new());
    assert_eq!(whole(world)["data"], json!({ "node": null }));
}

#[then("she finds them in that order")]
fn finds_all(world: &mut World) {
    assert_eq!(errors(world), Vec::<Value>::new());
    assert_eq!(whole(world)["data"]["nodes"], json!(world.identities));
}

#[then("he finds none of them")]
fn finds_none(world: &mut World) {
    assert_eq!(errors(world), Vec::<Value>::new());
    assert_eq!(whole(world)["data"]["nodes"], json!(vec![Value::Null; world.identities.len()]));
}

#[then("she finds all of them but the domain")]
fn finds_all_but(world: &mut World) {
    let of = |one: &Value| one["__typename"] == "Domain";
    assert_eq!(world.identities.iter().filter(|one| of(one)).count(), 1);
    let found = world.identities.iter().map(|one| if of(one) { Value::Null } else { one.clone() });
    assert_eq!(whole(world)["data"]["nodes"], json!(found.collect::<Vec<_>>()));
}
