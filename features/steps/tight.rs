//! Less room for conversions than usual, as a scenario chooses.
use crate::world::World;
use cucumber::given;
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

#[given(regex = r"^a conversion may take (\d+) MiB of memory$")]
fn may_take_memory(world: &mut World, mebibytes: u64) {
    world.stage.backends.room.limits().memory = mebibytes << 20;
}

#[given(regex = r"^a conversion may take (\d+) seconds? of a processor$")]
fn may_take_time(world: &mut World, seconds: u64) {
    world.stage.backends.room.limits().processor = Duration::from_secs(seconds);
}
