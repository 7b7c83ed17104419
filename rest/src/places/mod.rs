//! Places: how much is worked on at the same time, and how much of that is whose (`contract.md` §5).
mod seat;

pub(crate) use seat::Seat;

use hosting_core::{Error, Result, limit::subscriber};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use uuid::Uuid;

/// Files that arrive at the same time, and files that are fetched.
const FILES: usize = 1024;
/// Of those, of one account.
const FILES_SHARE: usize = 128;

/// Places of one kind; cheap to clone.
#[derive(Clone, Debug)]
pub struct Places(Arc<Kind>);

#[derive(Debug)]
struct Kind {
    /// How many there are.
    all: usize,
    /// How many of them one account or one address may hold.
    share: usize,
    held: Mutex<Held>,
    /// Those that were refused one.
    shed: AtomicU64,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    by: HashMap<Holder, usize>,
}

/// The places of each kind of request: none takes those of another.
#[derive(Clone, Debug)]
pub(crate) struct Budgets {
    pub requests: Places,
    pub uploads: Places,
    pub downloads: Places,
}

impl Budgets {
    /// So many requests at the same time, of which each holder may have a `share`.
    pub fn new(requests: usize, share: usize) -> Self {
        let files = || Places::new(FILES, FILES_SHARE);
        Self { requests: Places::new(requests, share), uploads: files(), downloads: files() }
    }
}

impl Budgets {
    /// Each, by its name.
    pub fn named(&self) -> [(&'static str, &Places); 3] {
        [("requests", &self.requests), ("uploads", &self.uploads), ("downloads", &self.downloads)]
    }
}

/// One place; it is given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    places: Places,
    holder: Option<Holder>,
}

/// Who holds places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// An account, whatever credentials it uses.
    Account(Uuid),
    /// Whoever asks from one address without a credential; made by [`Holder::at`].
    Address(IpAddr),
}

impl Holder {
    /// Whoever asks from `address`.
    pub fn at(address: IpAddr) -> Self {
        Self::Address(subscriber(address))
    }
}

impl Places {
    /// So many, of which each holder may have a `share`.
    pub fn new(all: usize, share: usize) -> Self {
        Self(Arc::new(Kind { all, share, held: Mutex::default(), shed: AtomicU64::new(0) }))
    }

    /// Takes one for nobody in particular.
    pub fn take(&self) -> Result<Place> {
        let mut held = self.held();
        if held.all >= self.0.all {
            self.0.shed.fetch_add(1, Ordering::Relaxed);
            return Err(Error::Overloaded);
        }
        held.all += 1;
        Ok(Place { places: self.clone(), holder: None })
    }

    /// Takes one for `holder`.
    pub fn take_for(&self, holder: Holder) -> Result<Place> {
        let mut place = self.take()?;
        place.belong_to(holder)?;
        Ok(place)
    }

    /// How many there are.
    pub fn all(&self) -> usize {
        self.0.all
    }

    /// How many were refused one, ever.
    pub fn shed(&self) -> u64 {
        self.0.shed.load(Ordering::Relaxed)
    }

    /// How many are held.
    pub fn count(&self) -> usize {
        self.held().all
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Says whose it is from now on, unless `holder` has as many as one may.
    pub fn belong_to(&mut self, holder: Holder) -> Result<()> {
        if self.holder == Some(holder) {
            return Ok(());
        }
        let share = self.places.0.share;
        let mut held = self.places.held();
        if held.by.get(&holder).is_some_and(|count| *count >= share) {
            self.places.0.shed.fetch_add(1, Ordering::Relaxed);
            return Err(Error::TooManyAtOnce(share));
        }
        *held.by.entry(holder).or_default() += 1;
        if let Some(before) = self.holder.replace(holder) {
            held.give_back(before);
        }
        Ok(())
    }
}

impl Held {
    fn give_back(&mut self, holder: Holder) {
        if let Some(count) = self.by.get_mut(&holder) {
            *count -= 1;
            if *count == 0 {
                self.by.remove(&holder);
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.places.held();
        held.all -= 1;
        if let Some(holder) = self.holder {
            held.give_back(holder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(number: u128) -> Holder {
        Holder::Account(Uuid::from_u128(number))
    }

    #[test]
    fn places_are_bounded_in_all_and_for_each_and_given_back() {
        let places = Places::new(5, 3);
        let mut held: Vec<_> = (0..3).map(|_| places.take_for(of(1)).expect("a place")).collect();
        assert!(matches!(places.take_for(of(1)), Err(Error::TooManyAtOnce(3))));
        assert_eq!(places.count(), 3, "what is refused does not count");
        held.push(places.take_for(of(2)).expect("a place of another"));
        held.push(places.take().expect("the last"));
        assert!(matches!(places.take_for(of(3)), Err(Error::Overloaded)));
        held.clear();
        assert_eq!(places.count(), 0);
        assert!(places.held().by.is_empty(), "nobody is remembered");
    }

    #[test]
    fn a_place_is_counted_for_whoever_has_it_now() {
        let places = Places::new(5, 1);
        let mut place = places.take_for(of(1)).expect("a place");
        place.belong_to(of(1)).expect("it is");
        place.belong_to(of(2)).expect("the share of another");
        let _one = places.take_for(of(1)).expect("it was given back");
        assert!(places.take_for(of(2)).is_err());
    }

    #[test]
    fn neighbours_of_one_network_share() {
        let [one, same, other] = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"];
        let of = |text: &str| Holder::at(text.parse().expect("an address"));
        assert_eq!(of(one), of(same));
        assert_ne!(of(one), of(other));
    }

    #[tokio::test]
    async fn a_task_that_panics_gives_its_place_back() {
        let places = Places::new(1, 1);
        let place = places.take().expect("a place");
        let task = tokio::spawn(async move {
            let _held = place;
            panic!("in the middle of it");
        });
        assert!(task.await.expect_err("a panic").is_panic());
        assert_eq!(places.count(), 0);
    }
}
