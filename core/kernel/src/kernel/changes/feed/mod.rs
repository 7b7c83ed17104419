//! How changes are heard of, as the database tells them.
pub(super) mod postgres;
mod sqlite;

use crate::{
    kernel::{panics::caught, platform::Platform},
    refusals::error::Result,
};
use futures_util::future::BoxFuture;
use tokio::sync::watch;

/// Listens until nobody is subscribed any more; says when it is `ready`.
pub(super) async fn follow(platform: Platform, ready: watch::Sender<bool>) {
    let follow: BoxFuture<'_, Result<()>> = match platform.database().pool() {
        Some(pool) => Box::pin(postgres::follow(&platform, pool, &ready)),
        None => Box::pin(sqlite::follow(&platform, &ready)),
    };
    let cause = match caught(follow).await {
        Ok(Ok(())) => return,
        Ok(Err(cause)) => cause.to_string(),
        Err(panic) => format!("a panic: {panic}"),
    };
    tracing::error!(cause, "changes are not heard of: subscribers begin anew");
    platform.changes().reset();
}
