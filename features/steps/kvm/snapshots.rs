//! Steps about the snapshots of a machine.
use super::{ask, done, known};
use crate::{
    instances::hypervisor,
    paging::read_to_the_end,
    words::{Key, choice, list},
    world::{Owned, World},
};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    instances::SnapshotStatus,
    kvm::{
        CreateKvmSnapshot, DeleteKvmSnapshot, KvmSnapshot, ListKvmSnapshots, RollbackKvmSnapshot,
        UpdateKvmSnapshot,
    },
};

/// The identity of a snapshot that was taken, whatever became of it.
fn identity(world: &World, machine: &str, name: &str) -> String {
    world.snapshots[&[machine.to_owned(), name.to_owned()]].clone()
}

/// Remembers what the last request made.
fn note(world: &mut World, machine: &str) {
    let Ok(data) = world.last().outcome.clone() else { return };
    let snapshot: KvmSnapshot = serde_json::from_value(data).expect("a snapshot");
    world.snapshots.insert([machine.to_owned(), snapshot.name], snapshot.id);
}

async fn take(world: &mut World, who: &str, machine: &str, key: Key, name: &str, said: Option<String>) {
    let service_id = known(world, machine).id;
    ask(world, who, key, CreateKvmSnapshot { service_id, name: name.to_owned(), description: said }).await;
    note(world, machine);
}

#[given(expr = "{word} took the snapshot {string} of the machine {string}{key}")]
#[when(expr = "{word} takes the snapshot {string} of the machine {string}{key}")]
async fn takes(world: &mut World, who: String, name: String, machine: String, key: Key) {
    take(world, &who, &machine, key, &name, None).await;
}

#[when(regex = r#"^(\w+) takes a snapshot of the machine "([^"]+)" with a (name|description) (.+)$"#)]
async fn takes_with(world: &mut World, who: String, machine: String, what: String, like: String) {
    let length = like.split(' ').nth(1).and_then(|word| word.parse().ok());
    let text = match (like.as_str(), length) {
        (_, Some(length)) => "é".repeat(length),
        ("that breaks the line", None) => "two\nlines".to_owned(),
        ("that rings a bell", None) => "\u{7}".to_owned(),
        (other, None) => panic!("no {what} {other}"),
    };
    match what.as_str() {
        "name" => take(world, &who, &machine, Key::New, &text, None).await,
        _ => take(world, &who, &machine, Key::New, "later", Some(text)).await,
    }
}

#[given(regex = r#"^the machine "([^"]*)" has the snapshot "([^"]*)"$"#)]
async fn has(world: &mut World, machine: String, name: String) {
    let Owned { id: service_id, owner } = known(world, &machine);
    let operation = CreateKvmSnapshot { service_id, name: name.clone(), description: None };
    let snapshot = done(world, &owner, operation).await;
    world.snapshots.insert([machine, name], snapshot.id);
}

#[given("the hypervisor keeps nothing newer than what it goes back to")]
fn keeps_nothing_newer(world: &mut World) {
    hypervisor(world).backend.set_linear();
}

#[when(regex = r#"^the snapshot "([^"]*)" of the machine "([^"]*)" expires at the hypervisor$"#)]
async fn expires(world: &mut World, name: String, machine: String) {
    let (service, snapshot) = (known(world, &machine).id, identity(world, &machine, &name));
    let snapshot = snapshot.parse().expect("an identity");
    hypervisor(world).backend.expires(service, snapshot).await.expect("a snapshot that is gone");
}

#[given(regex = r#"^a day later the machine "([^"]*)" has the snapshot "([^"]*)"$"#)]
async fn has_later(world: &mut World, machine: String, name: String) {
    world.pass(TimeDelta::days(1));
    has(world, machine, name).await;
}

async fn change(
    world: &mut World,
    who: &str,
    key: Key,
    [machine, snapshot]: [&str; 2],
    to: UpdateKvmSnapshot,
) {
    let (service_id, snapshot_id) = (known(world, machine).id, identity(world, machine, snapshot));
    ask(world, who, key, UpdateKvmSnapshot { service_id, snapshot_id, ..to }).await;
}

#[when(expr = "{word} renames the snapshot {string} of the machine {string} to {string}{key}")]
async fn renames(world: &mut World, who: String, name: String, machine: String, to: String, key: Key) {
    let to = UpdateKvmSnapshot { name: Some(to), ..Default::default() };
    change(world, &who, key, [&machine, &name], to).await;
}

#[given(regex = r#"^(\S+) described the snapshot "([^"]*)" of the machine "([^"]*)" as "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) describes the snapshot "([^"]*)" of the machine "([^"]*)" as "([^"]*)"$"#)]
async fn describes(world: &mut World, who: String, name: String, machine: String, as_what: String) {
    let to = UpdateKvmSnapshot { description: Some(as_what), ..Default::default() };
    change(world, &who, Key::New, [&machine, &name], to).await;
}

#[when(regex = r#"^(\S+) changes nothing about the snapshot "([^"]*)" of the machine "([^"]*)"$"#)]
async fn changes_nothing(world: &mut World, who: String, name: String, machine: String) {
    change(world, &who, Key::New, [&machine, &name], UpdateKvmSnapshot::default()).await;
}

#[when(expr = "{word} deletes the snapshot {string} of the machine {string}{key}")]
async fn deletes(world: &mut World, who: String, name: String, machine: String, key: Key) {
    let (service_id, snapshot_id) = (known(world, &machine).id, identity(world, &machine, &name));
    ask(world, &who, key, DeleteKvmSnapshot { service_id, snapshot_id }).await;
}

#[given(regex = r#"^(\S+) deleted the snapshot "([^"]*)" of the machine "([^"]*)"$"#)]
async fn deleted(world: &mut World, who: String, name: String, machine: String) {
    let (service_id, snapshot_id) = (known(world, &machine).id, identity(world, &machine, &name));
    done(world, &who, DeleteKvmSnapshot { service_id, snapshot_id }).await;
}

#[when(expr = "{word} restores the snapshot {string} of the machine {string}{key}")]
async fn restores(world: &mut World, who: String, name: String, machine: String, key: Key) {
    let (service_id, snapshot_id) = (known(world, &machine).id, identity(world, &machine, &name));
    ask(world, &who, key, RollbackKvmSnapshot { service_id, snapshot_id }).await;
}

#[given(regex = r#"^(\S+) restored the snapshot "([^"]*)" of the machine "([^"]*)"$"#)]
async fn restored(world: &mut World, who: String, name: String, machine: String) {
    let (service_id, snapshot_id) = (known(world, &machine).id, identity(world, &machine, &name));
    done(world, &who, RollbackKvmSnapshot { service_id, snapshot_id }).await;
}

#[when(
    regex = r#"^(\S+) restores the snapshot "([^"]*)" of the machine "([^"]*)" on the machine "([^"]*)"$"#
)]
async fn restores_another(world: &mut World, who: String, name: String, other: String, machine: String) {
    let (service_id, snapshot_id) = (known(world, &machine).id, identity(world, &other, &name));
    ask(world, &who, Key::New, RollbackKvmSnapshot { service_id, snapshot_id }).await;
}

#[when(regex = r#"^(\S+) restores the snapshot with the identity "([^"]*)" on the machine "([^"]*)"$"#)]
async fn restores_none(world: &mut World, who: String, snapshot_id: String, machine: String) {
    let service_id = known(world, &machine).id;
    ask(world, &who, Key::New, RollbackKvmSnapshot { service_id, snapshot_id }).await;
}

#[when(regex = r#"^(\S+) lists the snapshots of the machine "([^"]*)"$"#)]
async fn lists(world: &mut World, who: String, machine: String) {
    let service_id = known(world, &machine).id;
    let _ = world.perform(&who, ListKvmSnapshots { service_id, limit: None, cursor: None }).await;
}

#[when(regex = r#"^(\S+) reads the snapshots of the machine "([^"]*)" in pages of (\d+)$"#)]
async fn read_pages(world: &mut World, who: String, machine: String, size: u32) {
    let service_id = known(world, &machine).id;
    let asked = |cursor| ListKvmSnapshots { service_id, limit: Some(size), cursor };
    read_to_the_end(world, &who, asked, |snapshot| snapshot.name).await;
}

/// The snapshots as the owner of the machine sees them.
async fn seen(world: &mut World, machine: &str) -> Vec<KvmSnapshot> {
    let Owned { id, owner } = known(world, machine);
    world.look(&owner, ListKvmSnapshots { service_id: id, limit: None, cursor: None }).await.items
}

async fn one(world: &mut World, machine: &str, name: &str) -> KvmSnapshot {
    let all = seen(world, machine).await;
    let found = all.into_iter().find(|snapshot| snapshot.name == name);
    found.unwrap_or_else(|| panic!("no snapshot {name}"))
}

#[then(regex = r#"^the machine "([^"]*)" has the snapshots "([^"]*)"$"#)]
async fn has_all(world: &mut World, machine: String, names: String) {
    let seen: Vec<_> = seen(world, &machine).await.into_iter().map(|snapshot| snapshot.name).collect();
    assert_eq!(seen, list(&names, ", "));
}

#[then(regex = r#"^the machine "([^"]*)" has no snapshots$"#)]
async fn has_none(world: &mut World, machine: String) {
    has_all(world, machine, String::new()).await;
}

#[then(regex = r#"^the snapshot "([^"]*)" of the machine "([^"]*)" is "([^"]*)"$"#)]
async fn is(world: &mut World, name: String, machine: String, status: String) {
    assert_eq!(one(world, &machine, &name).await.status, choice::<SnapshotStatus>(&status));
}

#[then(regex = r#"^the snapshot "([^"]*)" of the machine "([^"]*)" is described as "([^"]*)"$"#)]
async fn is_described(world: &mut World, name: String, machine: String, as_what: String) {
    assert_eq!(one(world, &machine, &name).await.description, Some(as_what));
}

#[then(regex = r#"^the snapshot "([^"]*)" of the machine "([^"]*)" has no description$"#)]
async fn is_not_described(world: &mut World, name: String, machine: String) {
    assert_eq!(one(world, &machine, &name).await.description, None);
}
