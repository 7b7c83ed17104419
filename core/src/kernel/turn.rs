//! What the passing of time brings.
use crate::{
    hosting::life,
    instances::{lxc::ticket, poll},
    kernel::{platform::Platform, queue},
};
use std::time::Duration;
use tokio::{sync::watch, task::JoinSet};

impl Platform {
    /// Starts to work off the queue and to do what time brings, until `stop` turns true.
    pub fn start(&self, stop: &watch::Receiver<bool>) -> JoinSet<()> {
        let mut tasks = queue::start(self, stop);
        let (platform, mut stop) = (self.clone(), stop.clone());
        tasks.spawn(async move {
            while !*stop.borrow() {
                platform.limits().sweep(platform.clock().now().utc());
                platform.turn().await;
                tokio::select! {
                    () = tokio::time::sleep(Duration::from_mins(1)) => {}
                    _ = stop.changed() => {}
                }
            }
        });
        tasks
    }

    /// Does what is due by now: each part by itself, so that one in trouble does not hold up the others.
    pub async fn turn(&self) {
        let done = [
            ("what is no longer kept is removed", self.tidy().await),
            ("what was cancelled has ended", self.end_services().await),
            ("tickets whose time is over are removed", ticket::purge(self).await),
            ("instances are looked at", poll::poll(self).await),
            ("changes that everyone has read are removed", self.forget_changes().await),
            ("sites live on", life::live(self).await),
            ("conversions end, and their files go", self.end_conversions().await),
        ];
        for (what, outcome) in done {
            if let Err(cause) = outcome {
                tracing::error!(%cause, what, "not done");
            }
        }
    }
}
