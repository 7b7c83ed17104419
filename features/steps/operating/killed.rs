//! Steps about processes that are killed at any moment.
use super::{
    Request,
    client::ask,
    customer::{self, new_record},
    told, until,
};
use crate::{facades::rest::read, stage::Http, world::World};
use cucumber::{given, then, when};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio::sync::mpsc;

#[given("the platform was killed and started again")]
#[when("the platform is killed, and started again")]
async fn killed(world: &mut World) {
    world.operating.take().kill();
    world.operating.restart().await;
}

#[given(regex = r#"^the customer has (\d+) records to add to "([^"]*)"$"#)]
async fn has_records(world: &mut World, count: usize, domain: String) {
    let id = world.operating.id("/v1/domains", "domain_name", &domain).await;
    for number in 0..count {
        let request = new_record(world.operating.key(), &id, &format!("r{number}"));
        world.operating.sent.push((request, None));
    }
}

/// Sends all that there is to send, and tells of each answer as it comes.
fn send_all(world: &World) -> mpsc::UnboundedReceiver<(usize, Option<Http>)> {
    let (tell, answers) = mpsc::unbounded_channel();
    for (number, (request, _)) in world.operating.sent.iter().cloned().enumerate() {
        let (tell, address) = (tell.clone(), world.operating.address());
        tokio::spawn(async move {
            // Nobody listens any more where the scenario has ended.
            let _ = tell.send((number, ask(address, &request).await));
        });
    }
    answers
}

#[given("the customer sent all at once, and the platform was killed at the first answer")]
async fn killed_meanwhile(world: &mut World) {
    let mut answers = send_all(world);
    let mut answer = answers.recv().await;
    world.operating.take().kill();
    while let Some((number, http)) = answer {
        world.operating.sent[number].1 = http;
        answer = answers.recv().await;
    }
    world.operating.restart().await;
}

#[when("the customer sends all of them again")]
async fn sends_again(world: &mut World) {
    let mut answers = send_all(world);
    while let Some((number, answer)) = answers.recv().await {
        let answer = answer.expect("an answer");
        let before = world.operating.sent[number].1.replace(answer.clone());
        if let Some(before) = before {
            assert_eq!(String::from_utf8_lossy(&before.body), String::from_utf8_lossy(&answer.body));
        }
        world.end(&read(answer));
    }
}

#[then("each is accepted, and those that were answered before have the same answer")]
fn each_accepted(world: &mut World) {
    // That the answers are the same was seen as they came.
    assert_eq!(world.endings.len(), world.operating.sent.len());
    let refused = world.endings.iter().find(|ending| ending.outcome.is_err());
    assert!(refused.is_none(), "{refused:?}");
}

#[then(regex = r#"^the zone of "([^"]*)" has each record once$"#)]
async fn each_once(world: &mut World, domain: String) {
    let id = world.operating.id("/v1/domains", "domain_name", &domain).await;
    let all = world.operating.read(&format!("/v1/domains/{id}/dns")).await;
    let names: Vec<_> =
        all.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    for number in 0..world.operating.sent.len() {
        let name = format!("r{number}");
        assert_eq!(names.iter().filter(|one| **one == name).count(), 1, "{name}");
    }
}

#[given(regex = r"^the customer looks up the account from (\d+) places, over and over$")]
fn looks_up_from(world: &mut World, places: usize) {
    let request = Request::new("GET /v1/account").by(world.operating.key());
    world.operating.sent = vec![(request, None); places];
}

#[when(regex = r"^the platform is killed after (\d+) answers, and started again$")]
async fn killed_after(world: &mut World, count: usize) {
    let (tell, mut answers) = mpsc::unbounded_channel();
    for (request, _) in world.operating.sent.clone() {
        let (tell, address) = (tell.clone(), world.operating.address());
        // Until the platform is gone.
        tokio::spawn(async move {
            while let Some(answer) = ask(address, &request).await {
                let _ = tell.send(answer);
            }
        });
    }
    drop(tell);
    for _ in 0..count {
        world.operating.answered.extend(answers.recv().await);
    }
    world.operating.take().kill();
    while let Some(answer) = answers.recv().await {
        world.operating.answered.push(answer);
    }
    world.operating.restart().await;
}

#[then("the usage has an entry for each answer")]
async fn entry_for_each(world: &mut World) {
    let id = |http: &Http| http.header("x-request-id").expect("an identity").to_owned();
    let answered: BTreeSet<_> = world.operating.answered.iter().map(id).collect();
    assert!(!answered.is_empty(), "nothing was answered");
    let usage = world.operating.read("/v1/account/api-usage?limit=1000").await;
    let entries = usage["entries"].as_array().expect("entries");
    let entries = entries.iter().filter_map(|entry| entry["request_id"].as_str().map(str::to_owned));
    let lost: Vec<_> = answered.difference(&entries.collect()).cloned().collect();
    assert!(lost.is_empty(), "of {} answers {} left no entry", answered.len(), lost.len());
}

#[then(regex = r#"^the A record "([^"]*)" of "([^"]*)" is soon "([^"]*)"$"#)]
pub async fn soon_is(world: &mut World, name: String, domain: String, status: String) {
    let is = async || {
        let records = customer::records(world, &name, &domain).await;
        records.iter().any(|record| record["status"] == status).then_some(())
    };
    until("the record stays as it is", is).await;
}

#[given("the platform was killed")]
fn was_killed(world: &mut World) {
    world.operating.take().kill();
}

/// The path of the snapshots of a container.
async fn snapshots_of(world: &World, container: &str) -> String {
    let id = world.operating.id("/v1/lxc/instances", "display_name", container).await;
    format!("/v1/lxc/instances/{id}/snapshots")
}

#[given(regex = r#"^the customer has asked for the snapshot "([^"]*)" of the container "([^"]*)"$"#)]
async fn asked_for_snapshot(world: &mut World, name: String, container: String) {
    let path = snapshots_of(world, &container).await;
    let body = json!({ "action": "create", "name": name }).to_string();
    let request = Request::new(format!("POST {path}")).by(world.operating.key());
    told(world, request.change("snapshot-2031", body)).await;
    assert!(world.last().outcome.is_ok(), "{:?}", world.last().outcome);
}

#[then(regex = r#"^the container "([^"]*)" soon has one snapshot "([^"]*)", which is ready$"#)]
async fn has_snapshot(world: &mut World, container: String, name: String) {
    let path = snapshots_of(world, &container).await;
    let ready = async || {
        let all = world.operating.read(&path).await;
        let named: Vec<Value> =
            all.as_array().expect("a list").iter().filter(|one| one["name"] == name).cloned().collect();
        assert_eq!(named.len(), 1, "{all}");
        (named[0]["status"] == "ready").then_some(())
    };
    until("the snapshot is never ready", ready).await;
}

#[given(
    regex = r#"^the platform was killed while the customer asked for a link into "([^"]*)", and started again$"#
)]
async fn asked_for_link(world: &mut World, site: String) {
    let id = world.operating.id("/v1/hosting/services", "display_name", &site).await;
    let request = Request::new(format!("POST /v1/hosting/services/{id}/panel-access"));
    let request = request.by(world.operating.key());
    let mut number = 0;
    // The second request under a key is told that the first is under way, unless that was overtaken.
    let under_way = async || {
        number += 1;
        let request = request.clone().change(&format!("link-2031-{number}"), "{}");
        let (first, address) = (request.clone(), world.operating.address());
        tokio::spawn(async move { ask(address, &first).await });
        let second = world.operating.ask(&request).await;
        let code = second.json()["error"]["code"].take();
        (code == "request_in_progress").then_some(request)
    };
    let request = until("no request is on its way", under_way).await;
    killed(world).await;
    world.operating.sent.push((request, None));
}

#[then("asked for once more, it is the same link")]
async fn same_link(world: &mut World) {
    let given = world.http().body.clone();
    let (request, _) = world.operating.sent.last().expect("a request").clone();
    let again = world.operating.ask(&request).await;
    assert_eq!(String::from_utf8_lossy(&again.body), String::from_utf8_lossy(&given));
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
}
