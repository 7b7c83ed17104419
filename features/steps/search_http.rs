//! Steps about the search that are about HTTP.
use crate::{
    search::{note, over_http, visitor},
    words::list,
    world::World,
};
use axum::{
    body::Body,
    http::{Request, request::Builder},
};
use cucumber::{given, then, when};
use serde_json::{Value, json};

const PATH: &str = "/api/domain-search";
const FAST: &str = "/api/domain/domain-search-fast";

async fn send(world: &mut World, request: Request<Body>) {
    let told = over_http(world, &visitor(""), request).await;
    note(world, told);
}

async fn get(world: &mut World, path: &str, pairs: &[(String, String)]) {
    let question = serde_urlencoded::to_string(pairs).expect("a question");
    let request = Request::get(format!("{path}?{question}")).body(Body::empty());
    send(world, request.expect("a request")).await;
}

async fn post(world: &mut World, path: &str, body: String) {
    let request: Builder = Request::post(path).header("content-type", "application/json");
    send(world, request.body(body.into()).expect("a request")).await;
}

#[given(
    regex = r#"^a visitor searched for "([^"]+)" by (the parameter|a body with) "(\w+)"( on the fast path)?(?: (\d+) times)?$"#
)]
#[when(
    regex = r#"^a visitor searches for "([^"]+)" by (the parameter|a body with) "(\w+)"( on the fast path)?(?: (\d+) times)?$"#
)]
async fn searches(world: &mut World, name: String, by: String, member: String, fast: String, times: String) {
    let path = if fast.is_empty() { PATH } else { FAST };
    for _ in 0..times.parse().unwrap_or(1) {
        if by == "the parameter" {
            get(world, path, &[(member.clone(), name.clone())]).await;
        } else {
            let value = if member == "domains" { json!([name]) } else { json!(name) };
            post(world, path, json!({ &member: value }).to_string()).await;
        }
    }
}

#[when(regex = r#"^a visitor searches with the parameters "([^"]*)"$"#)]
async fn searches_with(world: &mut World, parameters: String) {
    let pair = |text: &String| {
        let (name, value) = text.split_once('=').expect("a parameter");
        (name.to_owned(), value.to_owned())
    };
    let pairs: Vec<_> = list(&parameters, ", ").iter().map(pair).collect();
    get(world, PATH, &pairs).await;
}

#[when(regex = r"^a visitor searches with (\d+) parameters$")]
async fn searches_with_many(world: &mut World, count: usize) {
    let pairs: Vec<_> = (0..count).map(|number| ("domain".to_owned(), format!("a{number}.com"))).collect();
    get(world, PATH, &pairs).await;
}

#[when(regex = r"^a visitor searches with a body with (.+)$")]
async fn searches_with_body(world: &mut World, what: String) {
    let many = |count: usize| (0..count).map(|number| format!("a{number}.com")).collect::<Vec<_>>();
    let body: Value = match what.as_str() {
        "two shapes" => json!({ "domain": "baobab.com", "q": "baobab.com" }),
        "an unknown member" => json!({ "domain": "baobab.com", "colour": "red" }),
        "no name" => json!({}),
        "an empty list" => json!({ "domains": [] }),
        "21 names" => json!({ "domains": many(21) }),
        "the same name twice" => json!({ "domains": ["baobab.com", "baobab.com"] }),
        "a number for a name" => json!({ "domain": 7 }),
        "a list at the top" => json!(["baobab.com"]),
        other => panic!("no body with {other}"),
    };
    post(world, PATH, body.to_string()).await;
}

#[when(regex = "^a visitor uses the method DELETE on the search$")]
async fn wrong_method(world: &mut World) {
    send(world, Request::delete(PATH).body(Body::empty()).expect("a request")).await;
}

#[when("a visitor sends the search a body that is not JSON")]
async fn not_json(world: &mut World) {
    post(world, PATH, "q=baobab.com".to_owned()).await;
}

#[when(regex = r#"^a visitor searches for "([^"]*)" from a web page$"#)]
async fn from_page(world: &mut World, name: String) {
    let request = Request::get(format!("{PATH}?domain={name}")).header("origin", "https://shop.example");
    send(world, request.body(Body::empty()).expect("a request")).await;
}

#[then("the web page may read the answer")]
fn may_read(world: &mut World) {
    assert_eq!(world.http().header("access-control-allow-origin"), Some("*"));
}

#[then("the refusal is written in the flat form")]
fn flat(world: &mut World) {
    let http = world.refusal().http.as_ref().expect("HTTP");
    assert_eq!(http.header("content-type"), Some("application/json"));
    let body = http.json();
    let members: Vec<_> = body.as_object().expect("an object").keys().collect();
    assert_eq!(members, ["error", "message"]);
}
