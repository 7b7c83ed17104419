//! `SQLite`: changes stand in a table, in the order of their commits.
use crate::{
    kernel::{
        changes::{deliver::deliver, row},
        platform::Platform,
    },
    refusals::error::Result,
};
use std::time::Duration;
use tokio::{sync::watch, time::timeout};

/// How often it is looked whether another process has changed something.
const POLL: Duration = Duration::from_millis(500);

/// Reads what this process commits at once, and what others commit soon.
pub async fn follow(platform: &Platform, ready: &watch::Sender<bool>) -> Result<()> {
    let db = platform.database();
    let mut last = row::last(db).await?;
    ready.send_replace(true);
    while !platform.changes().is_idle() {
        // Whether it was woken or not, there may be something.
        let _ = timeout(POLL, db.committed()).await;
        match row::after(db, last).await {
            Ok((changes, now)) => {
                last = now;
                deliver(platform.changes(), changes).await;
            }
            // Nothing is lost: it is read the next time.
            Err(cause) => {
                tracing::warn!(%cause, "changes could not be read");
                tokio::time::sleep(POLL).await;
            }
        }
    }
    Ok(())
}
