//! Steps about keys that the operator makes and takes back.
use super::{Request, commands::holding, customer::account, until};
use crate::world::World;
use chrono::{DateTime, TimeDelta};
use cucumber::{gherkin::Step, given, then, when};
use serde_json::Value;

/// The key that the last command printed.
fn key(world: &World) -> String {
    let printed = world.operating.last().printed.trim().to_owned();
    assert!(!printed.is_empty(), "a key was printed: {}", world.operating.last().said);
    printed
}

#[then(regex = r#"^it prints a key that starts with "([^"]*)", and nothing else$"#)]
fn prints_key(world: &mut World, start: String) {
    let key = key(world);
    assert!(key.starts_with(&start) && !key.contains(char::is_whitespace), "{key}");
}

#[given("the key opens the account")]
#[then("the key opens the account")]
async fn opens(world: &mut World) {
    let key = key(world);
    account(world, &key).await.expect("an account");
}

#[then("the key stands in no file of the folder")]
fn stands_nowhere(world: &mut World) {
    let (key, folder) = (key(world), world.operating.folder().path());
    assert_eq!(holding(&folder, &key), Vec::<String>::new());
    assert!(!holding(&folder, "demo@example.com").is_empty(), "what is kept is found");
}

#[then("it prints nothing of the key")]
fn prints_nothing_of_it(world: &mut World) {
    let [.., made, listed] = &world.operating.ended[..] else { panic!("two commands") };
    // The start is the same for all keys.
    let key = &made.printed.trim()[4..12];
    assert!(!listed.printed.contains(key), "{}", listed.printed);
}

#[when("the operator takes the key back")]
async fn takes_back(world: &mut World) {
    let mut made = world.operating.ended.iter().rev();
    let id = made.find_map(|ended| Some(ended.said.trim().rsplit_once("its id is ")?.1));
    let revoke = format!("hosting key revoke {}", id.expect("an identity").trim_end_matches('.'));
    // The last command that printed a key stays the one that the next sentences are about.
    let key = world.operating.last().printed.clone();
    world.operating.run(&revoke).await;
    world.operating.ended.last_mut().expect("a command").printed = key;
}

#[given("the operator has taken the link back")]
async fn takes_link_back(world: &mut World) {
    let id = world.operating.last().printed.trim().to_owned();
    world.operating.done(&format!("hosting key revoke {id}")).await;
}

#[then(regex = r#"^the key is soon refused as "([^"]*)"$"#)]
async fn soon_refused(world: &mut World, code: String) {
    let key = key(world);
    let refused = until("the key still opens the account", async || account(world, &key).await.err());
    assert_eq!(refused.await.code, code);
}

#[when(regex = "^the key is used (once|twice) to look up the account$")]
async fn is_used(world: &mut World, times: String) {
    let request = Request::new("GET /v1/account").by(&key(world));
    if times == "twice" {
        super::told(world, request.clone()).await;
        assert!(world.last().outcome.is_ok(), "{:?}", world.last().outcome);
    }
    super::told(world, request).await;
}

#[then("it prints this key:")]
async fn prints_this(world: &mut World, #[step] step: &Step) {
    let printed: Value = serde_json::from_str(&key(world)).expect("JSON");
    let members = printed.as_object().expect("an object");
    let expected = &step.table.as_ref().expect("a table").rows;
    for row in expected {
        let value = &printed[&row[0]];
        match row[1].as_str() {
            "an identity" => assert!(value.as_str().is_some_and(|id| id.len() == 36), "{value}"),
            "a key" => shows_services(world, value).await,
            "of free@example.com" => assert_eq!(*value, free_account(world).await),
            "in 90 days" => assert_eq!(life(world, &printed["id"], value).await, TimeDelta::days(90)),
            list if list.starts_with('[') => assert_eq!(value.to_string(), list),
            text => assert_eq!(value, text),
        }
    }
    assert_eq!(members.len(), expected.len(), "{printed}");
}

/// Looks whether a key opens what its scope is for.
async fn shows_services(world: &World, token: &Value) {
    let request = Request::new("GET /v1/services").by(token.as_str().expect("a text"));
    let http = world.operating.ask(&request).await;
    assert_eq!(http.status, 200, "{}", http.json());
    assert_eq!(http.json()["data"].as_array().map(Vec::len), Some(4), "those of the account");
}

/// The identity of the last demo account.
async fn free_account(world: &World) -> Value {
    let key = world.operating.keys.last().expect("the demo data");
    account(world, key).await.expect("an account")["id"].clone()
}

/// How long a key lives from when it was made.
async fn life(world: &mut World, id: &Value, until: &Value) -> TimeDelta {
    let listed = world.operating.done("hosting key list --json").await.printed;
    let listed: Vec<Value> = serde_json::from_str(&listed).expect("JSON");
    let key = listed.iter().find(|key| key["id"] == *id).expect("the key");
    let time = |value: &Value| DateTime::parse_from_rfc3339(value.as_str().expect("a time")).expect("a time");
    time(until) - time(&key["created_at"])
}
