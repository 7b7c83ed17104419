//! Steps about paths and methods.
use crate::{
    facades::rest::{read, start},
    people::Person,
    world::World,
};
use axum::{body::Body, http::Request};
use cucumber::{then, when};
use hosting_core::clock::Clock;
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

#[when(regex = r#"^(\w+) sends ([A-Z]+) to "([^"]+)"$"#)]
async fn sends(world: &mut World, who: String, method: String, path: String) {
    let person = world.person(&who).clone();
    ask(world, &person, &method, &path).await;
}

#[when(regex = r#"^somebody without a credential sends ([A-Z]+) to "([^"]+)"$"#)]
async fn nobody_sends(world: &mut World, method: String, path: String) {
    ask(world, &Person::nobody(), &method, &path).await;
}

#[when(expr = "somebody with the credential {string} sends {word} to {string}")]
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
    let unknown = world.stage.clock.id().to_string();
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

#[then(expr = "the answer names {word} as allowed")]
fn names_as_allowed(world: &mut World, method: String) {
    let allowed = world.http().header("allow").expect("the allowed methods");
    assert!(allowed.split(',').any(|one| one.trim() == method), "{allowed}");
}

#[then("the answer tells how to get a credential")]
fn tells_how(world: &mut World) {
    let challenge = challenge(world);
    // Who sent no credential made no error (RFC 6750 section 3.1).
    assert!(
        challenge.starts_with("Bearer resource_metadata=") && !challenge.contains("error"),
        "{challenge}"
    );
}

#[then("the answer tells that the credential is wrong")]
fn tells_wrong(world: &mut World) {
    let challenge = challenge(world);
    assert!(challenge.ends_with(", error=\"invalid_token\""), "{challenge}");
}

#[then(expr = "the answer asks for a credential with the scope {string}")]
fn asks_for_scope(world: &mut World, scope: String) {
    let challenge = challenge(world);
    let wanted = format!(", error=\"insufficient_scope\", scope=\"{scope}\"");
    assert!(challenge.ends_with(&wanted), "{challenge}");
}

fn challenge(world: &World) -> &str {
    world.http().header("www-authenticate").expect("a challenge")
}
