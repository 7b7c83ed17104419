//! Places: how many ask the database at the same time, and who comes next.
use super::turns::{Turns, Whose};
use crate::refusals::error::{Error, Result};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::oneshot, time::timeout};

/// How many of an account may wait for a place.
const WAITING: usize = 10_000;

/// Places, which are given in turns of those who wait; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Places(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Places that one account may have at the same time.
    share: usize,
    /// How long a place is waited for; then it is refused.
    wait: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    held: HashMap<Whose, usize>,
    waiting: Turns<oneshot::Sender<Place>>,
}

/// A place; it is the next one's when dropped.
#[derive(Debug)]
pub(super) struct Place(Option<(Arc<Inner>, Whose)>);

impl Places {
    /// As many as `all`; an account has at most its `share` of them, and nobody waits longer than `wait`.
    pub fn new(all: usize, share: usize, wait: Duration) -> Self {
        let state = State { free: all, held: HashMap::new(), waiting: Turns::default() };
        Self(Arc::new(Inner { share, wait, state: Mutex::new(state) }))
    }

    /// A place for what is done for `whose`; refuses who has waited too long for it.
    pub async fn take(&self, whose: Whose) -> Result<Place> {
        let waiting = {
            let mut state = self.0.state();
            if state.free > 0 && self.0.may(&state.held, whose) {
                return Ok(Inner::give(&self.0, &mut state, whose));
            }
            if state.waiting.count(whose) >= WAITING {
                return Err(Error::Overloaded);
            }
            let (sender, waiting) = oneshot::channel();
            state.waiting.push(whose, sender);
            waiting
        };
        match timeout(self.0.wait, waiting).await {
            Ok(place) => Ok(place?),
            Err(_) => Err(Error::Overloaded),
        }
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one place more is within the share of those who have them; the platform itself has no bound.
    fn may(&self, held: &HashMap<Whose, usize>, whose: Whose) -> bool {
        whose.is_none() || held.get(&whose).is_none_or(|held| *held < self.share)
    }

    fn give(this: &Arc<Self>, state: &mut State, whose: Whose) -> Place {
        state.free -= 1;
        *state.held.entry(whose).or_default() += 1;
        Place(Some((Arc::clone(this), whose)))
    }
}

impl State {
    fn take_back(&mut self, whose: Whose) {
        self.free += 1;
        if let Some(held) = self.held.get_mut(&whose) {
            *held -= 1;
            if *held == 0 {
                self.held.remove(&whose);
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((inner, whose)) = self.0.take() else { return };
        let mut state = inner.state();
        state.take_back(whose);
        while state.free > 0 {
            let State { waiting, held, .. } = &mut *state;
            let Some((next, sender)) = waiting.next_of(|whose| inner.may(held, whose)) else { return };
            let place = Inner::give(&inner, &mut state, next);
            // Whoever waited may have gone: then it is the next one's.
            if let Err(mut place) = sender.send(place) {
                place.0 = None;
                state.take_back(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{pin::Pin, task::Poll};
    use uuid::Uuid;

    const LONG: Duration = Duration::from_mins(10);
    const MUCH: Whose = Some(Uuid::from_u128(1));
    const LITTLE: Whose = Some(Uuid::from_u128(2));

    type Waits = Pin<Box<dyn Future<Output = Result<Place>>>>;

    /// One who asks for a place, and waits if there is none.
    fn ask(places: &Places, whose: Whose) -> Waits {
        let places = places.clone();
        Box::pin(async move { places.take(whose).await })
    }

    /// The place, if it is there by now.
    async fn given(waits: &mut Waits) -> Option<Place> {
        match futures_util::poll!(waits) {
            Poll::Ready(place) => Some(place.unwrap()),
            Poll::Pending => None,
        }
    }

    #[tokio::test]
    async fn a_place_that_is_free_again_goes_to_whoever_waited_longest_for_a_turn() {
        let places = Places::new(1, 1, LONG);
        let first = places.take(MUCH).await.unwrap();
        let mut much: Vec<Waits> = (0..3).map(|_| ask(&places, MUCH)).collect();
        for waits in &mut much {
            assert!(given(waits).await.is_none());
        }
        let mut little = ask(&places, LITTLE);
        assert!(given(&mut little).await.is_none());
        drop(first);
        let second = given(&mut much[0]).await.unwrap();
        assert!(given(&mut little).await.is_none());
        drop(second);
        let third = given(&mut little).await.unwrap();
        assert!(given(&mut much[1]).await.is_none());
        drop(third);
        // Who has gone meanwhile is passed over.
        drop(much.remove(1));
        assert!(given(&mut much[1]).await.is_some());
    }

    #[tokio::test]
    async fn an_account_has_no_more_than_its_share() {
        let places = Places::new(3, 2, LONG);
        let held = [places.take(MUCH).await.unwrap(), places.take(MUCH).await.unwrap()];
        let mut third = ask(&places, MUCH);
        assert!(given(&mut third).await.is_none());
        let other = given(&mut ask(&places, LITTLE)).await.unwrap();
        drop(other);
        assert!(given(&mut third).await.is_none());
        drop(held);
        assert!(given(&mut third).await.is_some());
    }

    #[tokio::test]
    async fn who_waits_too_long_is_refused_and_leaves_no_trace() {
        let places = Places::new(1, 1, Duration::from_millis(1));
        let held = places.take(None).await.unwrap();
        assert!(matches!(places.take(MUCH).await, Err(Error::Overloaded)));
        drop(held);
        drop(places.take(LITTLE).await.unwrap());
    }
}
