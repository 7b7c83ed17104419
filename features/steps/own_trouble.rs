//! Steps about trouble of the platform's own, and about requests that are under way.
use crate::{
    facades::{graphql, rest::start},
    instances::machine,
    live, log,
    people::Person,
    world::World,
};
use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request},
};
use cucumber::{given, then, when};
use hosting_core::{
    AREAS, Operation,
    hosting::{CreatePanelAccess, PanelTarget},
    lxc::ResetLxcPassword,
    queue,
};
use serde_json::json;
use std::{net::SocketAddr, time::Duration};
use tokio::time::sleep;
use tower::ServiceExt;

/// Has `who` send `operation` and hang up as soon as the backend, which does not answer, has it: the platform
/// goes on with what was begun.
async fn hand_in<O: Operation>(
    world: &World,
    who: &Person,
    key: &str,
    operation: O,
    asked: impl Fn(&World) -> u32,
) {
    let before = asked(world);
    let arrived = async {
        while asked(world) == before {
            sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::select! {
        told = world.ask(who, Some(key), &operation) => panic!("it was answered: {:?}", told.err()),
        () = arrived => {}
    }
}

#[given(
    regex = r#"^(\w+)'s request for a link to "([^"]+)" (is|was lost) at the panel, with the key "([^"]+)"$"#
)]
async fn link_under_way(world: &mut World, who: String, site: String, how: String, key: String) {
    let person = world.person(&who).clone();
    world.held = Some(world.stage.backends.panel.hold().await);
    let operation = CreatePanelAccess::to(world.services[&site].id, PanelTarget::Panel);
    hand_in(world, &person, &key, operation, |world| world.stage.backends.panel.asked()).await;
    if how == "was lost" {
        world.stage.backends.panel.forget();
    }
}

#[given(
    regex = r#"^(\S+)'s request for the password "([^"]*)" is at the machine "([^"]*)", with the key "([^"]*)"$"#
)]
async fn password_under_way(world: &mut World, who: String, password: String, name: String, key: String) {
    let person = world.person(&who).clone();
    world.held = Some(world.stage.backends.lxc.hold().await);
    let service_id = machine(world, &name).id;
    let operation = ResetLxcPassword { service_id, password: password.as_str().into() };
    hand_in(world, &person, &key, operation, |world| world.stage.backends.lxc.asked()).await;
}

#[given(regex = r#"^(\S+)'s request for a link to "([^"]*)" is being served$"#)]
async fn being_served(world: &mut World, who: String, site: String) {
    let person = world.person(&who).clone();
    world.held = Some(world.stage.backends.panel.hold().await);
    let path = format!("/v1/hosting/services/{}/panel-access", world.services[&site].id);
    let request = start(&person, Some(&world.new_key())).method("POST").uri(path).body(Body::empty());
    let mut request = request.expect("a request");
    request.headers_mut().insert("host", HeaderValue::from_static("platform.example"));
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(person.address, 40_000)));
    let router = world.stage.router();
    world.work = Some(tokio::spawn(async move {
        let answer = router.oneshot(request).await.expect("the router never fails");
        assert_eq!(answer.status(), 201);
    }));
    while world.stage.backends.panel.asked() == 0 {
        sleep(Duration::from_millis(2)).await;
    }
}

#[given("the panel is at work on what is queued")]
async fn panel_at_work(world: &mut World) {
    let before = world.stage.backends.panel.asked();
    world.held = Some(world.stage.backends.panel.hold().await);
    let platform = world.stage.platform.clone();
    world.work = Some(tokio::spawn(async move {
        queue::work_once(&platform, AREAS).await.expect("a queue that can be worked off");
    }));
    while world.stage.backends.panel.asked() == before {
        sleep(Duration::from_millis(2)).await;
    }
}

#[when("the panel answers")]
async fn panel_answers(world: &mut World) {
    world.held = None;
    match world.work.take() {
        Some(served) => served.await.expect("an answer"),
        None => {
            let ama = world.person("Ama").clone();
            live::asked(world, &ama, "createPanelAccess").await;
        }
    }
}

#[given(regex = r"^the platform serves (\d+) requests? at a time$")]
fn serves(world: &mut World, count: usize) {
    world.stage.choose(|options| options.concurrency = count);
}

#[given(regex = r"^the platform serves (\d+) requests? at a time of each account$")]
fn serves_of_each(world: &mut World, count: usize) {
    world.stage.choose(|options| options.share = count);
}

#[given(regex = r#"^the database has lost its table "([^"]*)"$"#)]
async fn lost_table(world: &mut World, table: String) {
    log::read();
    world.stage.lose(&table).await;
}

#[when("the database has its table back")]
async fn has_table_back(world: &mut World) {
    world.stage.find_again().await;
}

#[then(regex = r#"^the refusal says nothing of "([^"]*)"$"#)]
fn says_nothing_of(world: &mut World, secret: String) {
    let refusal = world.refusal();
    let body = &refusal.http.as_ref().expect("HTTP").body;
    let (said, body) = (refusal.message.to_lowercase(), String::from_utf8_lossy(body).to_lowercase());
    assert!(!said.contains(&secret), "{secret} is in {said}");
    for word in ["table", "sql"] {
        assert!(!body.contains(word), "{word} is in {body}");
    }
}

#[then(regex = r#"^the log tells of "([^"]*)" under the identity of the request$"#)]
fn log_tells(world: &mut World, cause: String) {
    let id = world.refusal().request_id.clone().expect("an identity");
    let line = log::of(&id);
    assert!(line.contains(&cause), "of {id} the log says: {line}");
}

#[given("the platform is about to end")]
async fn about_to_end(world: &mut World) {
    world.stage.shut_down().await;
}

#[when(regex = r"^(\S+) asks to watch (?:her|his) domains$")]
async fn asks_to_watch(world: &mut World, who: String) {
    let person = world.person(&who).clone();
    let request: Request<Body> = start(&person, None)
        .method("POST")
        .uri("/graphql")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .body(json!({ "query": "subscription { domainChanged { domainName } }" }).to_string().into())
        .expect("a request");
    let http = world.stage.send(person.address, request).await;
    let told = match http.json()["error"].is_null() {
        true => graphql::read(http.clone()).map(|data| crate::facades::Answer {
            data,
            next: None,
            http: Some(http),
        }),
        false => crate::facades::rest::read(http),
    };
    world.end(&told);
}
