//! What a process does while nobody asks: it works off the queue, does what time brings,
//! and hears of what happens elsewhere.
use super::{area::Areas, platform::Platform, queue::worker};
use futures_util::future::BoxFuture;
use std::time::Duration;
use tokio::{sync::watch, task::JoinSet, time::sleep};

/// How often each routine is done.
const EVERY: Duration = Duration::from_mins(1);

/// Starts the workers, the routines and the followers of `areas`; they end when `stop` turns true, workers and routines
/// after what they have begun.
pub fn start(platform: &Platform, areas: Areas, stop: &watch::Receiver<bool>) -> JoinSet<()> {
    let mut tasks = worker::start(platform, areas, stop);
    // Each in a task of its own: one that waits for its backend holds up no other.
    for routine in areas.iter().flat_map(|area| area.routines) {
        let (platform, mut stop) = (platform.clone(), stop.clone());
        tasks.spawn(async move {
            while !*stop.borrow() {
                routine.perform(&platform).await;
                tokio::select! {
                    () = sleep(EVERY) => {}
                    _ = stop.changed() => {}
                }
            }
        });
    }
    for follower in areas.iter().flat_map(|area| area.followers) {
        let (platform, mut stop) = (platform.clone(), stop.clone());
        tasks.spawn(async move {
            tokio::select! {
                () = follower.perform(&platform) => {}
                _ = stop.wait_for(|stop| *stop) => {}
            }
        });
    }
    tasks
}

/// Does every routine of `areas` once, in their order.
pub fn run_routines(platform: &Platform, areas: Areas) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        for routine in areas.iter().flat_map(|area| area.routines) {
            routine.perform(platform).await;
        }
    })
}
