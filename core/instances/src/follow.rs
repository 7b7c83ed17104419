//! Following hypervisors that tell what becomes of their instances, so that it is seen before the next poll.
use super::look::{Place, TIMEOUT, look_at, look_at_all, places};
use futures_util::{StreamExt, future::join_all, stream::BoxStream};
use hosting_kernel::{
    kernel::platform::Platform,
    providers::{hypervisor::InstanceKind, within},
    refusals::error::{Error, Result},
};
use std::{collections::HashSet, time::Duration};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

/// What is told within this is looked at together: much is told of one change.
const GATHER: Duration = Duration::from_millis(200);
/// So many instances are looked at together, at most.
const TOGETHER: usize = 100;
/// When each is looked at once more: Incus tells before it has ended what it does, and shows what was before until then.
const AGAIN: Duration = Duration::from_secs(2);
/// How long after a connection has ended the next is tried, at first; twice as long each time, up to the longest.
const PAUSE: Duration = Duration::from_secs(2);
const PAUSE_MAX: Duration = Duration::from_mins(1);
/// A connection that held for so long ends an outage.
const HELD: Duration = Duration::from_mins(1);

/// Follows each hypervisor of `kind` for as long as this is waited for; it returns where none tells anything.
///
/// Several processes may each do so: what one has corrected, no other finds to be otherwise.
pub(super) async fn follow(platform: &Platform, kind: InstanceKind) {
    let places = places(platform, kind);
    join_all(places.iter().map(|place| follow_one(platform, place))).await;
}

async fn follow_one(platform: &Platform, place: &Place) {
    let (hypervisor, lane) = (&place.backend.driver, place.lane());
    let backend = lane.name();
    let (mut pause, mut is_logged) = (PAUSE, false);
    loop {
        let why = match within(TIMEOUT, hypervisor.follow()).await {
            Ok(None) => return,
            Ok(Some(told)) => {
                tracing::info!(backend, "what becomes of instances is followed");
                let began = Instant::now();
                heed(platform, place, told).await;
                if began.elapsed() >= HELD {
                    (pause, is_logged) = (PAUSE, false);
                }
                "the connection has ended".to_owned()
            }
            Err(failure) => failure.to_string(),
        };
        if !is_logged {
            tracing::warn!(
                backend,
                why,
                "what becomes of instances is not followed: until it is, it is polled"
            );
            is_logged = true;
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

/// Looks at all instances, since nobody told what became of them before, and then at each that is told.
async fn heed(platform: &Platform, place: &Place, told: BoxStream<'_, Uuid>) {
    log(place, look_at_all(platform, place).await);
    let (mut told, mut seen) = (told.fuse(), HashSet::new());
    loop {
        let mut new = HashSet::new();
        tokio::select! {
            next = told.next() => {
                let Some(first) = next else { return };
                new.insert(first);
                let gather = async {
                    while new.len() < TOGETHER && let Some(one) = told.next().await {
                        new.insert(one);
                    }
                };
                // Whether it was the time or the number that ended it, or the connection.
                let _ended = timeout(GATHER, gather).await;
            }
            () = sleep(AGAIN), if !seen.is_empty() => {}
        }
        let ids: Vec<Uuid> = new.union(&seen).copied().collect();
        log(place, look_at(platform, place, &ids).await);
        seen = new;
    }
}

/// Logs what went wrong with the database; the next poll makes up for it.
fn log(place: &Place, outcome: Result<()>) {
    match outcome {
        // The log has it once that the database is away.
        Ok(()) | Err(Error::Overloaded | Error::DatabaseAway) => {}
        Err(cause) => {
            tracing::error!(backend = place.lane().name(), %cause, "what became of instances was not written down");
        }
    }
}
