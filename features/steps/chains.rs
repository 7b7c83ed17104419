//! Steps about chains of proxies.
use crate::{
    facades::rest::start,
    paths::send,
    people::Person,
    search::{note, over_http, visitor},
    world::World,
};
use axum::{body::Body, http::Request};
use cucumber::{given, then, when};

/// The proxy that the platform sees.
const PROXY: &str = "10.0.0.1";

#[given(regex = r#"^the platform trusts the proxies "([^"]*)", which say in "([^"]*)" who asks$"#)]
fn trusts(world: &mut World, proxies: String, header: String) {
    world.stage.choose(|options| {
        options.trusted_proxies = proxies.parse().expect("networks");
        options.client_address_header = header.parse().expect("one of the headers");
    });
}

#[when(regex = r#"^(\S+) asks from "([^"]*)", and claims to be at "([^"]*)"$"#)]
async fn claims(world: &mut World, who: String, address: String, claim: String) {
    let there = Person { address: address.parse().expect("an address"), ..world.person(&who).clone() };
    let request = start(&there, None).uri("/v1/account").header("x-forwarded-for", claim).body(Body::empty());
    send(world, &there, request.expect("a request")).await;
}

#[given(regex = r#"^a visitor at "([^"]+)" searched through the proxy (\d+) times$"#)]
#[when(regex = r#"^a visitor at "([^"]+)" searches through the proxy (\d+) times$"#)]
async fn searches(world: &mut World, address: String, times: u8) {
    for _ in 0..times {
        let request =
            Request::get("/api/domain-search?domain=baobab.com").header("x-forwarded-for", &address);
        let told = over_http(world, &visitor(PROXY), request.body(Body::empty()).expect("a request")).await;
        note(world, told);
    }
}

#[then("the search is not refused for the allowance")]
fn not_for_allowance(world: &mut World) {
    assert_ne!(world.http().status, 429);
}
