//! What a process hears of for as long as it serves.
use super::{panics::caught, platform::Platform};
use futures_util::future::BoxFuture;
use std::time::Duration;
use tokio::time::sleep;

/// How long after a panic it is begun anew.
const AGAIN: Duration = Duration::from_mins(1);

/// Something that goes on in every process for as long as it serves. It may be dropped at any point where it waits.
#[derive(Debug)]
pub struct Follower {
    /// What it does, for the log.
    pub name: &'static str,
    /// Goes on until there is nothing to be heard of at all; what goes wrong on the way, it sees to by itself.
    pub run: for<'a> fn(&'a Platform) -> BoxFuture<'a, ()>,
}

impl Follower {
    /// Goes on; one that panics is begun anew after a while.
    pub(crate) async fn perform(&self, platform: &Platform) {
        while let Err(panic) = caught(async { (self.run)(platform).await }).await {
            tracing::error!(panic, follower = self.name, "a follower panicked");
            sleep(AGAIN).await;
        }
    }
}
