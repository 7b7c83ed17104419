//! How workers hear that there is work.
use super::workers::Workers;
use tokio::sync::Notify;

/// How workers hear that there is work: one of each sort at a time.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    waiting: Notify,
    computing: Notify,
}

impl Wakeups {
    /// Wakes a worker of each sort; where none sleeps, the next one does not fall asleep.
    pub fn wake(&self) {
        self.waiting.notify_one();
        self.computing.notify_one();
    }

    /// Sleeps until there may be work for `workers`.
    pub async fn woken(&self, workers: Workers) {
        match workers {
            Workers::Waiting => self.waiting.notified().await,
            Workers::Computing => self.computing.notified().await,
        }
    }
}
