//! How much a conversion may take (`contract.md` §8.8: what is a bomb ends with a code).
use crate::Machine;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The least memory with which anything can be converted.
const LEAST: u64 = 256 << 20;

/// How much a conversion may take, and how much a file may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory, in bytes.
    pub memory: u64,
    /// Processor time.
    pub processor: Duration,
    /// Time on the clock.
    pub time: Duration,
    /// All that is made, in bytes.
    pub output: u64,
    /// How much of the disk stays free, in bytes: with less than that the work ends, and waits.
    pub spare: u64,
    /// Files that are made, and files that are open.
    pub files: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Pixels of an image or of a page that is drawn.
    pub pixels: u64,
    /// Pages of a document.
    pub pages: u64,
    /// Frames or layers of an image.
    pub layers: u64,
    /// Entries of an archive, rows of a table.
    pub entries: u64,
    /// How many times larger a file may be unpacked than packed; the first 10 MiB are free.
    pub expansion: u64,
    /// How deep a file may hold things within things.
    pub nesting: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 2 << 30,
            processor: Duration::from_mins(2),
            time: Duration::from_mins(3),
            output: 256 << 20,
            spare: 128 << 20,
            files: 1000,
            processes: 128,
            pixels: 100_000_000,
            pages: 2000,
            layers: 500,
            entries: 1_000_000,
            expansion: 100,
            nesting: 64,
        }
    }
}

impl Limits {
    /// What one of `at_once` conversions may take of `machine`: all of them half of its memory, and as much processor
    /// time as its threads can use up together.
    #[must_use]
    pub fn on(machine: Machine, at_once: u64) -> Self {
        let most = Self::default();
        let processors = machine.processors.max(1);
        let threads = u32::try_from(processors).unwrap_or(u32::MAX);
        Self {
            memory: (machine.memory / 2 / at_once.max(1)).clamp(LEAST, most.memory),
            processor: most.processor.saturating_mul(threads),
            processes: most.processes.max(processors.saturating_mul(2).saturating_add(64)),
            ..most
        }
    }

    /// How many bytes a file of `packed` bytes may be unpacked to.
    pub const fn unpacked(&self, packed: u64) -> u64 {
        let room = packed.saturating_mul(self.expansion).saturating_add(10 << 20);
        if room < self.output { room } else { self.output }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_the_machine() {
        let on =
            |gib: u64, processors, at_once| Limits::on(Machine { memory: gib << 30, processors }, at_once);
        let (small, usual, large) = (on(1, 1, 4), on(8, 4, 4), on(512, 96, 8));
        assert_eq!([small.memory, usual.memory, large.memory], [256 << 20, 1 << 30, 2 << 30]);
        let minutes = |limits: Limits| limits.processor.as_secs() / 60;
        assert_eq!([minutes(small), minutes(usual), minutes(large)], [2, 8, 192]);
        assert_eq!([small.processes, usual.processes, large.processes], [128, 128, 256]);
        assert_eq!(Limits { memory: 2 << 30, ..on(64, 1, 1) }, Limits::default());
    }
}
