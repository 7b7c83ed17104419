//! What the sandbox hypervisor knows of an instance that an inventory brings in.
use super::sandbox::{Condition, Machine, snapshot};
use crate::{
    instances::{Instance, Snapshot},
    providers::hypervisor::InstanceStatus,
    values::time::Time,
};

/// A new machine. It stands as the file says, even on its way somewhere, and stays so: nothing was begun
/// that would end.
pub(super) fn new(row: &Instance, now: Time) -> Machine {
    let machine = Machine::of(row.kind, &row.adopted(), now);
    Machine { current: Condition { status: row.status, ..machine.current }, ..machine }
}

/// `machine` as big as the file says now, and with its name where that is another than `before`.
pub(super) fn fitted(machine: Machine, before: &Instance, row: &Instance) -> Machine {
    let named = |condition: Condition| match before.hostname == row.hostname {
        true => condition,
        false => Condition { hostname: row.hostname.clone(), ..condition },
    };
    Machine {
        vcpus: row.vcpus,
        memory_bytes: row.memory_bytes,
        disk_bytes: row.disk_bytes,
        current: named(machine.current),
        next: machine.next.map(named),
        ..machine
    }
}

/// What a snapshot of a new machine holds: the same machine, as it ran then.
pub(super) fn kept(machine: &Machine, row: &Snapshot) -> snapshot::Model {
    let condition = Condition {
        status: InstanceStatus::Running,
        booted_at: row.created_at,
        frozen_at: None,
        ..machine.current.clone()
    };
    snapshot::Model {
        id: row.id,
        instance: row.service_id,
        kept: condition,
        size_bytes: row.size_bytes.unwrap_or(0),
        ready_at: row.created_at,
    }
}
