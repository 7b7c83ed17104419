//! Steps about pages of other origins, and the browsers that show them (Fetch section 3.2).
use crate::{
    facades::{
        Answer, Facade, Refusal, Told,
        graphql::read as read_graph,
        rest::{read, start},
    },
    people::Person,
    stage::Http,
    words::list,
    world::{Ending, World},
};
use axum::{
    body::Body,
    http::{HeaderValue, Request, request::Builder},
};
use cucumber::{given, then, when};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

/// What a page may read beside an answer (`contract.md` §1).
const BESIDE: [&str; 8] = [
    "etag",
    "idempotent-replayed",
    "link",
    "location",
    "retry-after",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-request-id",
];

#[given(regex = r#"^pages of "([^"]*)" may call the platform$"#)]
fn let_in(world: &mut World, origin: String) {
    let origin = HeaderValue::from_str(&origin).expect("an origin");
    world.stage.choose(|options| options.allowed_origins = vec![origin]);
}

#[given("the operator lets no page in")]
fn let_none_in(world: &mut World) {
    world.stage.choose(|options| options.allowed_origins.clear());
}

#[given("no request is served")]
fn none_served(world: &mut World) {
    world.stage.choose(|options| options.concurrency = 0);
}

#[given("the panel takes longer than a request may")]
async fn panel_is_slow(world: &mut World) {
    world.held = Some(world.stage.backends.panel.hold().await);
    world.stage.choose(|options| options.timeout = Duration::from_millis(100));
}

/// Sends what a browser sends for a page of `origin`; its answer is the last one.
async fn send(world: &mut World, who: &Person, request: Builder, body: Body, origin: &str) {
    let request = request.header("origin", origin).body(body).expect("a request");
    let http = world.stage.send(who.address, request).await;
    let told = told(world.facade, http);
    world.end(&told);
}

/// What is said over the facade under test; of a refusal before the graph was asked, as REST says it.
fn told(facade: Facade, http: Http) -> Told<Value> {
    if facade == Facade::GraphQl && http.json()["error"].is_null() {
        let data = read_graph(http.clone())?;
        return Ok(Answer { data, next: None, http: Some(http) });
    }
    read(http)
}

#[when(regex = r#"^(\S+)'s browser looks up (?:her|his) account for a page of "([^"]*)"$"#)]
async fn looks_up(world: &mut World, who: String, origin: String) {
    let person = world.person(&who).clone();
    let (request, body) = match world.facade {
        Facade::GraphQl => question(&person, "{ account { email } }"),
        _ => (start(&person, None).uri("/v1/account"), Body::empty()),
    };
    send(world, &person, request, body, &origin).await;
}

#[when(regex = r#"^(\S+)'s browser asks for a link to "([^"]*)" for a page of "([^"]*)"$"#)]
async fn asks_for_link(world: &mut World, who: String, site: String, origin: String) {
    let (person, id, key) = (world.person(&who).clone(), world.services[&site].id, world.new_key());
    let (request, body) = match world.facade {
        Facade::GraphQl => {
            let input = format!("input: {{ serviceId: \"{id}\" }}, idempotencyKey: \"{key}\"");
            question(&person, &format!("mutation {{ createPanelAccess({input}) {{ url }} }}"))
        }
        _ => {
            let path = format!("/v1/hosting/services/{id}/panel-access");
            (start(&person, Some(&key)).method("POST").uri(path), Body::empty())
        }
    };
    send(world, &person, request, body, &origin).await;
}

fn question(who: &Person, document: &str) -> (Builder, Body) {
    let request = start(who, None).method("POST").uri("/graphql").header("content-type", "application/json");
    (request, Body::from(json!({ "query": document }).to_string()))
}

/// Keeps what came back, which need not be an envelope.
async fn exchange(world: &mut World, request: Request<Body>) {
    let http = world.stage.send(Person::nobody().address, request).await;
    let refused = (http.status >= 400).then(|| http.json()["error"].take());
    let refusal = refused.map(|error| Refusal {
        code: error["code"].as_str().or(error.as_str()).expect("a code").to_owned(),
        message: error["message"].as_str().unwrap_or_default().to_owned(),
        ..Refusal::default()
    });
    let outcome = refusal.map_or(Ok(Value::Null), Err);
    world.endings.push(Ending { outcome, http: Some(http) });
}

#[when(regex = r#"^a browser asks whether a page of "([^"]*)" may make a change$"#)]
async fn asks_beforehand(world: &mut World, origin: String) {
    let (path, method) = match world.facade {
        Facade::GraphQl => ("/graphql".to_owned(), "POST"),
        _ => (format!("/v1/domains/{}/auto-renew", world.new_key()), "PUT"),
    };
    let request = Request::options(path)
        .header("origin", origin)
        .header("access-control-request-method", method)
        .header("access-control-request-headers", "authorization,content-type,idempotency-key")
        .body(Body::empty());
    exchange(world, request.expect("a request")).await;
}

#[when(regex = r#"^a page of "([^"]*)" reads "([^"]*)"$"#)]
async fn reads(world: &mut World, origin: String, path: String) {
    let request = Request::get(path).header("origin", origin).body(Body::empty());
    exchange(world, request.expect("a request")).await;
}

#[then(regex = r#"^pages of "([^"]*)" may read the answer$"#)]
fn may_read(world: &mut World, origin: String) {
    let http = world.http();
    assert_eq!(http.header("access-control-allow-origin"), Some(origin.as_str()));
    // Else something on the way might hand it to a page of another origin.
    assert!(words(http, "vary").contains("origin"), "{:?}", http.headers);
}

#[then("any page may read the answer")]
fn any_may_read(world: &mut World) {
    assert_eq!(world.http().header("access-control-allow-origin"), Some("*"));
}

#[then("no page may read the answer")]
fn none_may_read(world: &mut World) {
    assert_eq!(world.http().header("access-control-allow-origin"), None);
}

/// The words of a header that is a list, in small letters.
fn words(http: &Http, name: &str) -> BTreeSet<String> {
    let lines = http.headers.get_all(name).into_iter().map(|line| line.to_str().expect("plain text"));
    lines.flat_map(|line| line.split(',')).map(|word| word.trim().to_lowercase()).collect()
}

#[then("a page may read what stands beside it")]
fn may_read_beside(world: &mut World) {
    let told = words(world.http(), "access-control-expose-headers");
    assert_eq!(told, BESIDE.map(str::to_owned).into());
}

#[then(regex = r#"^a page may read beside it "([^"]*)"$"#)]
fn may_read_these(world: &mut World, names: String) {
    let told = words(world.http(), "access-control-expose-headers");
    for name in list(&names, ", ") {
        assert!(told.contains(&name), "{name} is not among {told:?}");
    }
}

#[then(regex = r#"^the page may send the headers "([^"]*)"$"#)]
fn may_send(world: &mut World, names: String) {
    let told = words(world.http(), "access-control-allow-headers");
    assert_eq!(told, list(&names, ", ").into_iter().collect());
}

#[then(regex = r#"^the page may use the methods "([^"]*)"$"#)]
fn may_use(world: &mut World, names: String) {
    let told = words(world.http(), "access-control-allow-methods");
    assert_eq!(told, list(&names.to_lowercase(), ", ").into_iter().collect());
}

#[then(regex = r"^the browser may remember it for (\d+) seconds$")]
fn may_remember(world: &mut World, seconds: u32) {
    assert_eq!(world.http().header("access-control-max-age"), Some(seconds.to_string().as_str()));
}
