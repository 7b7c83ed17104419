//! How much a conversion may take (`contract.md` §8.8: what is a bomb ends with a code).
use serde::{Deserialize, Serialize};
use std::time::Duration;

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
    /// How many bytes a file of `packed` bytes may be unpacked to.
    pub const fn unpacked(&self, packed: u64) -> u64 {
        let room = packed.saturating_mul(self.expansion).saturating_add(10 << 20);
        if room < self.output { room } else { self.output }
    }
}
