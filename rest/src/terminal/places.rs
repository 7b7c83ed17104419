//! How many terminals there can be, and their end with the process.
use hosting_core::{Error, Result};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::watch;
use uuid::Uuid;

/// Terminals of one container at once.
const OF_ONE: usize = 5;
/// Terminals in all.
const IN_ALL: usize = 256;
/// How long terminals have to close once the process is told to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// The terminals that are open; cheap to clone.
#[derive(Clone, Debug)]
pub struct Terminals {
    open: Arc<Mutex<HashMap<Uuid, usize>>>,
    ending: watch::Sender<bool>,
}

/// The place of one terminal, until it is dropped.
pub struct Place {
    terminals: Terminals,
    instance: Uuid,
    ending: watch::Receiver<bool>,
}

impl Default for Terminals {
    fn default() -> Self {
        Self { open: Arc::default(), ending: watch::Sender::new(false) }
    }
}

impl Terminals {
    /// A place for one more, if there is room.
    pub fn take(&self, instance: Uuid) -> Result<Place> {
        if *self.ending.borrow() {
            return Err(Error::ShuttingDown);
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.values().sum::<usize>() >= IN_ALL {
            return Err(Error::Overloaded);
        }
        let here = open.entry(instance).or_default();
        if *here >= OF_ONE {
            let message = format!("the container has {OF_ONE} terminals open: close one first");
            return Err(Error::ActionNotAllowed(message));
        }
        *here += 1;
        Ok(Place { terminals: self.clone(), instance, ending: self.ending.subscribe() })
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
        let mut open = self.terminals.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = open.get_mut(&self.instance) {
            *here -= 1;
            if *here == 0 {
                open.remove(&self.instance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_for_a_container_and_in_all_and_given_back() {
        let terminals = Terminals::default();
        let of = Uuid::from_u128;
        let mut taken: Vec<_> = (0..OF_ONE).map(|_| terminals.take(of(1)).expect("a place")).collect();
        assert!(matches!(terminals.take(of(1)), Err(Error::ActionNotAllowed(_))));
        taken.pop();
        taken.push(terminals.take(of(1)).expect("a place that was given back"));
        let rest = (OF_ONE..IN_ALL).map(|number| terminals.take(of(number as u128)).expect("a place"));
        let rest: Vec<_> = rest.collect();
        assert!(matches!(terminals.take(of(9999)), Err(Error::Overloaded)));
        drop((taken, rest));
        assert!(terminals.open.lock().expect("nobody panicked").is_empty());
    }

    #[tokio::test]
    async fn the_end_of_the_process_is_told_to_all() {
        let terminals = Terminals::default();
        let mut place = terminals.take(Uuid::nil()).expect("a place");
        let (tell, stop) = watch::channel(false);
        let closing = tokio::spawn(terminals.clone().close_at(stop));
        tell.send_replace(true);
        place.ended().await;
        assert!(matches!(terminals.take(Uuid::nil()), Err(Error::ShuttingDown)));
        drop(place);
        closing.await.expect("an end");
    }
}
