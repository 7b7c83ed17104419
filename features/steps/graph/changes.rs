//! Steps about several changes in one request, each under its own key.
use super::{ask, errors, turn, whole};
use crate::{records::new, world::World};
use cucumber::{then, when};
use hosting_core::dns::{CreateDnsRecord, ListDnsRecords, type_word::TypeWord};
use serde_json::json;

/// `name: createDnsRecord(…)`, without what is asked of it.
pub fn create(name: &str, record: &CreateDnsRecord, key: &str) -> String {
    let text = |text: &Option<String>| json!(text).to_string();
    let CreateDnsRecord { domain_id, name: at, r#type, content, .. } = record;
    let kind = r#type.as_ref().map_or("null", |TypeWord(word)| word.as_str());
    let [at, content] = [at, content].map(text);
    let input = format!("{{ domainId: \"{domain_id}\", name: {at}, type: {kind}, content: {content} }}");
    format!("{name}: createDnsRecord(input: {input}, idempotencyKey: \"{key}\")")
}

/// Two keys, or the same twice.
fn keys(world: &World, how: &str) -> [String; 2] {
    let first = world.new_key();
    let second = if how == "one key" { first.clone() } else { world.new_key() };
    [first, second]
}

#[when(
    regex = r#"^(\w+) turns auto-renew on for "([^"]+)" and for "([^"]+)" in one request under (one key|two keys)$"#
)]
async fn turn_both(world: &mut World, who: String, one: String, other: String, how: String) {
    let [first, second] = keys(world, &how);
    let one = turn("first", world.domain(&one).id, "enabled: true", &first);
    let other = turn("second", world.domain(&other).id, "enabled: true", &second);
    ask(world, &who, &format!("mutation {{ {one} {other} }}")).await;
}

#[when(
    regex = r#"^(\w+) adds the A record "([^"]+)" with "([^"]+)" to "([^"]+)" twice in one request under (one key|two keys)$"#
)]
async fn add_twice(
    world: &mut World,
    who: String,
    name: String,
    content: String,
    domain: String,
    how: String,
) {
    let record = CreateDnsRecord { domain_id: world.domain(&domain).id, ..new("A", &name, &content) };
    let [first, second] = keys(world, &how);
    let (first, second) = (create("first", &record, &first), create("second", &record, &second));
    ask(world, &who, &format!("mutation {{ {first} {{ id name }} {second} {{ id name }} }}")).await;
}

#[then(regex = r#"^the second change is refused as "([^"]*)"$"#)]
fn second_refused(world: &mut World, code: String) {
    let errors = errors(world);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!((&errors[0]["path"], &errors[0]["extensions"]["code"]), (&json!(["second"]), &json!(code)));
    let data = whole(world)["data"].clone();
    assert!(data["first"].is_object() && data["second"].is_null(), "{data}");
}

#[then("both changes have the same answer")]
fn same_answer(world: &mut World) {
    assert!(errors(world).is_empty(), "{:?}", errors(world));
    let data = whole(world)["data"].clone();
    assert!(data["first"]["id"].is_string(), "{data}");
    assert_eq!(data["first"], data["second"]);
}

#[then(regex = r#"^"([^"]+)" has (\d+) records?$"#)]
async fn has_records(world: &mut World, domain: String, count: usize) {
    let owned = world.domain(&domain);
    let asked = ListDnsRecords { domain_id: owned.id, ..Default::default() };
    assert_eq!(world.look(&owned.owner, asked).await.items.len(), count);
}
