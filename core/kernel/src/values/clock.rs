//! The time, passed in so that scenarios can move it.
use crate::values::time::Time;
use chrono::Utc;
use std::sync::Mutex;
use uuid::{Uuid, timestamp::context::ContextV7};

/// Where the time and the ids made from it come from.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Time;

    /// What time it is for all who share the database, where this clock says so for all of them; nothing where
    /// the machines' own clocks are as they are, and the database's is asked.
    fn shared(&self) -> Option<Time> {
        Some(self.now())
    }

    /// A new id, ordered by time (UUID version 7, RFC 9562); ids of one process never go back.
    fn id(&self) -> Uuid {
        static ORDER: Mutex<ContextV7> = Mutex::new(ContextV7::new());
        let now = self.now().utc();
        let seconds = now.timestamp().cast_unsigned();
        Uuid::new_v7(uuid::Timestamp::from_unix(&ORDER, seconds, now.timestamp_subsec_nanos()))
    }
}

/// The clock of the machine.
#[derive(Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the place that everyone else asks")]
    fn now(&self) -> Time {
        Time::new(Utc::now())
    }

    fn shared(&self) -> Option<Time> {
        None
    }
}
