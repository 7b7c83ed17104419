//! Steps about access tokens that the company's login issues.
use crate::{
    login::{LOGIN, Login},
    people::all,
    signer::SigningKey,
    stage::Stage,
    world::World,
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    Scope,
    clock::Clock,
    credential::{CredentialKind, NewCredential},
};
use serde_json::{Value, json};

/// Links `who` to their account, by a link that allows everything but for `change`.
async fn link(world: &mut World, who: &str, change: impl FnOnce(&mut NewCredential)) {
    world.introduce(who).await;
    let account = world.person(who).account;
    let mut new = NewCredential { kind: CredentialKind::Oauth, ..all(account) };
    change(&mut new);
    world.person(who).credential = world.stage.link(&who.to_lowercase(), new).await;
}

#[given(regex = r"^(\S+)'s login opens (?:her|his) account$")]
#[when(regex = r"^(\S+)'s login opens (?:her|his) account again$")]
async fn opens(world: &mut World, who: String) {
    link(world, &who, |_| {}).await;
}

#[given(regex = r#"^(\S+)'s login opens (?:her|his) account for "([^"]*)" only$"#)]
async fn opens_for(world: &mut World, who: String, scope: String) {
    let scope: Scope = scope.parse().expect("a scope");
    link(world, &who, |new| new.scopes = vec![scope]).await;
}

#[given(regex = r"^(\w+)'s login opens (?:her|his) account (\d+) times? a minute$")]
async fn opens_so_often(world: &mut World, who: String, limit: u32) {
    link(world, &who, |new| new.requests_per_minute = limit).await;
}

#[given(regex = r"^(\w+)'s login opened (?:her|his) account for (\d+) days$")]
async fn opened_for(world: &mut World, who: String, days: i64) {
    link(world, &who, |new| new.expires_in = Some(TimeDelta::days(days))).await;
}

/// What a token says that `who` is given for `scope`: it is over in ten minutes.
fn claims(stage: &Stage, who: &str, scope: &str) -> Value {
    let now = stage.clock.now().millis() / 1000;
    json!({
        "iss": LOGIN,
        "sub": who.to_lowercase(),
        "aud": stage.platform.base_url(),
        "client_id": "bookkeeper",
        "iat": now,
        "exp": now + 600,
        "jti": stage.clock.id(),
        "scope": scope,
    })
}

#[given(regex = r#"^(\S+) has logged in for "([^"]*)", for (\d+) minutes$"#)]
fn logged_in_for(world: &mut World, who: String, scope: String, minutes: i64) {
    let mut claims = claims(&world.stage, &who, &scope);
    claims["exp"] = json!(claims["iat"].as_i64().expect("a time") + minutes * 60);
    let token = world.stage.login.token(&claims);
    world.person(&who).token = Some(token);
}

/// Has `who` call with a token of the login for everything, which opens their account.
pub async fn log_in(world: &mut World, who: &str) {
    link(world, who, |_| {}).await;
    let scopes = Scope::ALL.map(Scope::as_str).join(" ");
    world.person(who).token = Some(world.stage.login.token(&claims(&world.stage, who, &scopes)));
}

#[given(regex = r#"^(\S+) has logged in for "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) logs in for "([^"]*)"$"#)]
fn logged_in(world: &mut World, who: String, scope: String) {
    let token = world.stage.login.token(&claims(&world.stage, &who, &scope));
    world.person(&who).token = Some(token);
}

#[given(regex = r"^(\S+) calls with a token (.*)$")]
fn calls_with(world: &mut World, who: String, what: String) {
    let (login, stage) = (&world.stage.login, &world.stage);
    let usual = claims(stage, &who, "account:read");
    let but = |name: &str, value: Value| {
        let mut claims = usual.clone();
        claims[name] = value;
        login.token(&claims)
    };
    let now = stage.clock.now().millis() / 1000;
    let token = match what.as_str() {
        "like every other" => login.token(&usual),
        "for another company" => but("aud", json!("https://api.other.example")),
        "of another login" => but("iss", json!("https://login.other.example")),
        "about somebody else" => but("sub", json!("nobody")),
        "that begins in an hour" => but("nbf", json!(now + 3600)),
        "that begins in 60 seconds" => but("nbf", json!(now + 60)),
        "that begins in 61 seconds" => but("nbf", json!(now + 61)),
        "issued in 60 seconds" => but("iat", json!(now + 60)),
        "issued in 61 seconds" => but("iat", json!(now + 61)),
        "that was changed" => {
            let token = login.token(&usual);
            let (said, signature) = token.rsplit_once('.').expect("a signature");
            format!("{said}x.{signature}")
        }
        "that only says who she is" => login.sign(|header| header["typ"] = json!("JWT"), &usual),
        "that nobody signed" => format!("{}.", login.unsigned(&usual)),
        "of 8192 bytes" => long(login, usual, 8192),
        "of 8193 bytes" => long(login, usual, 8193),
        "of a key that nobody knows" => SigningKey::new("unheard of", "ES256").token(&usual),
        "that somebody else signed" => SigningKey::new("first", "ES256").token(&usual),
        _ => panic!("there is no such token: {what}"),
    };
    world.person(&who).token = Some(token);
}

/// A token of so many bytes, of which many say nothing. Three bytes are written as four letters: to come to any number,
/// the header says a little more too.
fn long(login: &Login, claims: Value, bytes: usize) -> String {
    let with = |header_more: usize, more: usize| {
        let mut claims = claims.clone();
        claims["more"] = json!("x".repeat(more));
        login.sign(|header| header["more"] = json!("x".repeat(header_more)), &claims)
    };
    let more = (bytes - with(0, 0).len()) * 3 / 4 - 3;
    let tries = (0..3).flat_map(|header_more| (more..more + 6).map(move |more| (header_more, more)));
    let mut tokens = tries.map(|(header_more, more)| with(header_more, more));
    tokens.find(|token| token.len() == bytes).expect("a token of that many bytes")
}

#[given("the login changes its keys")]
#[when("the login changes its keys")]
fn changes_keys(world: &mut World) {
    world.stage.login.change_keys();
}

#[given(regex = "^the login publishes its key for (encryption|signing alone|another algorithm)$")]
fn publishes(world: &mut World, what: String) {
    world.stage.login.say(match what.as_str() {
        "encryption" => json!({ "use": "enc" }),
        "signing alone" => json!({ "key_ops": ["sign"] }),
        _ => json!({ "alg": "ES384" }),
    });
}

#[given(regex = "^the login publishes (no key|nothing but a key (?:for encryption|of an unknown kind))$")]
#[when(regex = "^the login publishes (no key|nothing but a key (?:for encryption|of an unknown kind))$")]
fn publishes_alone(world: &mut World, what: String) {
    let mut key = SigningKey::new("first", "ES256").jwk();
    world.stage.login.publish(match what.as_str() {
        "no key" => Vec::new(),
        "nothing but a key for encryption" => {
            key["use"] = json!("enc");
            vec![key]
        }
        _ => vec![json!({ "kty": "of tomorrow", "kid": "first" })],
    });
}

#[then(regex = r"^the login was asked for its keys (?:once|(\d+) times)$")]
fn was_asked(world: &mut World, times: String) {
    assert_eq!(world.stage.login.asked(), times.parse().unwrap_or(1));
}

#[given("the login is out of order")]
#[when("the login is out of order")]
fn out_of_order(world: &mut World) {
    world.stage.login.go_away();
}

#[then("the answer names the login as one whose tokens are taken")]
fn names_login(world: &mut World) {
    let metadata = world.http().json();
    assert_eq!(metadata["authorization_servers"], json!([LOGIN]));
    assert_eq!(metadata["resource"], json!(world.stage.platform.base_url()));
}
