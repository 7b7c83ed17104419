//! Steps about paths and methods.
use crate::{
    facades::rest::{read, start},
    people::Person,
    world::World,
};
use axum::{body::Body, http::Request};
use cucumber::{given, then, when};
use serde_json::Value;

/// Sends `request` as `who`; its answer is the last one.
pub async fn send(world: &mut World, who: &Person, request: Request<Body>) {
    let http = world.stage.send(who.address, request).await;
    let told = read(http);
    world.end(&told);
}

async fn ask(world: &mut World, who: &Person, method: &str, path: &str) {
    let request = start(who, None).method(method).uri(path).body(Body::empty());
    send(world, who, request.expect("a request")).await;
}

#[given(regex = r#"^(\w+) has sent ([A-Z]+) to "([^"]+)"$"#)]
#[when(regex = r#"^(\w+) sends ([A-Z]+) to "([^"]+)"$"#)]
async fn sends(world: &mut World, who: String, method: String, path: String) {
    let person = world.person(&who).clone();
    ask(world, &person, &method, &path).await;
}

#[when(regex = r#"^somebody without a credential sends ([A-Z]+) to "([^"]+)"$"#)]
async fn nobody_sends(world: &mut World, method: String, path: String) {
    ask(world, &Person::nobody(), &method, &path).await;
}

#[when(regex = r#"^somebody with the credential "([^"]*)" sends (\S+) to "([^"]*)"$"#)]
async fn somebody_sends(world: &mut World, token: String, method: String, path: String) {
    ask(world, &Person { token: Some(token), ..Person::nobody() }, &method, &path).await;
}

#[when(regex = r"^(\w+) looks up a (domain|service) by an identity that is (malformed|Kofi's)$")]
async fn look_up(world: &mut World, who: String, kind: String, which: String) {
    let kofis = match kind.as_str() {
        "domain" => world.domains.values().find(|one| one.owner == "Kofi"),
        _ => world.services.values().find(|one| one.owner == "Kofi"),
    };
    let kofis = kofis.expect("something of Kofi's").id.to_string();
    let id = if which == "malformed" { "not-an-identity" } else { &kofis };
    let unknown = world.stage.new_id().to_string();
    for id in [&unknown, id] {
        sends(world, who.clone(), "GET".to_owned(), format!("/v1/{kind}s/{id}")).await;
    }
}

/// The body of a refusal without the identity of its request.
fn words(body: &Value) -> (String, String) {
    let error = &body["error"];
    assert_eq!(error.as_object().expect("an error").len(), 3, "{error}");
    (error["code"].to_string(), error["message"].to_string())
}

#[then("the refusal says nothing else than for an unknown one")]
fn says_nothing_else(world: &mut World) {
    let [.., unknown, this] = &world.endings[..] else { panic!("two requests") };
    let body = |ending: &crate::world::Ending| ending.http.as_ref().expect("HTTP").json();
    assert_eq!(words(&body(this)), words(&body(unknown)));
}

#[then(regex = r#"^the answer allows "([^"]*)"$"#)]
fn allows(world: &mut World, methods: String) {
    assert_eq!(world.http().header("allow"), Some(methods.as_str()));
}

#[given(regex = r#"^the platform is reached at "([^"]*)"$"#)]
fn is_reached_at(world: &mut World, url: String) {
    assert_eq!(world.stage.platform.base_url(), url, "all scenarios are played there");
}

#[then(regex = "^the challenge is '(.*)'$")]
fn challenge_is(world: &mut World, challenge: String) {
    assert_eq!(world.http().header("www-authenticate"), Some(challenge.as_str()));
}

#[when(regex = r"^(\S+) follows the link to the next page$")]
async fn follows(world: &mut World, who: String) {
    let link = world.http().header("link").expect("a link");
    let target = link.strip_prefix('<').and_then(|rest| rest.strip_suffix(">; rel=\"next\""));
    let target = target.unwrap_or_else(|| panic!("a link to the next page: {link}")).to_owned();
    sends(world, who, "GET".to_owned(), target).await;
}
