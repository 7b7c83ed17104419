//! Steps that containers and machines share.
use crate::{
    backends::Counted,
    services, trouble,
    words::{choice, kind_of, list},
    world::{Machine, World},
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    instances::{InstanceKind, InstanceStatus, instance},
    kvm::GetKvmInstance,
    lxc::{ControlLxcInstance, GetLxcInstance, LxcAction},
    money::Money,
    providers::hypervisor::{Hypervisor, Power},
    services::service,
};
use hosting_drivers::sandbox::hypervisor as sandbox;
use sea_orm::{ActiveEnum, Set, Unchanged};

/// Lets `owner` have an instance.
pub async fn own(world: &mut World, owner: &str, kind: InstanceKind, name: &str, status: &str) {
    services::order(world, owner, &kind.to_value(), name, "active").await;
    let (id, now) = (world.services[name].id, world.stage.clock.now());
    let months = service::ActiveModel {
        id: Unchanged(id),
        renews_at: Set(Some(now.plus(TimeDelta::days(90)))),
        ..Default::default()
    };
    world.stage.update(months).await;
    let status = state(status);
    let row = instance::Model {
        service_id: id,
        account_id: world.person(owner).account,
        kind,
        hostname: name.to_owned(),
        plan_code: "small".to_owned(),
        status,
        vcpus: 2,
        memory_bytes: 2 << 30,
        disk_bytes: 40 << 30,
        ipv4: Some("192.0.2.10".to_owned()),
        ipv6: Some("2001:db8::10".to_owned()),
        region: "eu-west".to_owned(),
        system: "debian-12".to_owned(),
        ssh_host: (kind == InstanceKind::Lxc).then(|| "lxc1.host.example".to_owned()),
        ssh_port: (kind == InstanceKind::Lxc).then_some(22_010),
        snapshot_limit: 3,
        base_price: Some(Money::cents(1250)),
        base_months: Some(3),
        change: status.is_on_its_way().then(|| "it is being started".to_owned()),
        last_error: None,
        password_changed_at: None,
        observed_at: None,
        updated_at: now,
        backend: None,
    };
    let behind = sandbox::Machine::of(row.kind, &row.adopted(), now);
    world.stage.insert(row).await;
    let instance = Machine { id, owner: owner.to_owned(), kind };
    world.instances.insert(name.to_owned(), instance);
    backend(world, kind).backend.put(behind).await.expect("an instance of the sandbox");
}

/// Where instances of a kind run.
pub fn backend(world: &World, kind: InstanceKind) -> &Counted<sandbox::Sandbox> {
    match kind {
        InstanceKind::Lxc => &world.stage.backends.lxc,
        InstanceKind::Kvm => &world.stage.backends.kvm,
    }
}

/// Where the instances of this scenario run, which are all of one kind.
pub fn hypervisor(world: &World) -> &Counted<sandbox::Sandbox> {
    let mut kinds = world.instances.values().map(|instance| instance.kind);
    let first = kinds.next().expect("an instance");
    assert!(kinds.all(|kind| kind == first), "which hypervisor?");
    backend(world, first)
}

/// A state in the words of either kind.
fn state(word: &str) -> InstanceStatus {
    choice(if word == "paused" { "frozen" } else { word })
}

fn kind(word: &str) -> InstanceKind {
    if word == "container" { InstanceKind::Lxc } else { InstanceKind::Kvm }
}

/// The identity of an instance, and its owner.
pub fn machine(world: &World, name: &str) -> Machine {
    world.instances.get(name).cloned().unwrap_or_else(|| panic!("nobody has {name}"))
}

/// Where an instance stands and why its last change failed, as its owner reads it.
async fn seen(world: &mut World, name: &str) -> (String, Option<String>) {
    let Machine { id, owner, kind } = machine(world, name);
    match kind {
        InstanceKind::Lxc => {
            let seen = world.look(&owner, GetLxcInstance { service_id: id }).await;
            (word(&seen.status), seen.last_error)
        }
        InstanceKind::Kvm => {
            let seen = world.look(&owner, GetKvmInstance { service_id: id }).await;
            (word(&seen.status), seen.last_error)
        }
    }
}

/// A choice in the word that records write.
fn word(choice: &impl serde::Serialize) -> String {
    let word = serde_json::to_value(choice).expect("a choice is a word");
    word.as_str().expect("a choice is a word").to_owned()
}

#[given(regex = r#"^(\w+) has the (container|machine) "([^"]+)"$"#)]
async fn has(world: &mut World, who: String, sort: String, name: String) {
    own(world, &who, kind(&sort), &name, "running").await;
}

#[given(regex = r#"^(\w+) has the (container|machine) "([^"]+)", which is "([^"]+)"$"#)]
async fn has_which_is(world: &mut World, who: String, sort: String, name: String, status: String) {
    own(world, &who, kind(&sort), &name, &status).await;
}

#[given(regex = r#"^a day later (\w+) has the (container|machine) "([^"]+)"$"#)]
async fn has_later(world: &mut World, who: String, sort: String, name: String) {
    world.pass(TimeDelta::days(1));
    own(world, &who, kind(&sort), &name, "running").await;
}

#[given(regex = r#"^the service of "([^"]*)" is "([^"]*)"$"#)]
async fn service_is(world: &mut World, name: String, status: String) {
    let row = service::ActiveModel {
        id: Unchanged(machine(world, &name).id),
        status: Set(choice(&status)),
        ..Default::default()
    };
    world.stage.update(row).await;
}

/// The service comes to stand so, the platform notices it, and the hypervisor has done what it was asked for.
#[given(regex = r#"^the service of "([^"]*)" became "([^"]*)"$"#)]
#[when(regex = r#"^the service of "([^"]*)" becomes "([^"]*)"$"#)]
async fn service_becomes(world: &mut World, name: String, status: String) {
    service_is(world, name, status).await;
    notice(world).await;
}

async fn notice(world: &mut World) {
    world.pass(TimeDelta::minutes(1));
    world.stage.run_routines().await;
    world.stage.work_off().await;
}

/// Nobody has noticed yet.
#[given(regex = r#"^the hypervisor has lost "([^"]*)"$"#)]
async fn lost(world: &mut World, name: String) {
    let Machine { id, kind, .. } = machine(world, &name);
    let work = world.stage.clock.id();
    backend(world, kind).backend.remove(work, id).await.expect("it was there");
}

#[when(regex = r#"^somebody (starts|stops|freezes|removes) "([^"]*)" at the hypervisor$"#)]
async fn changed_beside(world: &mut World, act: String, name: String) {
    let Machine { id, kind, .. } = machine(world, &name);
    let (work, backend) = (world.stage.clock.id(), &backend(world, kind).backend);
    let changed = match act.as_str() {
        "starts" => backend.power(work, id, Power::Start).await,
        "stops" => backend.power(work, id, Power::Stop).await,
        "freezes" => backend.power(work, id, Power::Freeze).await,
        _ => backend.remove(work, id).await,
    };
    changed.expect("a change");
    // Seen the first time, put right the second.
    notice(world).await;
    notice(world).await;
}

#[then(regex = r#"^the hypervisor has no "([^"]*)"$"#)]
async fn hypervisor_has_none(world: &mut World, name: String) {
    let Machine { id, kind, .. } = machine(world, &name);
    assert_eq!(backend(world, kind).backend.state(id).await, Ok(None));
}

/// Lets an instance run another system than it did, at the hypervisor and in its record.
pub async fn runs(world: &World, name: &str, system: &str) {
    let Machine { id, kind, .. } = machine(world, name);
    let hypervisor = &backend(world, kind).backend;
    let mut behind = hypervisor.machine(id).await.expect("a hypervisor").expect("an instance");
    system.clone_into(&mut behind.current.system);
    hypervisor.put(behind).await.expect("an instance that is taken");
    let row = instance::ActiveModel {
        service_id: Unchanged(id),
        system: Set(system.to_owned()),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[given(regex = r#"^"([^"]*)" has (\d+) processors, (\d+) GiB of memory and (\d+) GiB of disk$"#)]
async fn has_size(world: &mut World, name: String, processors: i32, memory: i64, disk: i64) {
    let row = instance::ActiveModel {
        service_id: Unchanged(machine(world, &name).id),
        vcpus: Set(processors),
        memory_bytes: Set(memory << 30),
        disk_bytes: Set(disk << 30),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[then(regex = r"^it has (\d+) processors, (\d+) GiB of memory and (\d+) GiB of disk$")]
fn is_of_size(world: &mut World, processors: i64, memory: i64, disk: i64) {
    let shown = world.last().outcome.as_ref().expect("an instance");
    let sizes = ["vcpus", "memory_bytes", "disk_bytes"].map(|name| shown[name].as_i64());
    assert_eq!(sizes, [processors, memory << 30, disk << 30].map(Some));
}

#[given(regex = r#"^"([^"]*)" costs (\d+(?:\.\d+)?) USD every (\d+) months$"#)]
async fn costs(world: &mut World, name: String, price: f64, months: i32) {
    let price = Money::from_dollars(price).expect("an amount");
    let id = world.services[&name].id;
    let order = service::ActiveModel {
        id: Unchanged(id),
        renewal_price: Set(price),
        billing_months: Set(months),
        ..Default::default()
    };
    world.stage.update(order).await;
    if world.instances.contains_key(&name) {
        let row = instance::ActiveModel {
            service_id: Unchanged(id),
            base_price: Set(Some(price)),
            base_months: Set(Some(months)),
            ..Default::default()
        };
        world.stage.update(row).await;
    }
}

#[then(regex = r#"^(?:she|he|they) sees the snapshots "([^"]*)"$"#)]
fn sees_snapshots(world: &mut World, names: String) {
    let listed = world.last().outcome.as_ref().expect("snapshots").as_array().expect("a list");
    let seen: Vec<_> = listed.iter().map(|one| one["name"].as_str().expect("a name")).collect();
    assert_eq!(seen, list(&names, ", "));
}

#[given(regex = r#"^the plan of "([^"]*)" has room for (\d+) snapshots?$"#)]
async fn room(world: &mut World, name: String, limit: i32) {
    let row = instance::ActiveModel {
        service_id: Unchanged(machine(world, &name).id),
        snapshot_limit: Set(limit),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[then(regex = r#"^"([^"]*)" is "([^"]*)"$"#)]
async fn is(world: &mut World, name: String, status: String) {
    assert_eq!(seen(world, &name).await.0, status);
}

#[then(regex = r#"^"([^"]*)" says of its last change "([^"]*)"$"#)]
async fn says(world: &mut World, name: String, words: String) {
    let error = seen(world, &name).await.1.unwrap_or_default();
    assert_eq!(kind_of(&error), words, "it says {error:?}");
}

#[then(regex = r#"^"([^"]*)" has nothing to say of its last change$"#)]
async fn says_nothing(world: &mut World, name: String) {
    assert_eq!(seen(world, &name).await.1, None);
}

#[then(regex = r#"^the hypervisor says that "([^"]*)" is "([^"]*)"$"#)]
async fn hypervisor_says(world: &mut World, name: String, status: String) {
    let Machine { id, kind, .. } = machine(world, &name);
    let told = backend(world, kind).backend.state(id).await.expect("an answer of the sandbox");
    assert_eq!(told.expect("an instance of the sandbox").status, state(&status));
}

#[given(regex = r"^the hypervisor is (away|back)$")]
fn away_or_back(world: &mut World, which: String) {
    hypervisor(world).backend.set_away(which == "away");
}

#[given(regex = r#"^the member of the cluster that has "(.+)" is (away|back)$"#)]
fn member_away_or_back(world: &mut World, name: String, which: String) {
    let Machine { id, kind, .. } = machine(world, &name);
    backend(world, kind).backend.set_member_away(id, which == "away");
}

/// Time in which the platform looks at its instances, as it does each minute.
#[given(regex = r"^(\d+) minutes passed, minute by minute$")]
#[when(regex = r"^(\d+) minutes pass, minute by minute$")]
async fn minute_by_minute(world: &mut World, minutes: u32) {
    for _ in 0..minutes {
        world.pass(TimeDelta::minutes(1));
        world.stage.run_routines().await;
    }
}

#[given(regex = r#"^a worker died on stopping "([^"]*)"$"#)]
async fn worker_died(world: &mut World, name: String) {
    let Machine { id, owner, kind } = machine(world, &name);
    match kind {
        InstanceKind::Lxc => {
            let stop = ControlLxcInstance { service_id: id, action: LxcAction::Stop };
            world.perform(&owner, stop).await.expect("a stop that is accepted");
        }
        InstanceKind::Kvm => panic!("virtual machines cannot be stopped"),
    }
    trouble::dies(world, "hypervisor").await;
}
