//! Steps about what the customer is told.
use crate::{words::RecordType, world::World};
use cucumber::then;

#[then("the request is accepted")]
fn accepted(world: &mut World) {
    if let Err(refusal) = &world.last().outcome {
        panic!("refused as {}: {}", refusal.code, refusal.message);
    }
}

#[then(regex = r#"^the request is refused as "([^"]*)"$"#)]
fn refused_as(world: &mut World, code: String) {
    assert_eq!(world.refusal().code, code, "{}", world.refusal().message);
}

#[then(regex = r#"^the refusal points to "([^"]*)"$"#)]
fn points_to(world: &mut World, member: String) {
    assert_eq!(*world.refusal().pointers, [format!("/{member}")]);
}

#[then(expr = "the refusal names the {type} record {string} of {string}")]
fn names_record(world: &mut World, kind: RecordType, name: String, domain: String) {
    let id = world.records[&[domain, kind.0, name]].to_string();
    assert_eq!(*world.refusal().ids, [id]);
}

#[then(regex = r#"^the refusal says "([^"]*)"$"#)]
fn says(world: &mut World, words: String) {
    let message = &world.refusal().message;
    assert!(message.contains(&words), "it says: {message}");
}

#[then("the refusal says when to come back")]
fn says_when(world: &mut World) {
    assert!(world.refusal().retry_after.is_some_and(|seconds| seconds > 0));
}

#[then("the answer is the first one again")]
fn first_again(world: &mut World) {
    let first = world.endings.first().expect("a first request");
    assert_eq!(world.last().outcome.as_ref().ok(), first.outcome.as_ref().ok());
    assert!(world.last().outcome.is_ok(), "{:?}", world.last().outcome);
}
