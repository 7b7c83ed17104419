//! Steps in which a customer of the demo calls the real program.
use super::{Request, told};
use crate::{
    facades::{Refusal, rest::read},
    world::World,
};
use cucumber::{given, then, when};
use serde_json::{Value, json};

/// The account that `key` opens.
pub async fn account(world: &World, key: &str) -> Result<Value, Refusal> {
    let http = world.operating.ask(&Request::new("GET /v1/account").by(key)).await;
    read(http).map(|answer| answer.data)
}

#[given(regex = r#"^the customer has a key of "([^"]*)"$"#)]
async fn has_key(world: &mut World, account: String) {
    let line = format!("hosting key create --account {account} --all-scopes");
    let key = world.operating.done(&line).await.printed;
    world.operating.keys.insert(0, key.trim().to_owned());
}

#[when("the customer looks up the account")]
async fn looks_up(world: &mut World) {
    let request = Request::new("GET /v1/account").by(world.operating.key());
    told(world, request).await;
}

#[when(regex = r"^the customer looks up the account (\d+) times$")]
async fn looks_up_often(world: &mut World, times: u32) {
    for _ in 0..times {
        looks_up(world).await;
    }
}

#[when("somebody without a key looks up the account")]
async fn nobody_looks_up(world: &mut World) {
    told(world, Request::new("GET /v1/account")).await;
}

#[when(regex = r#"^the customer looks up the domain "([^"]*)"$"#)]
async fn looks_up_domain(world: &mut World, name: String) {
    let id = world.operating.id("/v1/domains", "domain_name", &name).await;
    let request = Request::new(format!("GET /v1/domains/{id}")).by(world.operating.key());
    told(world, request).await;
}

/// The change that adds an A record to a domain.
pub fn new_record(key: &str, domain: &str, name: &str) -> Request {
    let body = json!({ "name": name, "content": "192.0.2.80" }).to_string();
    Request::new(format!("POST /v1/domains/{domain}/dns")).by(key).change(&format!("new-{name}-2031"), body)
}

#[when(regex = r#"^the customer adds the A record "([^"]*)" to "([^"]*)"$"#)]
async fn adds(world: &mut World, name: String, domain: String) {
    let id = world.operating.id("/v1/domains", "domain_name", &domain).await;
    let request = new_record(world.operating.key(), &id, &name);
    told(world, request).await;
}

#[given(regex = r#"^the customer has added the A record "([^"]*)" to "([^"]*)"$"#)]
async fn added(world: &mut World, name: String, domain: String) {
    adds(world, name, domain).await;
    assert!(world.last().outcome.is_ok(), "{:?}", world.last().outcome);
}

#[when("the customer sends that change again")]
#[when("the customer asks for that link again")]
async fn again(world: &mut World) {
    let (request, _) = world.operating.sent.last().expect("a change").clone();
    told(world, request).await;
}

/// The A records of a domain that have a name.
pub async fn records(world: &World, name: &str, domain: &str) -> Vec<Value> {
    let id = world.operating.id("/v1/domains", "domain_name", domain).await;
    let all = world.operating.read(&format!("/v1/domains/{id}/dns")).await;
    let all = all.as_array().expect("a list").iter();
    all.filter(|one| one["name"] == name && one["type"] == "A").cloned().collect()
}

#[then(regex = r#"^the zone of "([^"]*)" has (one|no) A record "([^"]*)"$"#)]
async fn has_one(world: &mut World, domain: String, count: String, name: String) {
    assert_eq!(records(world, &name, &domain).await.len(), usize::from(count == "one"));
}

#[when("the customer sends a password to a virtual machine")]
async fn sends_password(world: &mut World) {
    let id = world.operating.id("/v1/kvm/instances", "display_name", "git-01").await;
    let request = Request::new(format!("POST /v1/kvm/instances/{id}/password")).by(world.operating.key());
    let body = json!({ "password": PASSWORD }).to_string();
    told(world, request.change("password-2031", body)).await;
    assert!(world.last().outcome.is_ok(), "{:?}", world.last().outcome);
}

/// A text that stands nowhere by chance.
const PASSWORD: &str = "Zebra-2031-kWq8!fP2-Quagga";

#[then("neither the key nor the password is in the log")]
fn not_in_the_log(world: &mut World) {
    let log = world.operating.process().said();
    assert!(log.contains("resetKvmPassword"), "the log tells what was asked");
    assert!(!log.contains(PASSWORD) && !log.contains(world.operating.key()));
}

#[then("the log tells of that request, its route and its status")]
fn log_tells(world: &mut World) {
    let id = world.http().header("x-request-id").expect("an identity");
    let log = world.operating.process().said();
    let mut events = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let event = events.find(|event| event["request_id"] == id).unwrap_or_else(|| panic!("no {id}: {log}"));
    assert_eq!((&event["route"], &event["status"]), (&"/v1/account".into(), &200.into()));
}

#[then("each line that it said is a JSON object")]
fn each_is_json(world: &mut World) {
    let said = &world.operating.last().said;
    let lines: Vec<_> = said.lines().collect();
    assert!(lines.iter().any(|line| line.contains("/v1/account")), "{said}");
    for line in lines {
        let object = serde_json::from_str::<Value>(line).is_ok_and(|line| line.is_object());
        assert!(object, "{line}");
    }
}
