//! Less room for conversions than usual, and on the disk, as a scenario chooses.
use crate::world::World;
use cucumber::{given, when};
use hosting_drivers::folder::{Measure, Space};
use hosting_engine::Limits;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How much a conversion may take.
#[derive(Clone, Debug, Default)]
pub struct Room(Arc<Mutex<Limits>>);

impl Room {
    /// As it is now.
    pub fn limits(&self) -> MutexGuard<'_, Limits> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the disk of the files says of itself: a large and empty one unless a scenario chooses another.
#[derive(Clone, Debug)]
pub struct Disk(Arc<Mutex<Space>>);

impl Default for Disk {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Space { whole: 1 << 40, free: 1 << 40 })))
    }
}

impl Disk {
    /// As a store asks for it.
    pub fn measure(&self) -> Measure {
        let disk = self.clone();
        Arc::new(move |_| Ok(*disk.space()))
    }

    fn space(&self) -> MutexGuard<'_, Space> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[given(regex = r"^the disk has (\d+) of (\d+) MiB free$")]
#[when(regex = r"^the disk has (\d+) of (\d+) MiB free again$")]
fn disk_has(world: &mut World, free: u64, whole: u64) {
    *world.stage.backends.disk.space() = Space { whole: whole << 20, free: free << 20 };
}

#[given(regex = r"^a conversion may take (\d+) MiB of memory$")]
fn may_take_memory(world: &mut World, mebibytes: u64) {
    world.stage.backends.room.limits().memory = mebibytes << 20;
}

#[given(regex = r"^a conversion may take (\d+) seconds? of a processor$")]
fn may_take_time(world: &mut World, seconds: u64) {
    world.stage.backends.room.limits().processor = Duration::from_secs(seconds);
}
