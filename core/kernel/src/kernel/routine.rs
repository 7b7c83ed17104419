//! What is done as time passes.
use super::{panics::caught, platform::Platform};
use crate::refusals::error::{Error, Result};
use futures_util::future::BoxFuture;
use std::time::Duration;
use tokio::time::timeout;

/// How long one may take: whoever waits for what never answers does nothing else any more.
const LONGEST: Duration = Duration::from_mins(10);

/// Something that is done once a minute, by every process.
#[derive(Debug)]
pub struct Routine {
    /// What it does, for the log.
    pub name: &'static str,
    /// Does what is due by now.
    pub run: for<'a> fn(&'a Platform) -> BoxFuture<'a, Result<()>>,
}

impl Routine {
    /// Does what is due by now; what goes wrong is logged, and tried again the next time.
    pub async fn perform(&self, platform: &Platform) {
        let done = timeout(LONGEST, caught(async { (self.run)(platform).await })).await;
        let Ok(done) = done else {
            tracing::error!(routine = self.name, "a routine took too long, and is begun anew");
            return;
        };
        match done {
            Ok(Ok(())) => {}
            // The log has it once that the database is away.
            Ok(Err(Error::Overloaded | Error::DatabaseAway)) => {
                tracing::debug!(routine = self.name, "a routine has to wait for the database");
            }
            Ok(Err(cause)) => tracing::error!(%cause, routine = self.name, "a routine failed"),
            Err(panic) => tracing::error!(panic, routine = self.name, "a routine panicked"),
        }
    }
}
