//! Who watches, and how they are told.
use super::{change::Change, feed, shown::Shown, watcher::Watcher};
use crate::{
    kernel::{call::Call, platform::Platform},
    refusals::{
        code::Kind as Meaning,
        error::{Error, Result},
    },
    values::time::Time,
};
use futures_util::{StreamExt, stream};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;
use uuid::Uuid;

/// Records that are looked up at once.
const AT_ONCE: usize = 8;

/// Those who watch, by their account.
#[derive(Debug, Default)]
pub(crate) struct Hub(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    watchers: HashMap<Uuid, Vec<Arc<Watcher>>>,
    /// Turns true when changes are heard of; nobody listens while nobody watches.
    feed: Option<watch::Receiver<bool>>,
    /// What the last change was, and when.
    marks: VecDeque<(Time, i64)>,
}

/// A place among those who watch, until it is dropped.
pub(super) struct Seat {
    platform: Platform,
    watcher: Arc<Watcher>,
    feed: watch::Receiver<bool>,
}

impl Seat {
    /// A place for `watcher`; with the first one begins the listening.
    pub fn take(platform: Platform, watcher: Arc<Watcher>) -> Self {
        let mut state = platform.changes().state();
        let account = watcher.call.credential.account;
        state.watchers.entry(account).or_default().push(Arc::clone(&watcher));
        let begin = || {
            let (ready, feed) = watch::channel(false);
            tokio::spawn(feed::follow(platform.clone(), ready));
            feed
        };
        let feed = state.feed.get_or_insert_with(begin).clone();
        drop(state);
        Self { platform, watcher, feed }
    }

    /// Returns when every change from now on is heard of.
    pub async fn ready(&mut self) -> Result<()> {
        self.feed.wait_for(|ready| *ready).await.map(|_| ()).map_err(|_| Error::Overloaded)
    }

    pub fn watcher(&self) -> &Watcher {
        &self.watcher
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.platform.changes().state();
        let account = self.watcher.call.credential.account;
        if let Some(here) = state.watchers.get_mut(&account) {
            here.retain(|one| !Arc::ptr_eq(one, &self.watcher));
            if here.is_empty() {
                state.watchers.remove(&account);
            }
        }
    }
}

impl Hub {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether to stop listening: nobody watches.
    pub fn rests(&self) -> bool {
        let mut state = self.state();
        let rests = state.watchers.is_empty();
        if rests {
            state.feed = None;
        }
        rests
    }

    /// Changes may have been missed: everyone is told to begin anew.
    pub fn lose(&self) {
        let mut state = self.state();
        state.feed = None;
        for watcher in state.watchers.values().flatten() {
            watcher.end(Error::Overloaded);
        }
    }

    /// Everyone is to look whether their credential is still good.
    pub fn look(&self) {
        for watcher in self.state().watchers.values().flatten() {
            watcher.look();
        }
    }

    /// Notes the last change of `now`; gives the last of all that were there at `before`.
    pub fn mark(&self, now: Time, last: i64, before: Time) -> Option<i64> {
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

    /// What of `changes` somebody watches, each once, and one of those who do.
    fn watched(&self, changes: Vec<Change>) -> Vec<(Change, Call)> {
        let state = self.state();
        let mut seen = HashSet::new();
        let mut watched = Vec::new();
        for change in changes {
            let here = state.watchers.get(&change.account).map(Vec::as_slice).unwrap_or_default();
            if let Some(watcher) = here.iter().find(|watcher| watcher.wants(&change))
                && seen.insert(change)
            {
                watched.push((change, watcher.call.clone()));
            }
        }
        watched
    }

    /// Tells those who watch what has become of a record.
    fn tell(&self, change: &Change, shown: Result<Shown>) {
        let shown = match shown {
            Ok(shown) => Ok(Arc::new(shown)),
            // It is gone again, or somebody else's.
            Err(refusal) if refusal.kind() == Meaning::NotFound => return,
            Err(refusal) => Err(refusal),
        };
        let state = self.state();
        let here = state.watchers.get(&change.account).into_iter().flatten();
        for watcher in here.filter(|watcher| watcher.wants(change)) {
            match &shown {
                Ok(shown) => watcher.tell(shown),
                Err(Error::ConversionPlanRequired) => watcher.end(Error::ConversionPlanRequired),
                Err(_) => watcher.end(Error::Overloaded),
            }
        }
    }
}

impl Platform {
    /// Tells `changes` to those who watch; each record is looked up once, whoever watches it.
    pub(super) async fn tell_changes(&self, changes: Vec<Change>) {
        let looked = stream::iter(self.changes().watched(changes)).map(async |(change, call)| {
            let shown = Shown::look(self, &call, change).await;
            if let Err(Error::Internal(cause)) = &shown {
                tracing::error!(?change, cause, "a changed record could not be looked up");
            }
            (change, shown)
        });
        let mut looked = std::pin::pin!(looked.buffered(AT_ONCE));
        while let Some((change, shown)) = looked.next().await {
            self.changes().tell(&change, shown);
        }
    }
}
