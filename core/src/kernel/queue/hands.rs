//! Whose work the hands of this process do.
use super::lane::Lane;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync;
use uuid::Uuid;

/// How many hands of each lane each account has, in this process.
#[derive(Default)]
pub(super) struct Hands {
    busy: Mutex<HashMap<(Lane, Uuid), usize>>,
    taking: [sync::Mutex<()>; Lane::ALL.len()],
}

impl Hands {
    /// Lets one at a time take work of a lane, so that each knows what the others took.
    pub async fn taking(&self, lane: Lane) -> sync::MutexGuard<'_, ()> {
        self.taking[lane.index()].lock().await
    }

    /// The accounts that have their whole `share` of a lane.
    pub fn full(&self, lane: Lane, share: usize) -> Vec<Uuid> {
        let busy = self.busy();
        let full = busy.iter().filter(|((of, _), count)| *of == lane && **count >= share);
        full.map(|((_, account), _)| *account).collect()
    }

    /// A hand begins with work of an account.
    pub fn begin(self: Arc<Self>, lane: Lane, account: Option<Uuid>) -> Hand {
        if let Some(account) = account {
            *self.busy().entry((lane, account)).or_default() += 1;
        }
        Hand { of: self, lane, account }
    }

    fn busy(&self) -> MutexGuard<'_, HashMap<(Lane, Uuid), usize>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hand that is at work; it is free when this is dropped.
pub(super) struct Hand {
    of: Arc<Hands>,
    lane: Lane,
    account: Option<Uuid>,
}

impl Drop for Hand {
    fn drop(&mut self) {
        let Some(account) = self.account else { return };
        let mut busy = self.of.busy();
        if let Some(count) = busy.get_mut(&(self.lane, account)) {
            *count -= 1;
            if *count == 0 {
                busy.remove(&(self.lane, account));
            }
        }
    }
}
