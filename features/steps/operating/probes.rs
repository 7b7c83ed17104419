//! Steps about health and readiness.
use super::{Request, client::ask, until};
use crate::{people::Person, words::list, world::World};
use axum::body::Body;
use cucumber::{given, then, when};
use serde_json::Value;
use std::{sync::atomic::Ordering, time::Duration};
use tokio::time::timeout;

#[given("another program holds the database")]
async fn holds_database(world: &mut World) {
    world.operating.hold_database().await;
}

#[when("the other program lets the database go")]
fn lets_go(world: &mut World) {
    world.operating.held = None;
}

#[given("the registrar hangs")]
fn hangs(world: &mut World) {
    world.stage.backends.registrar.hangs.store(true, Ordering::Relaxed);
}

#[when(regex = r#"^the operator asks for "([^"]*)"$"#)]
#[when(regex = r#"^somebody asks for "([^"]*)"$"#)]
async fn asks(world: &mut World, path: String) {
    let answer = world.operating.ask(&Request::new(format!("GET {path}"))).await;
    world.operating.answer = Some(answer.clone());
    world.endings.push(crate::world::Ending { outcome: Ok(Value::Null), http: Some(answer) });
}

#[when(regex = r#"^the operator asks the platform of the scenario for "([^"]*)"$"#)]
async fn asks_stage(world: &mut World, path: String) {
    let request = axum::http::Request::get(path).body(Body::empty()).expect("a request");
    let asked = world.stage.send(Person::nobody().address, request);
    world.operating.answer = Some(timeout(Duration::from_secs(20), asked).await.expect("an answer"));
}

/// What the operator was told.
fn told(world: &World) -> Value {
    world.operating.answer.as_ref().expect("an answer").json()
}

#[then(regex = r"^the answer is (\d+)$")]
fn is(world: &mut World, status: u16) {
    let answer = world.operating.answer.as_ref().expect("an answer");
    assert_eq!(answer.status, status, "{}", answer.json());
}

#[then(regex = r#"^the answer is (\d+), with the status "([^"]*)" and the version "([^"]*)"$"#)]
fn is_with(world: &mut World, code: u16, status: String, version: String) {
    is(world, code);
    assert_eq!((&told(world)["status"], &told(world)["version"]), (&status.into(), &version.into()));
}

#[then(regex = r#"^it names "([^"]*)", all "([^"]*)"$"#)]
fn names_all(world: &mut World, names: String, state: String) {
    let told = told(world);
    let checks = told["checks"].as_object().expect("checks");
    assert_eq!(checks.keys().cloned().collect::<Vec<_>>(), list(&names, ", "));
    assert!(checks.values().all(|check| check["status"] == *state), "{told}");
}

#[then(regex = r#"^it names "([^"]*)" as "([^"]*)"$"#)]
fn names_one(world: &mut World, name: String, state: String) {
    assert_eq!(told(world)["checks"][&name]["status"], state);
}

#[then(regex = r#"^it says of "([^"]*)" that each is a "([^"]*)"$"#)]
fn driven_by(world: &mut World, names: String, driver: String) {
    let told = told(world);
    for name in list(&names, ", ") {
        assert_eq!(told["checks"][&name]["driver"], driver, "{name}");
    }
}

/// What a probe says; nothing where nobody answers.
async fn said(world: &World, path: &str) -> Option<String> {
    let answer = ask(world.operating.address(), &Request::new(format!("GET {path}"))).await?;
    answer.json()["status"].as_str().map(str::to_owned)
}

#[given(regex = r#"^"(/\w+)" says "(\w+)"$"#)]
#[then(regex = r#"^"(/\w+)" says "(\w+)"$"#)]
async fn says(world: &mut World, path: String, status: String) {
    assert_eq!(said(world, &path).await, Some(status));
}

#[given(regex = r#"^"(/\w+)" soon says "(\w+)"$"#)]
#[then(regex = r#"^"(/\w+)" soon says "(\w+)"$"#)]
async fn soon_says(world: &mut World, path: String, status: String) {
    let otherwise = format!("{path} does not say {status}");
    until(&otherwise, async || (said(world, &path).await? == status).then_some(())).await;
}

#[given("the platform still serves")]
#[then("the platform still serves")]
async fn still_serves(world: &mut World) {
    world.operating.read("/v1/account").await;
}
