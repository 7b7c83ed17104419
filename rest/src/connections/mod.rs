//! Connections that stay open as long as their client likes: how many there may be, and their end with the process.
pub(crate) mod websocket;

use hosting_core::{Error, Result};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::timeout,
};

/// How long they have to close once the process shuts down.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// The open connections of one kind; cheap to clone.
#[derive(Clone, Debug)]
pub struct Connections {
    limit: usize,
    free: Arc<Semaphore>,
    shutdown: watch::Sender<bool>,
}

/// One open connection; it counts until it is dropped.
#[derive(Debug)]
pub struct Connection {
    _permit: OwnedSemaphorePermit,
    shutdown: watch::Receiver<bool>,
}

impl Connections {
    /// At most `limit` at once.
    pub fn new(limit: usize) -> Self {
        Self { limit, free: Arc::new(Semaphore::new(limit)), shutdown: watch::Sender::new(false) }
    }

    /// Opens one more, unless there are too many or the process shuts down.
    pub(crate) fn open(&self) -> Result<Connection> {
        if *self.shutdown.borrow() {
            return Err(Error::ShuttingDown);
        }
        let permit = Arc::clone(&self.free).try_acquire_owned().map_err(|_| Error::Overloaded)?;
        Ok(Connection { _permit: permit, shutdown: self.shutdown.subscribe() })
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.limit - self.free.available_permits()
    }

    /// Closes all when `shutdown` turns true, and waits for them a while.
    pub async fn close_on(self, mut shutdown: watch::Receiver<bool>) {
        // A sender that is gone says it too.
        let _ = shutdown.wait_for(|begun| *begun).await;
        self.shutdown.send_replace(true);
        // Each connection holds a receiver.
        let _ = timeout(DRAIN_TIMEOUT, self.shutdown.closed()).await;
    }
}

impl Connection {
    /// Returns when the process shuts down.
    pub async fn shutdown(&mut self) {
        let _ = self.shutdown.wait_for(|begun| *begun).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_bounded_and_given_back() {
        let connections = Connections::new(3);
        let mut open: Vec<_> = (0..3).map(|_| connections.open().expect("a connection")).collect();
        assert!(matches!(connections.open(), Err(Error::Overloaded)));
        open.pop();
        open.push(connections.open().expect("one that was given back"));
        assert_eq!(connections.count(), 3);
        drop(open);
        assert_eq!(connections.count(), 0);
    }

    #[tokio::test]
    async fn a_task_that_panics_gives_its_connection_back() {
        let connections = Connections::new(1);
        let connection = connections.open().expect("a connection");
        let task = tokio::spawn(async move {
            let _open = connection;
            panic!("in the middle of it");
        });
        assert!(task.await.expect_err("a panic").is_panic());
        assert_eq!(connections.count(), 0);
    }

    #[tokio::test]
    async fn shutdown_reaches_all_and_waits_for_them() {
        let connections = Connections::new(2);
        let mut connection = connections.open().expect("a connection");
        let (begin, shutdown) = watch::channel(false);
        let closing = tokio::spawn(connections.clone().close_on(shutdown));
        begin.send_replace(true);
        connection.shutdown().await;
        assert!(matches!(connections.open(), Err(Error::ShuttingDown)));
        assert!(!closing.is_finished(), "one is still open");
        drop(connection);
        closing.await.expect("an end");
    }
}
