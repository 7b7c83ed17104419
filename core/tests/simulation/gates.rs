//! Where whoever asks a backend waits until a schedule lets them go on.
use crate::made_up::Halt;
use futures_util::future::BoxFuture;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::oneshot;
use uuid::Uuid;

/// Who waits, with which work.
type Waiting = (Uuid, oneshot::Sender<()>);

/// Those who wait, in the order in which they came.
#[derive(Clone, Default)]
pub struct Gates(Arc<Mutex<Vec<Waiting>>>);

impl Gates {
    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.all().len()
    }

    /// Lets one go on; with which work.
    pub fn open(&self, place: usize) -> Uuid {
        let (work, gate) = self.all().remove(place);
        // Whoever waited may be gone.
        let _ = gate.send(());
        work
    }

    fn all(&self) -> MutexGuard<'_, Vec<Waiting>> {
        let mut all = self.0.lock().unwrap();
        all.retain(|(_, gate)| !gate.is_closed());
        all
    }
}

impl Halt for Gates {
    fn halt(&self, work: Uuid) -> BoxFuture<'_, ()> {
        let (gate, opened) = oneshot::channel();
        self.all().push((work, gate));
        Box::pin(async move { drop(opened.await) })
    }
}
