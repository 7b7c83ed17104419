//! One who subscribed, and what waits for them.
use super::{
    change::Change,
    changed::{Changed, Record},
    watched::{Kind, Watched},
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
    /// Their kinds.
    pub kinds: Vec<Kind>,
    /// Which of them.
    pub watched: Watched,
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
    /// One who subscribes to records of these kinds, as far as they are `watched`.
    pub fn new(account: Uuid, kinds: Vec<Kind>, watched: Watched, load: Load) -> Self {
        Self { account, kinds, watched, load, waiting: Mutex::default(), arrived: Notify::new() }
    }

    /// The kind of `change`, if that is one of those it is about.
    pub fn wants(&self, change: &Change) -> Option<Kind> {
        let wanted = self.watched.record.is_none_or(|record| record == change.record);
        self.kinds.iter().copied().find(|kind| wanted && kind.name == change.kind)
    }

    /// Whether `record`, of that kind, is part of what it is about.
    pub fn is_told_of(&self, kind: Kind, record: &Record) -> bool {
        let Some(whole) = self.watched.whole else { return true };
        kind.whole.and_then(|whole_of| whole_of(record)) == Some(whole)
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
        write!(f, "Subscriber({:?} of {})", self.kinds, self.account)
    }
}
