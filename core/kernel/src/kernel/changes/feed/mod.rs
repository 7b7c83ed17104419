//! How changes are heard of, as the database tells them.
pub(super) mod postgres;
mod sqlite;

use crate::kernel::{panics::caught, platform::Platform};
use tokio::sync::watch;

/// Listens until nobody is subscribed any more; says when it is `ready`.
pub(super) async fn follow(platform: Platform, ready: watch::Sender<bool>) {
    let follow = async {
        match platform.database().pool() {
            Some(pool) => postgres::follow(&platform, pool, &ready).await,
            None => sqlite::follow(&platform, &ready).await,
        }
    };
    let cause = match caught(follow).await {
        Ok(Ok(())) => return,
        Ok(Err(cause)) => cause.to_string(),
        Err(panic) => format!("a panic: {panic}"),
    };
    tracing::error!(cause, "changes are not heard of: subscribers begin anew");
    platform.changes().reset();
}
