//! One who watches, and what waits for them.
use super::{
    change::{Change, Kind},
    shown::Shown,
};
use crate::{kernel::call::Call, refusals::error::Error};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;
use uuid::Uuid;

/// Records that may wait for one who watches: whoever takes them no faster is cut off. They are shared by all
/// who watch them; a server that is busy for a moment cuts nobody off.
const WAITING: usize = 256;

/// What comes to one who watches.
#[derive(Debug)]
pub enum News {
    /// A record changed.
    Changed(Arc<Shown>),
    /// Whether the credential is still good is to be looked at now.
    Look,
    /// It is over.
    End(Error),
}

/// One who watches.
#[derive(Debug)]
pub struct Watcher {
    /// Who it is.
    pub call: Call,
    kinds: Vec<Kind>,
    record: Option<Uuid>,
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The records that changed, the first one first.
    order: VecDeque<(Kind, Uuid)>,
    changed: HashMap<(Kind, Uuid), Arc<Shown>>,
    look: bool,
    end: Option<Error>,
}

impl Watcher {
    /// One who watches `kinds`, and of them perhaps only one `record`.
    pub fn new(call: Call, kinds: Vec<Kind>, record: Option<Uuid>) -> Self {
        Self { call, kinds, record, waiting: Mutex::default(), news: Notify::new() }
    }

    /// Whether `change` is one of what it watches.
    pub fn wants(&self, change: &Change) -> bool {
        self.kinds.contains(&change.kind) && self.record.is_none_or(|record| record == change.record)
    }

    /// Lets a record wait as it is now, in the place of what it was.
    pub fn tell(&self, shown: &Arc<Shown>) {
        let mut waiting = self.waiting();
        if waiting.end.is_some() {
            return;
        }
        let record = (shown.kind(), shown.id());
        if waiting.changed.insert(record, Arc::clone(shown)).is_none() {
            waiting.order.push_back(record);
        }
        if waiting.order.len() > WAITING {
            *waiting = Waiting { end: Some(Error::Overloaded), ..Waiting::default() };
        }
        drop(waiting);
        self.news.notify_one();
    }

    /// It is to look whether its credential is still good.
    pub fn look(&self) {
        self.waiting().look = true;
        self.news.notify_one();
    }

    /// It is over, once what waits was taken.
    pub fn end(&self, cause: Error) {
        let mut waiting = self.waiting();
        waiting.end.get_or_insert(cause);
        drop(waiting);
        self.news.notify_one();
    }

    /// What comes next.
    pub async fn next(&self) -> News {
        loop {
            if let Some(news) = self.waiting().take() {
                return news;
            }
            self.news.notified().await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn take(&mut self) -> Option<News> {
        if std::mem::take(&mut self.look) {
            return Some(News::Look);
        }
        let next = self.order.pop_front();
        match next.and_then(|record| self.changed.remove(&record)) {
            Some(shown) => Some(News::Changed(shown)),
            None => self.end.take().map(News::End),
        }
    }
}
