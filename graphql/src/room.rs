//! Queries that ask for much: an account has half of the processors for those, and the others wait for their turn.
//! Whoever asks for little waits for nothing.
use hosting_core::{Error, Result};
use std::{
    collections::HashMap,
    num::NonZero,
    sync::{Arc, Mutex, PoisonError, Weak},
    thread,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};
use uuid::Uuid;

/// Records from which on a query asks for much.
const MUCH: u64 = 50;

/// Places for queries that ask for much, so many for each account.
#[derive(Debug)]
pub(crate) struct Room {
    share: usize,
    /// Those that are in use or waited for.
    accounts: Mutex<HashMap<Uuid, Weak<Semaphore>>>,
}

impl Default for Room {
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self::of((processors / 2).max(1))
    }
}

impl Room {
    /// One with so many places for each account.
    fn of(share: usize) -> Self {
        Self { share, accounts: Mutex::default() }
    }

    /// A place of `account` for a query that may give so many `records`, where it needs one, until it is dropped;
    /// `overloaded` where there is none by `until`.
    pub async fn take(
        &self,
        account: Uuid,
        records: u64,
        until: Instant,
    ) -> Result<Option<OwnedSemaphorePermit>> {
        if records < MUCH {
            return Ok(None);
        }
        let place = timeout_at(until, self.places(account).acquire_owned()).await;
        match place {
            Ok(Ok(place)) => Ok(Some(place)),
            // Nobody closes them.
            Ok(Err(_)) | Err(_) => Err(Error::Overloaded),
        }
    }

    fn places(&self, account: Uuid) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(places) = accounts.get(&account).and_then(Weak::upgrade) {
            return places;
        }
        accounts.retain(|_, places| places.strong_count() > 0);
        let places = Arc::new(Semaphore::new(self.share));
        accounts.insert(account, Arc::downgrade(&places));
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const AMA: Uuid = Uuid::from_u128(1);
    const KOFI: Uuid = Uuid::from_u128(2);

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[tokio::test]
    async fn one_that_asks_for_much_waits_for_another_of_its_account() {
        let room = Room::of(1);
        let first = room.take(AMA, MUCH, soon()).await.expect("a place");
        assert!(first.is_some());
        let now = Instant::now();
        assert!(matches!(room.take(AMA, MUCH, now).await, Err(Error::Overloaded)), "its time is over");
        let (second, ()) = tokio::join!(room.take(AMA, MUCH, soon()), async {
            tokio::task::yield_now().await;
            drop(first);
        });
        assert!(second.expect("its turn").is_some());
    }

    #[tokio::test]
    async fn others_and_those_who_ask_for_little_wait_for_nothing() {
        let room = Room::of(1);
        let _first = room.take(AMA, MUCH, soon()).await.expect("a place");
        assert!(room.take(KOFI, MUCH, Instant::now()).await.expect("a place of its own").is_some());
        assert!(room.take(AMA, MUCH - 1, Instant::now()).await.expect("nothing to wait for").is_none());
    }

    #[tokio::test]
    async fn nothing_is_kept_of_who_has_gone() {
        let room = Room::of(2);
        drop(room.take(AMA, MUCH, soon()).await.expect("a place"));
        let _other = room.take(KOFI, MUCH, soon()).await.expect("a place");
        assert_eq!(room.accounts.lock().expect("nobody panics").len(), 1);
    }
}
