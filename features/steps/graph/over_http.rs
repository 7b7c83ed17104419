//! Steps about what a client announces to the graph, takes from it, and is told by the status.
use super::send_raw;
use crate::{facades::rest::start, world::World};
use cucumber::{then, when};
use hosting_core::clock::Clock;
use serde_json::json;

async fn post(world: &mut World, who: &str, document: &str, announced: &str, taken: &str) {
    let person = world.person(who).clone();
    let request = start(&person, None).method("POST").uri("/graphql");
    let request = request.header("content-type", announced).header("accept", taken);
    let body = json!({ "query": document }).to_string();
    send_raw(world, &person, request.body(body.into()).expect("a request")).await;
}

#[when(
    regex = r#"^(\w+) asks for (her domains|a domain that is not|a field that is not), taking "([^"]+)"$"#
)]
async fn asks_taking(world: &mut World, who: String, what: String, taken: String) {
    let document = match what.as_str() {
        "her domains" => "{ domains { domainName } }".to_owned(),
        "a domain that is not" => format!("{{ domain(domainId: \"{}\") {{ id }} }}", world.stage.clock.id()),
        _ => "{ planets { name } }".to_owned(),
    };
    post(world, &who, &document, "application/json", &taken).await;
}

#[when(regex = r#"^(\S+) asks for her domains, announced as "([^"]*)"$"#)]
async fn asks_announced(world: &mut World, who: String, announced: String) {
    post(world, &who, "{ domains { domainName } }", &announced, "application/json").await;
}

#[then(regex = r#"^the answer has the status (\d+) and the type "([^"]*)"$"#)]
fn has_status(world: &mut World, status: u16, kind: String) {
    let http = world.http();
    assert_eq!((http.status, http.header("content-type")), (status, Some(kind.as_str())));
}
