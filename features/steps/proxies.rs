//! Steps about the operator's proxies.
use crate::{
    facades::rest::start,
    paths::send,
    people::Person,
    search::{note, over_http, visitor},
    world::World,
};
use axum::{
    body::Body,
    http::{HeaderName, HeaderValue, Request, request::Builder},
};
use cucumber::{given, when};

/// Where the proxy is.
const PROXY: &str = "10.0.0.1";
/// An entry that is no text.
const UNREADABLE: &[u8] = b"\xff";

#[given(regex = r#"^the platform stands behind a proxy that says in "([^"]*)" who asks$"#)]
fn behind_proxy(world: &mut World, header: String) {
    world.stage.choose(|options| {
        options.trusted_proxies = PROXY.parse().expect("an address");
        options.client_address_header = header.parse().expect("one of the headers");
    });
}

/// The header in which the proxy says who asks.
fn proxy_header(world: &World) -> &'static str {
    world.stage.options().client_address_header.name()
}

/// A header line as sentences write it: with other quotes.
fn line(text: &str) -> Vec<u8> {
    if text == "unreadable" { UNREADABLE.to_vec() } else { text.replace('\'', "\"").into_bytes() }
}

fn with(request: Builder, name: &str, line: &[u8]) -> Builder {
    let name = HeaderName::from_bytes(name.to_lowercase().as_bytes()).expect("a name");
    request.header(name, HeaderValue::from_bytes(line).expect("a line"))
}

/// Looks up the account of `who` by these header lines, as the proxy hands them on.
async fn look_up(world: &mut World, who: &str, lines: &[(&str, Vec<u8>)]) {
    let at_proxy = Person { address: PROXY.parse().expect("an address"), ..world.person(who).clone() };
    let request = start(&at_proxy, None).uri("/v1/account");
    let request = lines.iter().fold(request, |request, (name, line)| with(request, name, line));
    send(world, &at_proxy, request.body(Body::empty()).expect("a request")).await;
}

#[when(regex = r#"^(\S+) asks through the proxy, which adds "([^"]*)"$"#)]
async fn asks(world: &mut World, who: String, added: String) {
    let header = proxy_header(world);
    look_up(world, &who, &[(header, line(&added))]).await;
}

#[when(
    regex = r#"^(\w+) asks with "([^"]+)" in "([^"]+)", to which the proxy adds "([^"]+)" in (the same line|a line of its own)$"#
)]
async fn claims(world: &mut World, who: String, claim: String, claimed: String, added: String, how: String) {
    let header = proxy_header(world);
    if how == "the same line" {
        let merged = [line(&claim), line(&added)].join(&b", "[..]);
        look_up(world, &who, &[(header, merged)]).await;
    } else {
        look_up(world, &who, &[(&claimed, line(&claim)), (header, line(&added))]).await;
    }
}

#[when(
    regex = r#"^(\w+) asks with "([^"]+)" in "([^"]+)" and "([^"]+)" in "([^"]+)", to which the proxy adds "([^"]+)"$"#
)]
async fn claims_twice(
    world: &mut World,
    who: String,
    claim: String,
    claimed: String,
    other: String,
    elsewhere: String,
    added: String,
) {
    let merged = [line(&claim), line(&added)].join(&b", "[..]);
    look_up(world, &who, &[(&claimed, merged), (&elsewhere, line(&other))]).await;
}

#[when(regex = r"^a visitor searches through the proxy (\d+) times, and claims another address each time$")]
async fn searches(world: &mut World, times: u8) {
    let header = proxy_header(world);
    for number in 0..times {
        let forged = [UNREADABLE, format!("192.0.2.{number}").as_bytes(), b"203.0.113.9"].join(&b", "[..]);
        let request = with(Request::get("/api/domain-search?domain=baobab.com"), header, &forged);
        let request = with(request, "forwarded", format!("for=192.0.2.{number}").as_bytes());
        let told = over_http(world, &visitor(PROXY), request.body(Body::empty()).expect("a request")).await;
        note(world, told);
    }
}
