//! Steps in which the operator looks at queued work, and decides about it.
use super::killed::soon_is;
use crate::{words::list, world::World};
use cucumber::{given, then, when};
use serde_json::Value;

/// The identity of the work on the A record that the customer added by a name.
async fn work_on(world: &mut World, name: &str) -> String {
    let printed = world.operating.done("hosting queue list --json").await.printed;
    let jobs: Value = serde_json::from_str(&printed).expect("a list");
    let request = asked_by(world, name);
    let job = jobs.as_array().expect("a list").iter().find(|job| job["request_id"] == request);
    job.unwrap_or_else(|| panic!("no work on {name}: {printed}"))["id"]
        .as_str()
        .expect("an identity")
        .to_owned()
}

/// The request by which the customer added it.
fn asked_by(world: &World, name: &str) -> String {
    let key = format!("new-{name}-2031");
    let sent = world.operating.sent.iter().find(|(request, _)| request.key.as_deref() == Some(&*key));
    let answer = sent.and_then(|(_, answer)| answer.as_ref()).expect("an answer");
    answer.header("x-request-id").expect("an identity").to_owned()
}

#[then(regex = r#"^it lists the work on the records "([^"]*)"$"#)]
async fn lists(world: &mut World, names: String) {
    let printed = world.operating.last().printed.clone();
    for name in list(&names, ", ") {
        let job = work_on(world, &name).await;
        assert!(printed.contains(&job), "{name} is missing: {printed}");
    }
}

#[given(regex = r#"^the operator has given up the work on the record "([^"]*)"$"#)]
async fn given_up(world: &mut World, name: String) {
    let job = work_on(world, &name).await;
    world.operating.done(&format!("hosting queue bury {job}")).await;
}

#[given(regex = r#"^the platform serves again, until the A record "([^"]*)" of "([^"]*)" is "([^"]*)"$"#)]
async fn serves_until(world: &mut World, name: String, domain: String, status: String) {
    world.operating.start("hosting").await;
    soon_is(world, name, domain, status).await;
}

#[when(regex = r#"^the operator has the work on the record "([^"]*)" tried again$"#)]
async fn tried_again(world: &mut World, name: String) {
    let job = work_on(world, &name).await;
    world.operating.run(&format!("hosting queue retry {job}")).await;
}
