//! Steps about the form that all answers have (`contract.md` §1).
use crate::world::World;
use cucumber::then;
use serde_json::Value;

/// Members whose own members are free: what a tool can be told, and what stands in a request's head.
const FREE: [&str; 3] = ["options", "options_schema", "headers"];

#[then("each answer is its data and the identity of its request, and nothing else")]
fn is_envelope(world: &mut World) {
    assert!(world.endings.len() > 10, "few answers");
    for ending in &world.endings {
        let body = ending.http.as_ref().expect("HTTP").json();
        let members: Vec<_> = body.as_object().expect("an object").keys().collect();
        assert_eq!(members, ["data", "request_id"]);
        assert_eq!(
            body["request_id"].as_str(),
            ending.http.as_ref().and_then(|http| http.header("x-request-id"))
        );
    }
}

/// The names of all members below `value`.
fn members<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| members(item, found)),
        Value::Object(fields) => {
            for (name, value) in fields {
                found.push(name);
                if !FREE.contains(&name.as_str()) {
                    members(value, found);
                }
            }
        }
        _ => {}
    }
}

#[then("every member of the data is written in small letters and underscores")]
fn in_snake_case(world: &mut World) {
    let bodies: Vec<_> =
        world.endings.iter().map(|ending| ending.http.as_ref().expect("HTTP").json()).collect();
    let mut found = Vec::new();
    for body in &bodies {
        members(&body["data"], &mut found);
    }
    assert!(found.len() > 100, "{found:?}");
    for name in found {
        let well = name
            .bytes()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_');
        assert!(well, "{name}");
    }
}
