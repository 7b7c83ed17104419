//! How workers hear that there is work.
use super::lane::Lane;
use tokio::sync::Notify;

/// How workers hear that there is work: somebody looks where, and wakes a worker of each lane that has some.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    any: Notify,
    lanes: [Notify; Lane::ALL.len()],
}

impl Wakeups {
    /// There may be work, in whichever lane.
    pub fn wake(&self) {
        self.any.notify_one();
    }

    /// Returns when there may be work.
    pub async fn woken(&self) {
        self.any.notified().await;
    }

    /// Wakes a worker of a lane; where none sleeps, the next one does not fall asleep.
    pub fn wake_one(&self, lane: Lane) {
        self.lanes[lane.index()].notify_one();
    }

    /// Sleeps until there may be work in a lane.
    pub async fn woken_in(&self, lane: Lane) {
        self.lanes[lane.index()].notified().await;
    }
}
