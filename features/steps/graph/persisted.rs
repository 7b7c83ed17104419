//! Steps about questions that are known by their hash, and about what an operator lets be asked.
use super::{ask, post, whole};
use crate::world::World;
use cucumber::{given, then, when};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The question that scenarios ask by its hash.
const QUESTION: &str = "{ account { fullName } }";

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What names a question by its hash.
fn named(version: u32, hash: Option<&str>) -> Value {
    let mut named = json!({ "version": version });
    if let Some(hash) = hash {
        named["sha256Hash"] = hash.into();
    }
    json!({ "persistedQuery": named })
}

#[when(regex = r"^(\S+) asks by the hash of (?:her|his|their) question$")]
async fn by_hash(world: &mut World, who: String) {
    post(world, &who, &json!({ "extensions": named(1, Some(&hash(QUESTION))) })).await;
}

#[given(regex = r"^(\S+) has asked by (?:her|his|their) question and its hash$")]
#[when(regex = r"^(\S+) asks by (?:her|his|their) question and its hash$")]
async fn by_both(world: &mut World, who: String) {
    post(world, &who, &json!({ "query": QUESTION, "extensions": named(1, Some(&hash(QUESTION))) })).await;
}

#[given(regex = r"^(\S+) has asked by (?:her|his|their) question and a hash that is (.*)$")]
#[when(regex = r"^(\S+) asks by (?:her|his|their) question and a hash that is (.*)$")]
async fn by_wrong(world: &mut World, who: String, wrong: String) {
    let right = hash(QUESTION);
    let named = match wrong.as_str() {
        "that of another" => named(1, Some(&hash("{ account { id } }"))),
        "too short" => named(1, Some(&right[..40])),
        "missing" => named(1, None),
        "of a version nobody knows" => named(2, Some(&right)),
        other => panic!("no hash that is {other}"),
    };
    post(world, &who, &json!({ "query": QUESTION, "extensions": named })).await;
}

#[when(regex = r"^(\S+) asks (?:her|his|their) question$")]
async fn asks(world: &mut World, who: String) {
    ask(world, &who, QUESTION).await;
}

#[when(regex = r"^(\S+) asks (?:her|his|their) question with a space more$")]
async fn asks_wider(world: &mut World, who: String) {
    ask(world, &who, &format!("{QUESTION} ")).await;
}

#[when(regex = r"^(\S+) asks (?:her|his|their) question and what kind of thing answers it$")]
async fn asks_kind(world: &mut World, who: String) {
    ask(world, &who, "{ account { fullName __typename } __typename }").await;
}

#[when(regex = r"^(\w+) asks for the schema (openly|in a fragment|under another name|type by type)$")]
async fn asks_schema(world: &mut World, who: String, how: String) {
    let document = match how.as_str() {
        "openly" => "{ __schema { types { name } } }",
        "in a fragment" => "{ ...f } fragment f on Query { ... { __schema { types { name } } } }",
        "under another name" => "{ account { fullName } it: __schema { types { name } } }",
        _ => "{ __type(name: \"Account\") { fields { name } } }",
    };
    ask(world, &who, document).await;
}

#[given(
    regex = r"^the operator answers only the question for one's name, listed (by its hash|with its wording)$"
)]
fn answers_only(world: &mut World, how: String) {
    let listed = match how.as_str() {
        "by its hash" => json!([hash(QUESTION)]),
        _ => json!({ hash(QUESTION): QUESTION }),
    };
    allow(world, &listed);
}

#[given("the operator answers no question")]
fn answers_none(world: &mut World) {
    allow(world, &json!([]));
}

fn allow(world: &mut World, listed: &Value) {
    let listed = listed.to_string().parse().expect("a list of questions");
    world.stage.choose(|options| options.graph.safelist = Some(listed));
}

#[given("the operator withholds the schema")]
fn withholds(world: &mut World) {
    world.stage.choose(|options| options.graph.introspection = false);
}

#[then(regex = r"^(she|he) is told (?:her|his) name$")]
fn told_name(world: &mut World, whose: String) {
    let name = if whose == "she" { "Ama Mensah" } else { "Kofi Mensah" };
    let told = whole(world);
    assert_eq!(told["errors"], Value::Null, "{told}");
    assert_eq!(told["data"]["account"]["fullName"], name);
}
