//! From a change to those who subscribed to it.
use super::{change::Change, hub::Hub};
use crate::refusals::error::Error;
use futures_util::{StreamExt, stream};

/// Records that are loaded at once.
const AT_ONCE: usize = 8;

/// Delivers `changes`; each record is loaded once, however many subscribed to it.
pub(super) async fn deliver(hub: &Hub, changes: Vec<Change>) {
    let loading = stream::iter(hub.wanted(changes)).map(async |(change, subscriber)| {
        let loaded = (subscriber.load)(change.clone()).await;
        if let Err(Error::Internal(cause)) = &loaded {
            tracing::error!(?change, cause, "a changed record could not be loaded");
        }
        (change, loaded)
    });
    let mut loading = std::pin::pin!(loading.buffered(AT_ONCE));
    while let Some((change, loaded)) = loading.next().await {
        hub.dispatch(&change, &loaded);
    }
}
