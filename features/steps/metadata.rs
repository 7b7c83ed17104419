//! Steps about how a program finds out where to log in (RFC 9728).
use crate::{
    people::Person,
    world::{Ending, World},
};
use axum::{body::Body, http::Request};
use cucumber::{gherkin::Step, then, when};
use hosting_core::Scope;
use serde_json::{Value, json};

const PATH: &str = "/.well-known/oauth-protected-resource";

#[when("a program reads where to log in")]
async fn reads(world: &mut World) {
    let request = Request::get(PATH).body(Body::empty()).expect("a request");
    let http = world.stage.send(Person::nobody().address, request).await;
    assert_eq!((http.status, http.header("content-type")), (200, Some("application/json")));
    world.endings.push(Ending { outcome: Ok(http.json()), http: Some(http) });
}

fn told(world: &World) -> Value {
    world.last().outcome.clone().expect("metadata")
}

#[then("it is told these things:")]
fn is_told(world: &mut World, step: &Step) {
    for row in &step.table.as_ref().expect("a table").rows[1..] {
        let value: Value = serde_json::from_str(&row[1]).expect("JSON");
        assert_eq!(told(world)[&row[0]], value, "{}", row[0]);
    }
}

#[then("it is told every scope")]
fn is_told_scopes(world: &mut World) {
    assert_eq!(told(world)["scopes_supported"], json!(Scope::ALL.map(Scope::as_str)));
}

#[then(
    regex = r"^the answer leads to where the logins are named, (without a reproach|as one that is invalid)$"
)]
fn leads(world: &mut World, how: String) {
    let challenge = world.http().header("www-authenticate").expect("a challenge");
    let place = format!("Bearer resource_metadata=\"{}{PATH}\"", world.stage.platform.base_url());
    let error = if how == "without a reproach" { "" } else { ", error=\"invalid_token\"" };
    assert_eq!(challenge, place + error);
}
