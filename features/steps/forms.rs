//! Steps about the form of a refusal: its status, and what it holds.
use crate::{bodies::hand_over_saying, words::list, world::World};
use cucumber::{then, when};
use serde_json::Value;

#[then(regex = r#"^the request is refused as "([^"]*)" with the status (\d+)$"#)]
fn refused_with(world: &mut World, code: String, status: u16) {
    assert_eq!((world.refusal().code.as_str(), world.http().status), (code.as_str(), status));
}

#[when(regex = r#"^(\w+) hands "([^"]+)" over in a body that says "([^"]+)"$"#)]
async fn hands_over(world: &mut World, who: String, name: String, member: String) {
    hand_over_saying(world, &who, &name, &member).await;
}

/// Says that these are the members of `value`, in whichever order.
fn assert_holds(value: &Value, members: &str) {
    let object = value.as_object().unwrap_or_else(|| panic!("an object: {value}"));
    let mut held: Vec<_> = object.keys().cloned().collect();
    let mut wanted = list(members, ", ");
    held.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(held, wanted);
}

#[then(regex = r#"^the answer holds "([^"]*)" and nothing else$"#)]
fn holds(world: &mut World, members: String) {
    assert_holds(&world.http().json(), &members);
}

#[then(regex = r#"^its error holds "([^"]*)" and nothing else$"#)]
fn error_holds(world: &mut World, members: String) {
    assert_holds(&world.http().json()["error"], &members);
}

#[then(regex = r#"^each detail holds "([^"]*)" and nothing else$"#)]
fn details_hold(world: &mut World, members: String) {
    let body = world.http().json();
    let details = body["error"]["details"].as_array().expect("details");
    assert!(!details.is_empty(), "{body}");
    for detail in details {
        assert_holds(detail, &members);
    }
}
