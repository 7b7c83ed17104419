//! Being among those who subscribed.
use super::{feed, subscriber::Subscriber};
use crate::{
    kernel::platform::Platform,
    refusals::error::{Error, Result},
};
use std::sync::Arc;
use tokio::sync::watch;

/// A subscriber is told of changes until this is dropped.
pub(super) struct Registration {
    platform: Platform,
    pub subscriber: Arc<Subscriber>,
    feed: watch::Receiver<bool>,
}

impl Registration {
    /// Registers `subscriber`; with the first one begins the listening.
    pub fn new(platform: Platform, subscriber: Arc<Subscriber>) -> Self {
        let feed = platform.changes().add(&subscriber, || {
            let (ready, feed) = watch::channel(false);
            tokio::spawn(feed::follow(platform.clone(), ready));
            feed
        });
        Self { platform, subscriber, feed }
    }

    /// Returns when every change from now on is heard of.
    pub async fn ready(&mut self) -> Result<()> {
        self.feed.wait_for(|ready| *ready).await.map(|_| ()).map_err(|_| Error::Overloaded)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.platform.changes().remove(&self.subscriber);
    }
}
