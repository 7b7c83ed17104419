//! How workers hear that there is work.
use super::lane::Lane;
use std::collections::HashMap;
use tokio::sync::Notify;

/// How workers hear that there is work: somebody looks where, and wakes a worker of each lane that has some.
#[derive(Debug)]
pub(crate) struct Wakeups {
    any: Notify,
    lanes: HashMap<Lane, Notify>,
}

impl Wakeups {
    /// Those of the workers of `lanes`.
    pub fn of(lanes: &[Lane]) -> Self {
        let lanes = lanes.iter().map(|lane| (lane.clone(), Notify::new())).collect();
        Self { any: Notify::new(), lanes }
    }

    /// There may be work, in whichever lane.
    pub fn wake(&self) {
        self.any.notify_one();
    }

    /// Returns when there may be work.
    pub async fn woken(&self) {
        self.any.notified().await;
    }

    /// Wakes a worker of a lane; where none sleeps, the next one does not fall asleep.
    pub fn wake_one(&self, lane: &Lane) {
        if let Some(lane) = self.lanes.get(lane) {
            lane.notify_one();
        }
    }

    /// Sleeps until there may be work in a lane.
    pub async fn woken_in(&self, lane: &Lane) {
        match self.lanes.get(lane) {
            Some(lane) => lane.notified().await,
            None => std::future::pending().await,
        }
    }
}
