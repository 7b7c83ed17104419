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
    taking: Mutex<HashMap<Lane, Arc<sync::Mutex<()>>>>,
}

impl Hands {
    /// Lets one at a time take work of a lane, so that each knows what the others took.
    pub async fn taking(&self, lane: &Lane) -> sync::OwnedMutexGuard<()> {
        let taking = {
            let mut lanes = self.taking.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(lanes.entry(lane.clone()).or_default())
        };
        taking.lock_owned().await
    }

    /// The accounts that have their whole `share` of a lane.
    pub fn full(&self, lane: &Lane, share: usize) -> Vec<Uuid> {
        let busy = self.busy();
        let full = busy.iter().filter(|((of, _), count)| of == lane && **count >= share);
        full.map(|((_, account), _)| *account).collect()
    }

    /// A hand begins with work of an account.
    pub fn begin(self: Arc<Self>, lane: &Lane, account: Option<Uuid>) -> Hand {
        let whose = account.map(|account| (lane.clone(), account));
        if let Some(whose) = &whose {
            *self.busy().entry(whose.clone()).or_default() += 1;
        }
        Hand { of: self, whose }
    }

    fn busy(&self) -> MutexGuard<'_, HashMap<(Lane, Uuid), usize>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hand that is at work; it is free when this is dropped.
pub(super) struct Hand {
    of: Arc<Hands>,
    whose: Option<(Lane, Uuid)>,
}

impl Drop for Hand {
    fn drop(&mut self) {
        let Some(whose) = &self.whose else { return };
        let mut busy = self.of.busy();
        if let Some(count) = busy.get_mut(whose) {
            *count -= 1;
            if *count == 0 {
                busy.remove(whose);
            }
        }
    }
}
