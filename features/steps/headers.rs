//! Steps about what stands around an answer.
use crate::{stage::Http, world::World};
use cucumber::then;
use serde_json::Value;

fn beside(http: &Http) -> String {
    http.header("x-request-id").expect("an identity").to_owned()
}

fn inside(http: &Http) -> String {
    let body = http.json();
    let id = [&body["request_id"], &body["error"]["request_id"]].into_iter().find_map(Value::as_str);
    id.unwrap_or_else(|| panic!("an identity in {body}")).to_owned()
}

#[then("the answer carries the identity of its request, in it and beside it")]
fn carries_identity(world: &mut World) {
    assert_eq!(inside(world.http()), beside(world.http()));
}

/// The last two answers.
fn two(world: &World) -> [&Http; 2] {
    let [.., before, last] = &world.endings[..] else { panic!("two requests") };
    [before, last].map(|ending| ending.http.as_ref().expect("HTTP"))
}

#[then("the answer carries another identity than the one before")]
#[then("beside it stands the identity of the new request")]
fn another_identity(world: &mut World) {
    let [before, last] = two(world);
    assert_ne!(beside(before), beside(last));
}

#[then("the answer is the first one, byte for byte")]
fn byte_for_byte(world: &mut World) {
    let [first, last] = two(world);
    assert_eq!(String::from_utf8_lossy(&first.body), String::from_utf8_lossy(&last.body));
    assert_eq!(first.status, last.status);
}

#[then("the answer says that it is a replay")]
fn says_replay(world: &mut World) {
    assert_eq!(world.http().header("idempotent-replayed"), Some("true"));
}

#[then("the answer does not say that it is a replay")]
fn says_no_replay(world: &mut World) {
    assert_eq!(world.http().header("idempotent-replayed"), None);
}

#[then("the answer may not be kept")]
fn not_kept(world: &mut World) {
    assert_eq!(world.http().header("cache-control"), Some("no-store"));
}

#[then("the answer links to the next page")]
fn links(world: &mut World) {
    let link = world.http().header("link").expect("a link");
    assert!(link.starts_with('<') && link.ends_with(">; rel=\"next\""), "{link}");
}

#[then("the answer links to no page")]
fn links_nowhere(world: &mut World) {
    assert_eq!(world.http().header("link"), None);
}

#[then(regex = r"^the answer says to come back in (\d+) seconds$")]
fn come_back(world: &mut World, seconds: u32) {
    assert_eq!(world.http().header("retry-after"), Some(seconds.to_string().as_str()));
}

#[then(regex = r"^the answer says that (\d+) of (\d+) (?:requests|searches) are left$")]
fn are_left(world: &mut World, left: String, limit: String) {
    let http = world.http();
    assert_eq!(http.header("x-ratelimit-remaining"), Some(left.as_str()));
    assert_eq!(http.header("x-ratelimit-limit"), Some(limit.as_str()));
}

#[then("the refusal carries the identity of its request")]
fn refusal_carries(world: &mut World) {
    assert_eq!(world.refusal().request_id, Some(beside(world.http())));
}
