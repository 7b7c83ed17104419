//! What a sandbox instance uses: a function of its id and the time, so that nothing is written for it.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sums of what is positive, far below 2^53"
)]
use super::Machine;
use hosting_kernel::{
    providers::hypervisor::{
        InstanceStatus::{Frozen, Running},
        Usage,
    },
    values::time::Time,
};
use sea_orm::entity::prelude::Uuid;
use std::f64::consts::TAU;

const DAY: f64 = 86_400.0;
/// Something that comes back every 55 minutes.
const CHORE: f64 = 3_300.0;

/// What is counted, each with a rhythm of its own.
#[derive(Clone, Copy)]
enum Counted {
    Cpu,
    NetworkIn,
    NetworkOut,
    DiskRead,
    DiskWrite,
}

/// What `machine` uses at `now`; nothing unless it runs or is frozen.
pub(super) fn of(machine: &Machine, now: Time) -> Option<Usage> {
    let condition = &machine.current;
    if !matches!(condition.status, Running | Frozen) {
        return None;
    }
    let from = seconds(condition.booted_at);
    let to = from + condition.awake_millis(now) as f64 / 1000.0;
    let count = |what, per_second: f64| {
        let rhythm = Rhythm::of(machine.id, what);
        (rhythm.level * per_second * (rhythm.so_far(to) - rhythm.so_far(from)).max(0.0)) as u64
    };
    let busy = Rhythm::of(machine.id, Counted::Cpu).activity(to);
    Some(Usage {
        boot: Some(condition.booted_at.millis()),
        cpu_ns: count(Counted::Cpu, f64::from(machine.vcpus) * 1e9),
        memory_bytes: (machine.memory_bytes as f64 * (0.25 + 0.6 * busy)) as u64,
        disk_bytes: Some(disk(machine, to)),
        network_in_bytes: count(Counted::NetworkIn, 40e3),
        network_out_bytes: count(Counted::NetworkOut, 160e3),
        disk_read_bytes: count(Counted::DiskRead, 90e3),
        disk_write_bytes: count(Counted::DiskWrite, 60e3),
    })
}

/// What a snapshot of `machine` takes of the disk.
pub(super) fn snapshot_bytes(machine: &Machine, now: Time) -> i64 {
    i64::try_from(disk(machine, seconds(now)) / 4).unwrap_or(i64::MAX)
}

fn disk(machine: &Machine, at: f64) -> u64 {
    let filled = 0.12 + 0.4 * share(machine.id, 9) + 0.04 * (TAU * at / (7.0 * DAY)).sin();
    (machine.disk_bytes as f64 * filled) as u64
}

/// A rhythm of the day: quiet at one hour and busy at another, with a chore now and then.
struct Rhythm {
    /// How busy it is at all.
    level: f64,
    /// Which part of the day has passed when it begins to be busy.
    phase: f64,
}

impl Rhythm {
    fn of(id: Uuid, what: Counted) -> Self {
        let salt = what as u8;
        // Most of the world works by the same sun.
        Self { level: 0.2 + 0.75 * share(id, salt), phase: 0.25 + 0.1 * share(id, salt + 100) }
    }

    /// How busy it is: 0.02 to 0.68.
    fn activity(&self, at: f64) -> f64 {
        0.35 + 0.25 * (TAU * (at / DAY - self.phase)).sin() + 0.08 * (TAU * at / CHORE).sin()
    }

    /// The sum of [`Self::activity`] over all seconds up to `at`, but for a constant.
    fn so_far(&self, at: f64) -> f64 {
        0.35 * at
            - 0.25 * DAY / TAU * (TAU * (at / DAY - self.phase)).cos()
            - 0.08 * CHORE / TAU * (TAU * at / CHORE).cos()
    }
}

/// A number from 0 to 1 that is always the same for an instance.
fn share(id: Uuid, salt: u8) -> f64 {
    let mut hash = crc32fast::Hasher::new();
    hash.update(id.as_bytes());
    hash.update(&[salt]);
    f64::from(hash.finalize()) / f64::from(u32::MAX)
}

fn seconds(at: Time) -> f64 {
    at.millis() as f64 / 1000.0
}
