//! The way to the server: one connection, made again when it is lost, and a bounded number of threads that wait at it.
use super::{
    Patience,
    found::Names,
    host::Host,
    meaning::{self, UNREACHED},
    options::Settings,
};
use hosting_kernel::providers::Failure;
use hosting_libvirt::Connection;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};

/// Threads that wait for the server, at most: who hangs takes one until libvirt gives up.
const PLACES: usize = 32;
/// How often a server is asked whether it is there, in seconds: one that hangs is given up after three times that.
const ALIVE: i32 = 5;

pub(super) struct Link {
    settings: Settings,
    patience: Patience,
    open: Mutex<Option<Arc<Connection>>>,
    places: Arc<Semaphore>,
    names: Arc<Names>,
}

impl Link {
    pub(super) fn new(settings: Settings, patience: Patience) -> Self {
        let (open, names) = (Mutex::default(), Arc::default());
        Self { settings, patience, open, places: Arc::new(Semaphore::new(PLACES)), names }
    }

    /// Has `act` ask the server, in a thread of its own, and waits for it no longer than `limit`.
    ///
    /// What is not done by then goes on: it may have been done, as [`Failure::Timeout`] says.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        limit: Duration,
        act: impl FnOnce(&Host) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let place = timeout(self.patience.answer, Arc::clone(&self.places).acquire_owned()).await;
        let Ok(Ok(place)) = place else {
            return Err(Failure::Unavailable("too many calls wait for the hypervisor".to_owned()));
        };
        let link = Arc::clone(self);
        let asked = spawn_blocking(move || {
            let _place = place;
            let host = link.host()?;
            let outcome = act(&host);
            match outcome {
                // Whatever it said then, it is gone.
                Err(failure) if failure != Failure::Timeout && !host.connection.is_alive() => {
                    tracing::warn!(%failure, "the hypervisor is gone");
                    Err(Failure::Unavailable(UNREACHED.to_owned()))
                }
                outcome => outcome,
            }
        });
        match timeout(limit, asked).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(broken)) => Err(Failure::ours(broken)),
            Err(_) => Err(Failure::Timeout),
        }
    }

    fn host(&self) -> Result<Host, Failure> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = match open.as_ref().filter(|connection| connection.is_alive()) {
            Some(connection) => Arc::clone(connection),
            None => {
                *open = None;
                let made =
                    Connection::open(&self.settings.uri, ALIVE).map_err(|why| meaning::unreached(&why))?;
                Arc::clone(open.insert(Arc::new(made)))
            }
        };
        let (names, patience) = (Arc::clone(&self.names), self.patience);
        Ok(Host { connection, names, patience, external: self.settings.external })
    }
}
