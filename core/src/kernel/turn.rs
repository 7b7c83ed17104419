//! What the passing of time brings.
use crate::{hosting::life, kernel::platform::Platform};

impl Platform {
    /// Does what is due by now: each part by itself, so that one in trouble does not hold up the others.
    pub async fn turn(&self) {
        let done = [
            ("what is no longer kept is removed", self.tidy().await),
            ("what was cancelled has ended", self.end_services().await),
            ("tickets whose time is over are removed", self.purge_tickets().await),
            ("instances are looked at", self.watch().await),
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
