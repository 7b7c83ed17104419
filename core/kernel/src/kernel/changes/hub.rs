//! Who subscribed, and how they are told.
use super::{change::Change, changed::Changed, changed::Record, subscriber::Subscriber};
use crate::{
    refusals::{
        code::Kind,
        error::{Error, Result},
    },
    values::time::Time,
};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;
use uuid::Uuid;

/// Those who subscribed, by their account.
#[derive(Debug, Default)]
pub(crate) struct Hub(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    subscribers: HashMap<Uuid, Vec<Arc<Subscriber>>>,
    /// Turns true when changes are heard of; nobody listens while nobody subscribed.
    feed: Option<watch::Receiver<bool>>,
    /// What the last change was, and when.
    marks: VecDeque<(Time, i64)>,
}

impl Hub {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds one, and gives the feed that they hear of; with the first one it is begun.
    pub(super) fn add(
        &self,
        subscriber: &Arc<Subscriber>,
        begin: impl FnOnce() -> watch::Receiver<bool>,
    ) -> watch::Receiver<bool> {
        let mut state = self.state();
        state.subscribers.entry(subscriber.account).or_default().push(Arc::clone(subscriber));
        state.feed.get_or_insert_with(begin).clone()
    }

    /// Removes one.
    pub(super) fn remove(&self, subscriber: &Arc<Subscriber>) {
        let mut state = self.state();
        if let Some(of_account) = state.subscribers.get_mut(&subscriber.account) {
            of_account.retain(|one| !Arc::ptr_eq(one, subscriber));
            if of_account.is_empty() {
                state.subscribers.remove(&subscriber.account);
            }
        }
    }

    /// Whether to stop listening: nobody is subscribed.
    pub(super) fn is_idle(&self) -> bool {
        let mut state = self.state();
        let idle = state.subscribers.is_empty();
        if idle {
            state.feed = None;
        }
        idle
    }

    /// Changes may have been missed: everyone is told to begin anew.
    pub(super) fn reset(&self) {
        let mut state = self.state();
        state.feed = None;
        for subscriber in state.subscribers.values().flatten() {
            subscriber.end(Error::Overloaded);
        }
    }

    /// Everyone is to check whether their credential is still good.
    pub fn check(&self) {
        for subscriber in self.state().subscribers.values().flatten() {
            subscriber.check();
        }
    }

    /// Notes the last change of `now`; gives the last of all that were there at `before`.
    pub(super) fn mark(&self, now: Time, last: i64, before: Time) -> Option<i64> {
        let mut state = self.state();
        state.marks.push_back((now, last));
        let mut old = None;
        while let Some((at, last)) = state.marks.front().copied() {
            if at > before {
                break;
            }
            old = Some(last);
            state.marks.pop_front();
        }
        old
    }

    /// What of `changes` somebody subscribed to, each once, and one of those who did.
    pub(super) fn wanted(&self, changes: Vec<Change>) -> Vec<(Change, Arc<Subscriber>)> {
        let state = self.state();
        let mut seen = HashSet::new();
        let mut wanted = Vec::new();
        for change in changes {
            let of_account = state.subscribers.get(&change.account).map(Vec::as_slice).unwrap_or_default();
            if let Some(one) = of_account.iter().find(|one| one.wants(&change).is_some())
                && seen.insert(change.clone())
            {
                wanted.push((change, Arc::clone(one)));
            }
        }
        wanted
    }

    /// Hands everyone who subscribed to it what has become of a record.
    pub(super) fn dispatch(&self, change: &Change, loaded: &Result<Record>) {
        // It is gone again, or somebody else's.
        if matches!(loaded, Err(refusal) if refusal.kind() == Kind::NotFound) {
            return;
        }
        let state = self.state();
        for subscriber in state.subscribers.get(&change.account).into_iter().flatten() {
            let Some(kind) = subscriber.wants(change) else { continue };
            match loaded {
                Ok(record) if subscriber.is_told_of(kind, record) => {
                    let record = Arc::clone(record);
                    subscriber.push(Changed { kind: kind.name, id: change.record, record });
                }
                Ok(_) => {}
                Err(Error::ConversionPlanRequired) => subscriber.end(Error::ConversionPlanRequired),
                Err(_) => subscriber.end(Error::Overloaded),
            }
        }
    }
}
