//! The way to the server: a connection for each call, kept for the next, and a bounded number of threads that wait.
//!
//! No two calls share a connection: one that hangs would hold the other up, and where a silent server is given up while
//! several threads wait at one connection, the library writes where nobody may (CVE-2024-4418, before libvirt 10.4).
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
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};

/// Threads that wait for the server, at most: who hangs takes one until libvirt gives up.
const PLACES: usize = 32;
/// Connections that are kept while nobody needs them, at most.
const IDLE: usize = 4;
/// How often a server is asked whether it is there, in seconds: one that hangs is given up after three times that.
const ALIVE: i32 = 5;

pub(super) struct Link {
    settings: Settings,
    patience: Patience,
    /// Those that were good when they were used last; the last of them last.
    idle: Mutex<Vec<Connection>>,
    places: Arc<Semaphore>,
    names: Arc<Names>,
}

impl Link {
    pub(super) fn new(settings: Settings, patience: Patience) -> Self {
        let (idle, names) = (Mutex::default(), Arc::default());
        Self { settings, patience, idle, places: Arc::new(Semaphore::new(PLACES)), names }
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
            let is_alive = host.connection.is_alive();
            match outcome {
                // Whatever it said then, it is gone.
                Err(failure) if failure != Failure::Timeout && !is_alive => {
                    tracing::warn!(%failure, "the hypervisor is gone");
                    Err(Failure::Unavailable(UNREACHED.to_owned()))
                }
                outcome => {
                    let answered = !matches!(outcome, Err(Failure::Timeout | Failure::Unavailable(_)));
                    // Where somebody else holds it still, such as who follows, it is theirs.
                    if let Some(connection) = Arc::into_inner(host.connection)
                        && answered
                        && is_alive
                    {
                        link.give_back(connection);
                    }
                    outcome
                }
            }
        });
        match timeout(limit, asked).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(broken)) => Err(Failure::ours(broken)),
            Err(_) => Err(Failure::Timeout),
        }
    }

    fn host(self: &Arc<Self>) -> Result<Host, Failure> {
        let connection = Arc::new(self.connection()?);
        let (link, names, patience) = (Arc::clone(self), Arc::clone(&self.names), self.patience);
        Ok(Host { connection, link, names, patience, external: self.settings.external })
    }

    /// A connection that nobody else uses: one that is left, or another.
    pub(super) fn connection(&self) -> Result<Connection, Failure> {
        while let Some(connection) = self.kept() {
            if connection.is_alive() {
                return Ok(connection);
            }
        }
        Connection::open(&self.settings.uri, ALIVE).map_err(|why| meaning::unreached(&why))
    }

    fn kept(&self) -> Option<Connection> {
        self.idle().pop()
    }

    fn give_back(&self, connection: Connection) {
        let mut idle = self.idle();
        if idle.len() < IDLE {
            idle.push(connection);
            return;
        }
        // Taking leave is a call of its own.
        drop(idle);
        drop(connection);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
