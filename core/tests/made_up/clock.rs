//! Clocks that stand until they are moved.
use chrono::TimeDelta;
use hosting_core::{Time, clock::Clock};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};
use uuid::Uuid;

/// A clock that stands until it is moved. Its ids are the same each time: what is played again goes the same way.
pub struct Standing(Mutex<Time>, AtomicU64);

impl Standing {
    /// At noon of the first day of 2031.
    pub fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(Time::of_millis(1_925_035_200_000)), AtomicU64::new(0)))
    }

    pub fn pass(&self, span: TimeDelta) {
        let mut now = self.0.lock().unwrap();
        *now = now.plus(span);
    }
}

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }

    fn id(&self) -> Uuid {
        let mut last = [0; 10];
        last[2..].copy_from_slice(&self.1.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        uuid::Builder::from_unix_timestamp_millis(self.now().millis().unsigned_abs(), &last).into_uuid()
    }
}

/// The clock of a replica: so much off the one that all share.
pub struct Off {
    pub shared: Arc<dyn Clock>,
    pub by: TimeDelta,
}

impl Clock for Off {
    fn now(&self) -> Time {
        self.shared.now().plus(self.by)
    }

    fn shared(&self) -> Option<Time> {
        Some(self.shared.now())
    }

    fn id(&self) -> Uuid {
        self.shared.id()
    }
}
