//! How many may listen at once, and their end with the process.
use hosting_core::{Error, Result};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::watch;

/// Sockets and streams of events in all.
const IN_ALL: usize = 10_000;
/// How long they have to close once the process is told to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Those who listen; cheap to clone.
#[derive(Clone, Debug)]
pub struct Live {
    open: Arc<AtomicUsize>,
    ending: watch::Sender<bool>,
}

/// The place of one who listens, until it is dropped.
#[derive(Debug)]
pub struct Place {
    open: Arc<AtomicUsize>,
    ending: watch::Receiver<bool>,
}

impl Default for Live {
    fn default() -> Self {
        Self { open: Arc::default(), ending: watch::Sender::new(false) }
    }
}

impl Live {
    /// A place for one more, if there is room.
    pub(crate) fn take(&self) -> Result<Place> {
        if *self.ending.borrow() {
            return Err(Error::ShuttingDown);
        }
        let before = self.open.fetch_add(1, Ordering::Relaxed);
        let place = Place { open: Arc::clone(&self.open), ending: self.ending.subscribe() };
        match before < IN_ALL {
            true => Ok(place),
            false => Err(Error::Overloaded),
        }
    }

    /// How many listen.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// Closes all when `stop` turns true, and waits for them a while.
    pub async fn close_at(self, mut stop: watch::Receiver<bool>) {
        // A sender that is gone will not say it any more.
        let _ = stop.wait_for(|stop| *stop).await;
        self.ending.send_replace(true);
        let _ = tokio::time::timeout(FAREWELL, self.ending.closed()).await;
    }
}

impl Place {
    /// Returns when the process is told to end.
    pub async fn ended(&mut self) {
        let _ = self.ending.wait_for(|ending| *ending).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_and_given_back() {
        let live = Live::default();
        let mut taken: Vec<_> = (0..IN_ALL).map(|_| live.take().expect("a place")).collect();
        assert!(matches!(live.take(), Err(Error::Overloaded)));
        taken.pop();
        taken.push(live.take().expect("a place that was given back"));
        drop(taken);
        assert_eq!(live.open(), 0);
    }
}
