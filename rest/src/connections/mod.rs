//! Connections that stay open as long as their client likes: how many there may be, and their end with the process.
pub(crate) mod websocket;

use crate::places::{Holder, Place, Places};
use hosting_core::{Error, Result};
use std::time::Duration;
use tokio::{sync::watch, time::timeout};

/// How long they have to close once the process shuts down.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// Connections of which it is not known yet who opened them.
const NEWCOMERS: usize = 1024;
/// Of those, from one address.
const NEWCOMERS_SHARE: usize = 64;

/// The open connections of one kind; cheap to clone.
#[derive(Clone, Debug)]
pub struct Connections {
    places: Places,
    newcomers: Places,
    shutdown: watch::Sender<bool>,
}

/// One open connection; it counts until it is dropped.
#[derive(Debug)]
pub struct Connection {
    place: Place,
    shutdown: watch::Receiver<bool>,
}

impl Connections {
    /// At most `limit` at once, of which one account may have a `share`.
    pub fn new(limit: usize, share: usize) -> Self {
        let newcomers = Places::new(NEWCOMERS, NEWCOMERS_SHARE);
        Self { places: Places::new(limit, share), newcomers, shutdown: watch::Sender::new(false) }
    }

    /// Opens one more, unless there are too many or the process shuts down.
    pub(crate) fn open(&self) -> Result<Connection> {
        self.on(|| self.places.take())
    }

    /// The same for one who is known.
    pub(crate) fn open_for(&self, holder: Holder) -> Result<Connection> {
        self.on(|| self.places.take_for(holder))
    }

    /// The same for one of whom nothing is known but the address; it does not count among the others.
    pub(crate) fn meet(&self, address: Holder) -> Result<Connection> {
        self.on(|| self.newcomers.take_for(address))
    }

    /// Counts a connection among the others: its client is known by now.
    pub(crate) fn admit(&self, connection: &mut Connection, holder: Holder) -> Result<()> {
        connection.place = self.places.take_for(holder)?;
        Ok(())
    }

    fn on(&self, place: impl FnOnce() -> Result<Place>) -> Result<Connection> {
        if *self.shutdown.borrow() {
            return Err(Error::ShuttingDown);
        }
        Ok(Connection { place: place()?, shutdown: self.shutdown.subscribe() })
    }

    /// How many are open whose client is known.
    pub fn count(&self) -> usize {
        self.places.count()
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
    use std::net::Ipv4Addr;
    use uuid::Uuid;

    #[test]
    fn who_is_not_known_yet_takes_no_place_of_the_others() {
        let connections = Connections::new(1, 1);
        let address = Holder::at(Ipv4Addr::LOCALHOST.into());
        let mut met: Vec<_> =
            (0..NEWCOMERS_SHARE).map(|_| connections.meet(address).expect("a newcomer")).collect();
        assert!(matches!(connections.meet(address), Err(Error::TooManyAtOnce(NEWCOMERS_SHARE))));
        assert_eq!(connections.count(), 0);
        let account = Holder::Account(Uuid::nil());
        connections.admit(&mut met[0], account).expect("the place of one who is known");
        assert_eq!(connections.count(), 1);
        connections.meet(address).expect("it was given back");
        assert!(matches!(connections.admit(&mut met[1], account), Err(Error::Overloaded)));
        met.clear();
        assert_eq!(connections.count(), 0);
    }

    #[tokio::test]
    async fn shutdown_reaches_all_and_waits_for_them() {
        let connections = Connections::new(2, 2);
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
