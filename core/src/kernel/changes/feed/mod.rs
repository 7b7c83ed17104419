//! How changes are heard of, as the database tells them.
mod postgres;
mod sqlite;

use crate::kernel::platform::Platform;
use tokio::sync::watch;

/// Listens until nobody watches any more; says when it is `ready`.
pub(super) async fn follow(platform: Platform, ready: watch::Sender<bool>) {
    let ended = match platform.database().pool() {
        Some(pool) => postgres::follow(&platform, pool, &ready).await,
        None => sqlite::follow(&platform, &ready).await,
    };
    if let Err(cause) = ended {
        tracing::error!(%cause, "changes are not heard of: those who watch begin anew");
        platform.changes().lose();
    }
}
