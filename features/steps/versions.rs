//! Steps about answers that are known, and about where to ask again.
use crate::{
    facades::rest::{read, start},
    world::{Ending, World},
};
use axum::body::Body;
use cucumber::{then, when};
use serde_json::Value;

/// The version of the newest answer that has one.
fn version(world: &World) -> String {
    let mut answers = world.endings.iter().rev().filter_map(|ending| ending.http.as_ref());
    answers.find_map(|http| http.header("etag")).expect("a version").to_owned()
}

#[when(regex = r#"^(\S+) looks up "([^"]*)" again, knowing the answer$"#)]
async fn look_up_again(world: &mut World, who: String, name: String) {
    let (person, version) = (world.person(&who).clone(), version(world));
    let request = start(&person, None).uri(path(world, &name)).header("if-none-match", version);
    let http = world.stage.send(person.address, request.body(Body::empty()).expect("a request")).await;
    let outcome = match http.status {
        304 => Ok(Value::Null),
        _ => read(http.clone()).map(|answer| answer.data),
    };
    world.endings.push(Ending { outcome, http: Some(http) });
}

fn path(world: &World, domain: &str) -> String {
    format!("/v1/domains/{}", world.domain(domain).id)
}

#[then("the answer is only that nothing changed")]
fn nothing_changed(world: &mut World) {
    let http = world.http();
    assert_eq!((http.status, http.body.len()), (304, 0));
    assert_eq!(http.header("content-type"), None);
    assert!(http.header("x-request-id").is_some());
    assert!(http.header("etag").is_some(), "a version");
    kept_by_client(world);
}

#[then("the answer is whole, and of another version")]
fn whole(world: &mut World) {
    let first = world.endings.first().expect("a look-up").http.clone().expect("HTTP");
    assert_eq!(world.http().status, 200);
    assert_ne!(world.http().header("etag"), first.header("etag"));
}

#[then("the answer is for one customer alone, and is to be asked for again each time")]
fn kept_by_client(world: &mut World) {
    assert_eq!(world.http().header("cache-control"), Some("private, no-cache"));
    assert!(world.http().header("etag").is_some_and(|tag| tag.starts_with("W/\"")));
}

#[then(regex = r#"^the answer leads to "([^"]*)"$"#)]
fn leads_to(world: &mut World, domain: String) {
    assert_eq!(world.http().status, 202);
    assert_eq!(world.http().header("location"), Some(path(world, &domain).as_str()));
}

#[then("the answer leads nowhere")]
fn leads_nowhere(world: &mut World) {
    assert_eq!(world.http().header("location"), None);
}
