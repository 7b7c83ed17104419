//! One example of each operation on machines.
use crate::{instances, operations::ask, world::World};
use hosting_core::{
    instances::InstanceKind,
    kvm::{
        CancelKvmInstance, ControlKvmInstance, CreateKvmSnapshot, DeleteKvmSnapshot, GetKvmInstance,
        KeepKvmInstance, KvmAction, ListKvmInstances, ListKvmSnapshots, RenewKvmInstance, ResetKvmPassword,
        RollbackKvmSnapshot, SetKvmAutoRenew, UpdateKvmSnapshot,
    },
};

const MACHINE: &str = "a machine";
const ENDING: &str = "a machine that ends";
const SNAPSHOT: &str = "a snapshot";

/// Lets `who` have what the examples are about.
pub async fn own(world: &mut World, who: &str) {
    for name in [MACHINE, ENDING] {
        instances::own(world, who, InstanceKind::Kvm, name, "running").await;
    }
    let service_id = world.services[MACHINE].id;
    let snapshot = CreateKvmSnapshot { service_id, name: SNAPSHOT.to_owned(), description: None };
    let snapshot = super::done(world, who, snapshot).await;
    world.snapshots.insert([MACHINE, SNAPSHOT].map(str::to_owned), snapshot.id);
    super::done(world, who, CancelKvmInstance { service_id: world.services[ENDING].id }).await;
}

/// Asks for an operation on machines.
pub async fn ask_of(world: &mut World, who: &str, operation: &str) {
    let service_id = world.services[MACHINE].id;
    let (limit, cursor) = (None, None);
    match operation {
        "kvmInstances" => ask(world, who, ListKvmInstances { limit, cursor }).await,
        "kvmInstance" => ask(world, who, GetKvmInstance { service_id }).await,
        "controlKvmInstance" => {
            ask(world, who, ControlKvmInstance { service_id, action: KvmAction::Restart }).await;
        }
        "setKvmAutoRenew" => ask(world, who, SetKvmAutoRenew { service_id, enabled: false }).await,
        "renewKvmInstance" => {
            ask(world, who, RenewKvmInstance { service_id, billing_months: Some(1) }).await;
        }
        "cancelKvmInstance" => ask(world, who, CancelKvmInstance { service_id }).await,
        "keepKvmInstance" => {
            let service_id = world.services[ENDING].id;
            ask(world, who, KeepKvmInstance { service_id }).await;
        }
        "resetKvmPassword" => {
            ask(world, who, ResetKvmPassword { service_id, password: "correct horse".into() }).await;
        }
        other => ask_of_snapshots(world, who, other).await,
    }
}

async fn ask_of_snapshots(world: &mut World, who: &str, operation: &str) {
    let service_id = world.services[MACHINE].id;
    let snapshot_id = world.snapshots[&[MACHINE, SNAPSHOT].map(str::to_owned)].clone();
    let name = "another name".to_owned();
    match operation {
        "kvmSnapshots" => ask(world, who, ListKvmSnapshots { service_id, limit: None, cursor: None }).await,
        "createKvmSnapshot" => {
            ask(world, who, CreateKvmSnapshot { service_id, name, description: None }).await;
        }
        "updateKvmSnapshot" => {
            let to = UpdateKvmSnapshot { service_id, snapshot_id, name: Some(name), description: None };
            ask(world, who, to).await;
        }
        "deleteKvmSnapshot" => ask(world, who, DeleteKvmSnapshot { service_id, snapshot_id }).await,
        "rollbackKvmSnapshot" => ask(world, who, RollbackKvmSnapshot { service_id, snapshot_id }).await,
        other => panic!("no example of {other}"),
    }
}
