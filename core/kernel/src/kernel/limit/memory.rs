//! Limits counted in this process.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use super::log::{Log, Moment};
use super::{Key, Verdict, Window};

const SHARDS: usize = 64;
const CALLERS: usize = 1_000_000;
/// Logs looked at by each check. More than one, or a flood of new callers would outrun the sweep.
const SWEPT: usize = 2;
/// The most logs one check forgets, so that no request pays for a crowd that left.
const FORGOTTEN: usize = 16;
/// Logs looked at to find a stale one when there is no room.
const SAMPLED: usize = 8;

/// The windows of this process's callers, at most a fixed number of them.
///
/// A caller is forgotten once its last hit has left the window; each check looks at a few others for
/// this. When there are too many even so, the one that was silent longest among a few gives way: to
/// refuse newcomers instead would let a flood of addresses close the door to everybody.
#[derive(Debug)]
pub struct MemoryLimits {
    shards: Box<[Mutex<Shard>]>,
    /// Keyed by a secret of the process: nobody can choose addresses that meet in one shard.
    hasher: RandomState,
    callers_per_shard: usize,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        Self::with_room_for(CALLERS)
    }
}

impl MemoryLimits {
    /// Limits that remember at most this many callers (and at least 64).
    pub fn with_room_for(callers: usize) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
            callers_per_shard: (callers / SHARDS).max(1),
        }
    }

    /// Counts a request made at `now`, and tells whether it is served.
    pub fn check(&self, key: Key, window: Window, now: DateTime<Utc>) -> Verdict {
        let now = Moment::from(now);
        let mut shard = self.shard(&key);
        shard.sweep(SWEPT, now);
        shard.log(key, self.callers_per_shard).check(window, now)
    }

    /// Tells whether a request at `now` would be served; it is not counted.
    pub fn look(&self, key: Key, window: Window, now: DateTime<Utc>) -> Verdict {
        let mut shard = self.shard(&key);
        match shard.find(&key) {
            Some(log) => log.look(window, Moment::from(now)),
            None => Verdict::allowed(window.limit, window.limit),
        }
    }

    /// Takes back a request that was counted at `now` and not served after all.
    pub(super) fn take_back(&self, key: Key, now: DateTime<Utc>) {
        let mut shard = self.shard(&key);
        if let Some(log) = shard.find(&key) {
            log.take_back(Moment::from(now));
        }
    }

    /// Forgets every caller whose last request has left its window, and gives their memory back.
    pub fn sweep(&self, now: DateTime<Utc>) {
        for shard in &self.shards {
            open(shard).sweep_all(Moment::from(now));
        }
    }

    /// How many callers are remembered.
    pub fn callers(&self) -> usize {
        self.shards.iter().map(|shard| open(shard).logs.len()).sum()
    }

    fn shard(&self, key: &Key) -> MutexGuard<'_, Shard> {
        let hash = self.hasher.hash_one(key) % SHARDS as u64;
        open(&self.shards[usize::try_from(hash).expect("less than 64")])
    }
}

/// A thread that panicked here left a log at worst one hit short: still the best there is.
fn open(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A part of the callers. Their logs lie in a row, where a hand can walk over them (a map has no place
/// to resume from).
#[derive(Debug, Default)]
struct Shard {
    places: HashMap<Key, usize>,
    logs: Vec<(Key, Log)>,
    hand: usize,
}

impl Shard {
    fn find(&mut self, key: &Key) -> Option<&mut Log> {
        self.places.get(key).map(|&place| &mut self.logs[place].1)
    }

    fn log(&mut self, key: Key, room: usize) -> &mut Log {
        let place = match self.places.get(&key) {
            Some(&place) => place,
            None => self.add(key, room),
        };
        &mut self.logs[place].1
    }

    fn add(&mut self, key: Key, room: usize) -> usize {
        if self.logs.len() >= room {
            self.forget_a_stale_one();
        }
        self.places.insert(key, self.logs.len());
        self.logs.push((key, Log::default()));
        self.logs.len() - 1
    }

    /// Looks at the next `few` logs and forgets those that are over; where one is, more may be.
    fn sweep(&mut self, few: usize, now: Moment) {
        let (mut seen, mut forgotten) = (0, 0);
        while seen < few && forgotten < FORGOTTEN && !self.logs.is_empty() {
            let place = self.hand % self.logs.len();
            if self.logs[place].1.is_over(now) {
                self.forget(place);
                forgotten += 1;
            } else {
                self.hand = place + 1;
                seen += 1;
            }
        }
        if forgotten > 0 {
            self.give_room_back();
        }
    }

    fn sweep_all(&mut self, now: Moment) {
        for place in (0..self.logs.len()).rev() {
            if self.logs[place].1.is_over(now) {
                self.forget(place);
            }
        }
        self.give_room_back();
    }

    fn forget_a_stale_one(&mut self) {
        let room = self.logs.len();
        let places = (0..SAMPLED.min(room)).map(|step| (self.hand + step) % room);
        if let Some(stalest) = places.min_by_key(|&place| self.logs[place].1.last()) {
            self.hand = (self.hand + SAMPLED) % room;
            self.forget(stalest);
        }
    }

    /// The last in the row takes the place of the one forgotten.
    fn forget(&mut self, place: usize) {
        let (key, _) = self.logs.swap_remove(place);
        self.places.remove(&key);
        if let Some((moved, _)) = self.logs.get(place) {
            self.places.insert(*moved, place);
        }
    }

    fn give_room_back(&mut self) {
        let held = self.logs.len();
        if self.logs.capacity() > 64 && held < self.logs.capacity() / 4 {
            self.logs.shrink_to(held * 2);
            self.places.shrink_to(held * 2);
        }
    }
}
