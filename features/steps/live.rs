//! Steps about being told what changes.
use crate::{
    facades::rest::start,
    instances::machine,
    people::Person,
    words::{RecordType, Switch},
    world::World,
};
use axum::body::{Body, BodyDataStream};
use cucumber::{given, then, when};
use futures_util::StreamExt;
use hosting_core::usage::entry;
use sea_orm::{ExprTrait, PaginatorTrait, QueryFilter, entity::prelude::*};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{sync::mpsc, time::timeout};

/// How long anybody waits to be told.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long somebody listens who is told nothing.
const SILENCE: Duration = Duration::from_millis(700);

/// What somebody is told while they watch.
pub struct Watching {
    told: mpsc::UnboundedReceiver<Value>,
    /// What was told last: a record that has changed twice is shown twice as it is by then.
    last: Option<Value>,
}

/// Reads the events of an answer as they come.
async fn read(mut body: BodyDataStream, told: mpsc::UnboundedSender<Value>) {
    let mut text = String::new();
    while let Some(Ok(piece)) = body.next().await {
        text += &String::from_utf8_lossy(&piece);
        while let Some((event, rest)) = text.split_once("\n\n") {
            let data = event.strip_prefix("event: next\ndata: ");
            let data = data.map(|data| serde_json::from_str(data).expect("JSON"));
            if data.is_some_and(|data| told.send(data).is_err()) {
                return;
            }
            text = rest.to_owned();
        }
    }
}

/// What can be watched, and what is shown of it.
pub type Topic = (&'static str, &'static str);

pub const DOMAINS: Topic = ("domainChanged", "domainName autoRenew locked");
const RECORDS: Topic = ("dnsRecordChanged", "name type status");
const SNAPSHOTS: Topic =
    ("snapshotChanged", "... on LxcSnapshot { name status } ... on KvmSnapshot { name status }");
const MAIL: Topic = ("emailServiceChanged", "domainName provisioning dns { status }");

pub async fn begin(world: &mut World, who: &str, (topic, shown): Topic, arguments: &str) {
    let person = world.person(who).clone();
    let document = format!("subscription {{ told: {topic}{arguments} {{ {shown} }} }}");
    let request = start(&person, None)
        .method("POST")
        .uri("/graphql")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .body(Body::from(json!({ "query": document }).to_string()))
        .expect("a request");
    let response = world.stage.open(person.address, request).await;
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(read(response.into_body().into_data_stream(), tell));
    world.watching.insert(who.to_owned(), Watching { told, last: None });
    asked(world, &person, topic).await;
}

/// Returns when the usage shows that somebody has asked to watch: from then on nothing is missed.
pub async fn asked(world: &World, who: &Person, topic: &str) {
    let mine = entry::Column::AccountId.eq(who.account).and(entry::Column::OperationId.eq(topic));
    let begun = async {
        loop {
            let reader = world.stage.database().reader(false).await.expect("a reader");
            #[expect(clippy::disallowed_methods, reason = "the entries of one account are asked for")]
            let entries = entry::Entity::find().filter(mine.clone());
            if entries.count(&reader.executor()).await.expect("entries") > 0 {
                return;
            }
            drop(reader);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, begun).await.expect("an entry in the usage");
}

#[given(regex = r"^(\S+) watches (?:her|his|their) domains$")]
#[when(regex = r"^(\S+) begins to watch (?:her|his|their) domains$")]
async fn watches_all(world: &mut World, who: String) {
    begin(world, &who, DOMAINS, "").await;
}

#[given(regex = r#"^(\S+) watches "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) begins to watch "([^"]*)"$"#)]
async fn watches_one(world: &mut World, who: String, name: String) {
    let arguments = format!("(domainId: \"{}\")", world.domain(&name).id);
    begin(world, &who, DOMAINS, &arguments).await;
}

#[given(regex = r"^(\w+) watches (?:her|his) (records|snapshots|mail)$")]
#[when(regex = r"^(\w+) begins to watch (?:her|his) (records|snapshots|mail)$")]
async fn watches_kind(world: &mut World, who: String, kind: String) {
    let topic = match kind.as_str() {
        "records" => RECORDS,
        "snapshots" => SNAPSHOTS,
        _ => MAIL,
    };
    begin(world, &who, topic, "").await;
}

#[given(regex = r#"^(\S+) watches the records of "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) begins to watch the records of "([^"]*)"$"#)]
async fn watches_zone(world: &mut World, who: String, name: String) {
    let arguments = format!("(domainId: \"{}\")", world.domain(&name).id);
    begin(world, &who, RECORDS, &arguments).await;
}

#[given(expr = "{word} watches the {type} record {string} of {string}")]
async fn watches_record(world: &mut World, who: String, kind: RecordType, name: String, domain: String) {
    let arguments = format!("(recordId: \"{}\")", world.records[&[domain, kind.0, name]]);
    begin(world, &who, RECORDS, &arguments).await;
}

#[given(regex = r#"^(\S+) watches the snapshots of "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) begins to watch the snapshots of "([^"]*)"$"#)]
async fn watches_instance(world: &mut World, who: String, name: String) {
    let arguments = format!("(serviceId: \"{}\")", machine(world, &name).id);
    begin(world, &who, SNAPSHOTS, &arguments).await;
}

/// Takes what is told until it is `expected`: what happened in between may be told or not.
pub async fn told(world: &mut World, who: &str, expected: Value) {
    let mut before = Vec::new();
    let all = async {
        loop {
            let told = next(world, who).await["data"]["told"].take();
            if told == expected {
                return;
            }
            before.push(told);
        }
    };
    let outcome = timeout(PATIENCE, all).await;
    assert!(outcome.is_ok(), "{expected} is none of {before:?}");
}

#[then(expr = "{word} is told that the {type} record {string} is {string}")]
async fn told_record(world: &mut World, who: String, kind: RecordType, name: String, status: String) {
    told(world, &who, json!({ "name": name, "type": kind.0, "status": status.to_uppercase() })).await;
}

#[then(regex = r#"^(\S+) is told that the snapshot "([^"]*)" is "([^"]*)"$"#)]
async fn told_snapshot(world: &mut World, who: String, name: String, status: String) {
    told(world, &who, json!({ "name": name, "status": status.to_uppercase() })).await;
}

#[then(regex = r#"^(\S+) is told that setting up mail for "([^"]*)" is queued$"#)]
async fn told_queued(world: &mut World, who: String, name: String) {
    let dns = json!({ "status": "NEVER" });
    told(world, &who, json!({ "domainName": name, "provisioning": "QUEUED", "dns": dns })).await;
}

#[then(regex = r#"^(\S+) is told that mail for "([^"]*)" is set up and its zone "([^"]*)"$"#)]
async fn told_set_up(world: &mut World, who: String, name: String, status: String) {
    let dns = json!({ "status": status.to_uppercase() });
    told(world, &who, json!({ "domainName": name, "provisioning": null, "dns": dns })).await;
}

pub async fn next(world: &mut World, who: &str) -> Value {
    let watching = world.watching.get_mut(who).expect("somebody who watches");
    let told = timeout(PATIENCE, watching.told.recv()).await.expect("something is told");
    watching.last.clone_from(&told);
    told.expect("something more is told")
}

async fn next_domain(world: &mut World, who: &str) -> Value {
    next(world, who).await["data"]["told"].take()
}

#[then(expr = "{word} is told that auto-renew is {switch} for {string}")]
async fn told_auto_renew(world: &mut World, who: String, to: Switch, name: String) {
    let told = next_domain(world, &who).await;
    assert_eq!((&told["domainName"], &told["autoRenew"]), (&json!(name), &json!(to.0)));
}

#[then(regex = r#"^(\S+) is told that "([^"]*)" is locked$"#)]
async fn told_locked(world: &mut World, who: String, name: String) {
    let told = next_domain(world, &who).await;
    assert_eq!((&told["domainName"], &told["locked"]), (&json!(name), &json!(true)));
}

#[then(regex = r"^(\S+) is told nothing more$")]
async fn told_nothing(world: &mut World, who: String) {
    let Watching { told, last } = world.watching.get_mut(&who).expect("somebody who watches");
    while let Ok(more) = timeout(SILENCE, told.recv()).await {
        assert!(more.is_some() && more == *last, "{more:?}");
    }
}

#[then(regex = r"^(\S+) is told nothing more once the nameservers have caught up$")]
async fn told_nothing_once_done(world: &mut World, who: String) {
    world.stage.work_off().await;
    told_nothing(world, who).await;
}

#[given(regex = r#"^(\S+)'s watching ended as "([^"]*)"$"#)]
#[then(regex = r#"^(\S+)'s watching ends as "([^"]*)"$"#)]
async fn ends(world: &mut World, who: String, code: String) {
    let told = next(world, &who).await;
    assert_eq!(told["errors"][0]["extensions"]["code"], json!(code), "{told}");
    let watching = world.watching.get_mut(&who).expect("somebody who watches");
    let more = timeout(PATIENCE, watching.told.recv()).await.expect("an end");
    assert_eq!(more, None, "nothing more is told");
}
