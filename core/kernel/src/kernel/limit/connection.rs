//! The connection to Redis: opened when first needed, and again after it broke.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, ErrorKind, IntoConnectionInfo, RedisError, RedisResult};

/// Opening takes several round trips and is not held to the time of a single check.
const OPENING: Duration = Duration::from_secs(1);

/// A connection shared by all requests.
#[derive(Debug, Clone)]
pub(super) struct Connection(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    client: Client,
    open: Mutex<Option<MultiplexedConnection>>,
    opening: tokio::sync::Mutex<()>,
}

impl Connection {
    /// Reads the address; nothing is opened yet.
    pub fn new(url: &str) -> RedisResult<Self> {
        let client = Client::open(url.into_connection_info()?)?;
        Ok(Self(Arc::new(Inner { client, open: Mutex::default(), opening: tokio::sync::Mutex::default() })))
    }

    /// The open connection, if there is one.
    pub fn find(&self) -> Option<MultiplexedConnection> {
        self.0.open().clone()
    }

    /// The open connection, or a new one.
    ///
    /// Opening goes on when the caller gives up, so that a server which needs longer than a check may
    /// take is there for a later one.
    pub async fn get(&self) -> RedisResult<MultiplexedConnection> {
        if let Some(open) = self.find() {
            return Ok(open);
        }
        let this = self.clone();
        tokio::spawn(async move { this.open().await }).await.unwrap_or_else(|_| Err(not_connected()))
    }

    /// Lets go of a connection that failed; the next caller opens another.
    pub fn discard(&self) {
        self.0.open().take();
    }

    async fn open(&self) -> RedisResult<MultiplexedConnection> {
        // Who finds another at it waits for the outcome and does not try again in its turn: a crowd
        // that met a hanging server would queue up for minutes.
        let first = self.0.opening.try_lock();
        if first.is_err() {
            let _turn = self.0.opening.lock().await;
            return self.find().ok_or_else(not_connected);
        }
        if let Some(open) = self.find() {
            return Ok(open);
        }
        let config = AsyncConnectionConfig::new().set_connection_timeout(Some(OPENING));
        let open = self.0.client.get_multiplexed_async_connection_with_config(&config).await?;
        *self.0.open() = Some(open.clone());
        Ok(open)
    }
}

impl Inner {
    fn open(&self) -> MutexGuard<'_, Option<MultiplexedConnection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn not_connected() -> RedisError {
    RedisError::from((ErrorKind::Io, "not connected"))
}
