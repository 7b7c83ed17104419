//! Steps about being told of machines and conversions.
use crate::{
    instances::machine,
    live::{Topic, begin, next, told},
    world::World,
};
use cucumber::{given, then, when};
use serde_json::{Value, json};

const MACHINES: Topic = (
    "instanceChanged",
    "... on LxcInstance { hostname lxc: status } ... on KvmInstance { hostname kvm: status }",
);
const CONVERSIONS: Topic = ("conversionJobChanged", "tool status");

#[given(regex = r"^(\w+) watches (?:her|his) (machines|conversions)$")]
#[when(regex = r"^(\w+) begins to watch (?:her|his) (machines|conversions)$")]
async fn watches(world: &mut World, who: String, what: String) {
    let topic = if what == "machines" { MACHINES } else { CONVERSIONS };
    begin(world, &who, topic, "").await;
}

#[given(regex = r#"^(\S+) watches the machine "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) begins to watch the machine "([^"]*)"$"#)]
async fn watches_one(world: &mut World, who: String, name: String) {
    let arguments = format!("(serviceId: \"{}\")", machine(world, &name).id);
    begin(world, &who, MACHINES, &arguments).await;
}

/// What is told of a machine.
fn stands(kind: &str, name: &str, status: &str) -> Value {
    let kind = if kind == "container" { "lxc" } else { "kvm" };
    json!({ "hostname": name, kind: status.to_uppercase() })
}

#[then(regex = r#"^(\w+) is told that the (container|machine) "([^"]+)" is "([^"]+)"$"#)]
async fn told_machine(world: &mut World, who: String, kind: String, name: String, status: String) {
    told(world, &who, stands(&kind, &name, &status)).await;
}

#[then(regex = r#"^the first that (\w+) is told is that the (container|machine) "([^"]+)" is "([^"]+)"$"#)]
async fn first_told(world: &mut World, who: String, kind: String, name: String, status: String) {
    let told = next(world, &who).await["data"]["told"].take();
    assert_eq!(told, stands(&kind, &name, &status));
}

#[then(regex = r#"^(\S+) is told that the job is "([^"]*)"$"#)]
async fn told_job(world: &mut World, who: String, status: String) {
    told(world, &who, json!({ "tool": "csv-to-json", "status": status.to_uppercase() })).await;
}
