//! Steps about being told what changes.
use crate::{facades::rest::start, people::Person, words::Switch, world::World};
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
pub struct Watching(mpsc::UnboundedReceiver<Value>);

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

async fn begin(world: &mut World, who: &str, arguments: &str) {
    let person = world.person(who).clone();
    let document = format!("subscription {{ domainChanged{arguments} {{ domainName autoRenew locked }} }}");
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
    world.watching.insert(who.to_owned(), Watching(told));
    asked(world, &person).await;
}

/// Returns when the activity shows that somebody has asked to watch: from then on nothing is missed.
async fn asked(world: &World, who: &Person) {
    let mine = entry::Column::AccountId.eq(who.account).and(entry::Column::OperationId.eq("domainChanged"));
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
    timeout(PATIENCE, begun).await.expect("an entry in the activity");
}

#[given(expr = "{word} watches her/his/their domains")]
#[when(expr = "{word} begins to watch her/his/their domains")]
async fn watches_all(world: &mut World, who: String) {
    begin(world, &who, "").await;
}

#[given(expr = "{word} watches {string}")]
#[when(expr = "{word} begins to watch {string}")]
async fn watches_one(world: &mut World, who: String, name: String) {
    let arguments = format!("(domainId: \"{}\")", world.domain(&name).id);
    begin(world, &who, &arguments).await;
}

async fn next(world: &mut World, who: &str) -> Value {
    let Watching(told) = world.watching.get_mut(who).expect("somebody who watches");
    timeout(PATIENCE, told.recv()).await.expect("something is told").expect("something more is told")
}

async fn next_domain(world: &mut World, who: &str) -> Value {
    next(world, who).await["data"]["domainChanged"].take()
}

#[then(expr = "{word} is told that auto-renew is {switch} for {string}")]
async fn told_auto_renew(world: &mut World, who: String, to: Switch, name: String) {
    let told = next_domain(world, &who).await;
    assert_eq!((&told["domainName"], &told["autoRenew"]), (&json!(name), &json!(to.0)));
}

#[then(expr = "{word} is told that {string} is locked")]
async fn told_locked(world: &mut World, who: String, name: String) {
    let told = next_domain(world, &who).await;
    assert_eq!((&told["domainName"], &told["locked"]), (&json!(name), &json!(true)));
}

#[then(expr = "{word} is told nothing more")]
async fn told_nothing(world: &mut World, who: String) {
    let Watching(told) = world.watching.get_mut(&who).expect("somebody who watches");
    let told = timeout(SILENCE, told.recv()).await;
    assert!(told.is_err(), "{told:?}");
}

#[then(expr = "{word}'s watching ends as {string}")]
async fn ends(world: &mut World, who: String, code: String) {
    let told = next(world, &who).await;
    assert_eq!(told["errors"][0]["extensions"]["code"], json!(code), "{told}");
    let Watching(told) = world.watching.get_mut(&who).expect("somebody who watches");
    let more = timeout(PATIENCE, told.recv()).await.expect("an end");
    assert_eq!(more, None, "nothing more is told");
}
