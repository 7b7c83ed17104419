//! What was seen a moment ago, by the hash of a token; bounded.
use crate::values::time::Time;
use chrono::TimeDelta;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

const MOST: usize = 10_000;

/// What was seen a moment ago.
#[derive(Debug)]
pub struct Recent<T> {
    /// How long it counts.
    fresh: TimeDelta,
    seen: Mutex<Seen<T>>,
}

/// What was seen, and when.
type Seen<T> = HashMap<[u8; 32], (Time, Arc<T>)>;

impl<T> Recent<T> {
    /// What was seen is forgotten after `fresh`.
    pub fn new(fresh: TimeDelta) -> Self {
        Self { fresh, seen: Mutex::default() }
    }

    /// What was seen under `hash`, if that is not long ago.
    pub fn get(&self, hash: &[u8; 32], now: Time) -> Option<Arc<T>> {
        let seen = self.seen();
        let (at, one) = seen.get(hash)?;
        self.is_fresh(*at, now).then(|| Arc::clone(one))
    }

    /// Keeps `one` for a moment, if there is room.
    pub fn keep(&self, hash: [u8; 32], now: Time, one: Arc<T>) {
        let mut seen = self.seen();
        if seen.len() >= MOST {
            seen.retain(|_, (at, _)| self.is_fresh(*at, now));
        }
        if seen.len() < MOST || seen.contains_key(&hash) {
            seen.insert(hash, (now, one));
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.seen().clear();
    }

    fn is_fresh(&self, at: Time, now: Time) -> bool {
        let age = now.utc() - at.utc();
        TimeDelta::zero() <= age && age < self.fresh
    }

    fn seen(&self) -> MutexGuard<'_, Seen<T>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
