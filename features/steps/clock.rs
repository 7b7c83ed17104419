//! The time of a scenario: it passes when a sentence says so.
use chrono::{DateTime, TimeDelta, Utc};
use hosting_core::{Time, clock::Clock};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};
use uuid::{Builder, Uuid};

/// A clock that stands still until it is moved; it starts at noon of the first day of 2031.
pub struct MovableClock {
    now: Mutex<DateTime<Utc>>,
    ids: AtomicU64,
}

impl MovableClock {
    /// A clock at the start.
    pub fn new() -> Self {
        let noon = DateTime::from_timestamp(1_925_035_200, 0).expect("2031-01-01T12:00:00Z is a moment");
        Self { now: Mutex::new(noon), ids: AtomicU64::new(0) }
    }

    /// Lets `delta` pass.
    pub fn pass(&self, delta: TimeDelta) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) += delta;
    }
}

impl Clock for MovableClock {
    fn now(&self) -> Time {
        Time::new(*self.now.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ordered by time, and within a millisecond by a count: the process-wide order of the usual
    /// clock would carry the time of one scenario into the next.
    fn id(&self) -> Uuid {
        let mut tail = [0; 10];
        tail[2..].copy_from_slice(&self.ids.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        Builder::from_unix_timestamp_millis(self.now().millis().unsigned_abs(), &tail).into_uuid()
    }
}
