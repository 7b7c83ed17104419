//! Steps about machines: what they are, and their power.
pub mod examples;
mod password;
mod snapshots;
mod subscription;

use crate::{
    paging::read_to_the_end,
    words::{Key, choice, list},
    world::{Owned, World},
};
use cucumber::{Parameter, given, then, when};
use hosting_core::{
    Operation,
    clock::Clock,
    instances::{InstanceKind, InstanceStatus, instance},
    kvm::{ControlKvmInstance, GetKvmInstance, KvmAction, KvmInstance, KvmStatus, ListKvmInstances},
};
use hosting_drivers::sandbox::hypervisor::Sandbox;
use sea_orm::{Set, Unchanged};
use std::{convert::Infallible, str::FromStr};

/// What is done to the power of a machine.
#[derive(Clone, Copy, Debug, Parameter)]
#[param(name = "power", regex = "starts|stops|shuts down|restarts|started|stopped|shut down|restarted")]
struct Power(KvmAction);

impl FromStr for Power {
    type Err = Infallible;

    fn from_str(words: &str) -> Result<Self, Infallible> {
        Ok(Self(match words {
            "starts" | "started" => KvmAction::Start,
            "stops" | "stopped" => KvmAction::Stop,
            "shuts down" | "shut down" => KvmAction::Shutdown,
            _ => KvmAction::Restart,
        }))
    }
}

/// What was ordered as `name`, a machine or not, and by whom.
fn known(world: &World, name: &str) -> Owned {
    world.services.get(name).cloned().unwrap_or_else(|| panic!("nobody has {name}"))
}

/// The machine as its owner sees it.
async fn seen(world: &mut World, name: &str) -> KvmInstance {
    let Owned { id, owner } = known(world, name);
    world.look(&owner, GetKvmInstance { service_id: id }).await
}

/// Asks for `operation` under `key`; what comes of it, the next sentence says.
async fn ask<O: Operation>(world: &mut World, who: &str, key: Key, operation: O) {
    let key = key.or(world.new_key());
    let _ = world.perform_with(who, key.as_deref(), operation).await;
}

/// Has `operation` performed for `who` as something that is past.
async fn done<O: Operation>(world: &mut World, who: &str, operation: O) -> O::Output {
    let answer = world.perform(who, operation).await;
    world.endings.pop();
    world.stage.work_off().await;
    answer.unwrap_or_else(|refusal| panic!("refused as {}: {}", refusal.code, refusal.message)).data
}

/// The hypervisor that the machines run on.
fn hypervisor(world: &World) -> Sandbox {
    world.stage.backends.kvm.backend.clone()
}

#[given(expr = "{word} {power} the machine {string}{key}")]
#[when(expr = "{word} {power} the machine {string}{key}")]
async fn control(world: &mut World, who: String, power: Power, name: String, key: Key) {
    let operation = ControlKvmInstance { service_id: known(world, &name).id, action: power.0 };
    ask(world, &who, key, operation).await;
}

#[when(regex = r"^(\S+) lists (?:her|his|their) machines$")]
async fn list_machines(world: &mut World, who: String) {
    let _ = world.perform(&who, ListKvmInstances::default()).await;
}

#[when(regex = r#"^(\S+) looks up the machine "([^"]*)"$"#)]
async fn look_up(world: &mut World, who: String, name: String) {
    let service_id = known(world, &name).id;
    let _ = world.perform(&who, GetKvmInstance { service_id }).await;
}

#[when(regex = r"^(\S+) looks up a machine that never was$")]
async fn look_up_unknown(world: &mut World, who: String) {
    let service_id = world.stage.clock.id();
    let _ = world.perform(&who, GetKvmInstance { service_id }).await;
}

#[when(regex = r"^(\S+) reads (?:her|his|their) machines in pages of (\d+)$")]
async fn read_pages(world: &mut World, who: String, size: u32) {
    let asked = |cursor| ListKvmInstances { limit: Some(size), cursor };
    read_to_the_end(world, &who, asked, |machine| machine.display_name).await;
}

#[then(regex = r#"^the pages of (?:machines|containers|snapshots|mail) are "([^"]+)"$"#)]
fn pages_are(world: &mut World, pages: String) {
    let expected: Vec<_> = list(&pages, " / ").iter().map(|page| list(page, ", ")).collect();
    assert_eq!(world.pages.read, expected);
}

#[then(regex = r#"^(?:she|he|they) sees the machines "([^"]*)"$"#)]
fn sees(world: &mut World, names: String) {
    let data = world.last().outcome.clone().expect("machines");
    let seen: Vec<KvmInstance> = serde_json::from_value(data).expect("machines");
    let seen: Vec<_> = seen.into_iter().map(|machine| machine.display_name).collect();
    assert_eq!(seen, list(&names, ", "));
}

#[then(regex = "^(?:she|he|they) sees no machines$")]
fn sees_none(world: &mut World) {
    sees(world, String::new());
}

fn shown(world: &World) -> KvmInstance {
    serde_json::from_value(world.last().outcome.clone().expect("a machine")).expect("a machine")
}

#[then(regex = r#"^the machine it shows is "([^"]*)"$"#)]
fn shows_status(world: &mut World, status: String) {
    assert_eq!(shown(world).status, choice::<KvmStatus>(&status));
}

#[given(regex = r#"^the machine "([^"]*)" runs "([^"]*)" at "([^"]*)" and "([^"]*)"$"#)]
async fn runs_at(world: &mut World, name: String, system: String, ipv4: String, ipv6: String) {
    let (system, ipv4, ipv6) = (Set(system), Set(Some(ipv4)), Set(Some(ipv6)));
    let service_id = Unchanged(known(world, &name).id);
    world.stage.update(instance::ActiveModel { service_id, system, ipv4, ipv6, ..Default::default() }).await;
}

#[then(regex = r#"^it runs "([^"]*)" at "([^"]*)" and "([^"]*)"$"#)]
fn shows_system(world: &mut World, system: String, ipv4: String, ipv6: String) {
    let shown = shown(world);
    assert_eq!((shown.os, shown.ipv4, shown.ipv6), (system, Some(ipv4), Some(ipv6)));
}

/// Lets a machine be otherwise than it was, at the hypervisor and in its record.
async fn becomes(world: &World, name: &str, row: instance::ActiveModel) {
    let id = known(world, name).id;
    let mut machine = hypervisor(world).machine(id).await.expect("a hypervisor").expect("a machine");
    if let Set(status) = row.status {
        machine.current.status = status;
    }
    if let (Set(hostname), Set(system)) = (&row.hostname, &row.system) {
        machine.current.hostname.clone_from(hostname);
        machine.current.system.clone_from(system);
    }
    hypervisor(world).put(machine).await.expect("a machine that is taken");
    world.stage.update(instance::ActiveModel { service_id: Unchanged(id), ..row }).await;
}

#[given(regex = r#"^the machine "([^"]*)" came to be "([^"]*)"$"#)]
async fn came_to_be(world: &mut World, name: String, status: String) {
    let kept = if status == "paused" { "frozen" } else { &status };
    let status = Set(choice::<InstanceStatus>(kept));
    becomes(world, &name, instance::ActiveModel { status, ..Default::default() }).await;
}

#[given(regex = r#"^the machine "([^"]*)" runs "([^"]*)" and calls itself "([^"]*)"$"#)]
#[given(regex = r#"^the machine "([^"]*)" was upgraded to "([^"]*)" and calls itself "([^"]*)"$"#)]
async fn upgraded(world: &mut World, name: String, system: String, hostname: String) {
    let (system, hostname) = (Set(system), Set(hostname));
    becomes(world, &name, instance::ActiveModel { system, hostname, ..Default::default() }).await;
}

#[then(regex = r#"^the machine "([^"]*)" runs "([^"]*)" and calls itself "([^"]*)"$"#)]
async fn runs(world: &mut World, name: String, system: String, hostname: String) {
    let seen = seen(world, &name).await;
    assert_eq!((seen.os, seen.hostname), (system, hostname));
    assert_eq!(world.instances[&name].kind, InstanceKind::Kvm);
}
