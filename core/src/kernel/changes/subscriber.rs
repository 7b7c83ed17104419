//! One who subscribed, and what waits for them.
use super::{
    change::Change,
    changed::{Changed, Record},
};
use crate::refusals::error::{Error, Result};
use futures_util::future::BoxFuture;
use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;
use uuid::Uuid;

/// Records that may wait for a subscriber: whoever takes them no faster is cut off. They are shared by all
/// who subscribed to them; a server that is busy for a moment cuts nobody off.
const WAITING: usize = 256;

/// What comes to a subscriber.
#[derive(Debug)]
pub enum Event {
    /// A record changed.
    Changed(Changed),
    /// Whether the credential is still good is to be checked now.
    Check,
    /// It is over.
    End(Error),
}

/// Loads a record that changed, as the subscriber sees it.
pub type Load = Box<dyn Fn(Change) -> BoxFuture<'static, Result<Record>> + Send + Sync>;

/// One who subscribed.
pub struct Subscriber {
    /// The account whose records it is about.
    pub account: Uuid,
    /// The names of their kinds.
    pub kinds: Vec<&'static str>,
    /// The one record, where it is not about all.
    pub record: Option<Uuid>,
    /// How a record is loaded.
    pub load: Load,
    waiting: Mutex<Waiting>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The records that changed, the first one first.
    order: VecDeque<(&'static str, Uuid)>,
    changed: HashMap<(&'static str, Uuid), Changed>,
    check: bool,
    end: Option<Error>,
}

impl Subscriber {
    /// One who subscribes to records of these kinds, and perhaps only to one `record`.
    pub fn new(account: Uuid, kinds: Vec<&'static str>, record: Option<Uuid>, load: Load) -> Self {
        Self { account, kinds, record, load, waiting: Mutex::default(), arrived: Notify::new() }
    }

    /// The kind of `change`, if that is one of those it is about.
    pub fn wants(&self, change: &Change) -> Option<&'static str> {
        let wanted = self.record.is_none_or(|record| record == change.record);
        self.kinds.iter().copied().find(|kind| wanted && *kind == change.kind)
    }

    /// Lets a record wait as it is now, in the place of what it was.
    pub fn push(&self, changed: Changed) {
        let mut waiting = self.waiting();
        if waiting.end.is_some() {
            return;
        }
        let record = (changed.kind, changed.id);
        if waiting.changed.insert(record, changed).is_none() {
            waiting.order.push_back(record);
        }
        if waiting.order.len() > WAITING {
            *waiting = Waiting { end: Some(Error::Overloaded), ..Waiting::default() };
        }
        drop(waiting);
        self.arrived.notify_one();
    }

    /// It is to check whether its credential is still good.
    pub fn check(&self) {
        self.waiting().check = true;
        self.arrived.notify_one();
    }

    /// It is over, once what waits was taken.
    pub fn end(&self, cause: Error) {
        let mut waiting = self.waiting();
        waiting.end.get_or_insert(cause);
        drop(waiting);
        self.arrived.notify_one();
    }

    /// What comes next.
    pub async fn next(&self) -> Event {
        loop {
            if let Some(event) = self.waiting().take() {
                return event;
            }
            self.arrived.notified().await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn take(&mut self) -> Option<Event> {
        if std::mem::take(&mut self.check) {
            return Some(Event::Check);
        }
        let next = self.order.pop_front();
        match next.and_then(|record| self.changed.remove(&record)) {
            Some(changed) => Some(Event::Changed(changed)),
            None => self.end.take().map(Event::End),
        }
    }
}

impl fmt::Debug for Subscriber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subscriber({} of {})", self.kinds.join(", "), self.account)
    }
}
