//! Rate limits: how many requests a caller may make in any span of a given length (contract §5).
//!
//! The window rolls and is exact: each allowed request is remembered until it is `span` old, and no
//! span ever holds more than `limit` of them. A refused request is not remembered, so a caller who
//! waits as long as told is served.
//!
//! Two drivers count: [`MemoryLimits`] in this process, and [`RedisLimits`] for all processes
//! together. One suite of tests runs over both.

mod client;
mod connection;
mod log;
mod memory;
mod redis;
#[cfg(test)]
mod suite;

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

pub use self::client::{
    ClientAddressHeader, NotAHeader, NotANetwork, TrustedProxies, client_address, networks_allow,
};
pub use self::memory::MemoryLimits;
pub use self::redis::{RedisLimits, Time};

/// How many requests are allowed in any span of this length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The most requests any one span may hold.
    pub limit: u32,
    /// The length of the span, in whole milliseconds, at most 12 days.
    pub span: Duration,
}

/// Whose requests are counted: an address (search), or a credential (`/v1` and GraphQL), and an address only where
/// there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    /// The address of a client without a credential; made by [`Key::client`].
    Client(IpAddr),
    /// The id of a credential.
    Credential(Uuid),
    /// The address of whoever sends documents without a credential; made by [`Key::stranger`].
    Stranger(IpAddr),
    /// The address of whoever sends credentials that open nothing; made by [`Key::guesser`].
    Guesser(IpAddr),
}

impl Key {
    /// The key of a client's address.
    pub fn client(address: IpAddr) -> Self {
        Self::Client(subscriber(address))
    }

    /// The key of an address that sends documents without a credential.
    pub fn stranger(address: IpAddr) -> Self {
        Self::Stranger(subscriber(address))
    }

    /// The key of an address that sends credentials which open nothing.
    pub fn guesser(address: IpAddr) -> Self {
        Self::Guesser(subscriber(address))
    }
}

/// What one subscriber is given, of which `address` is: IPv6 counts per /64, and an IPv4 address written as
/// IPv6 counts as IPv4.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
        address @ IpAddr::V4(_) => address,
    }
}

/// The answer to a request: whether it is served, and what the caller is told about the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the request is served.
    pub allowed: bool,
    /// The limit it was counted against.
    pub limit: u32,
    /// How many more would be served at this moment.
    pub remaining: u32,
    /// Whole seconds to wait before the next can be served, rounded up: 0 when allowed, else at least 1.
    pub retry_after: u32,
}

impl Verdict {
    fn allowed(limit: u32, remaining: u32) -> Self {
        Self { allowed: true, limit, remaining, retry_after: 0 }
    }

    fn refused(limit: u32, wait: Duration) -> Self {
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        let retry_after = u32::try_from(seconds).unwrap_or(u32::MAX).max(1);
        Self { allowed: false, limit, remaining: 0, retry_after }
    }
}

/// The driver that counts: chosen once, when the process starts.
///
/// An enum rather than a boxed trait, so that a check in this process allocates no future.
#[derive(Debug)]
pub enum Limits {
    /// Each process counts for itself.
    Memory(MemoryLimits),
    /// All processes count together.
    Redis(RedisLimits),
}

impl Limits {
    /// Counts a request made at `now`, and tells whether it is served.
    pub async fn check(&self, key: Key, window: Window, now: DateTime<Utc>) -> Verdict {
        match self {
            Self::Memory(memory) => memory.check(key, window, now),
            Self::Redis(redis) => redis.check(key, window, now).await,
        }
    }

    /// The same for a request that is not counted, as far as this process knows.
    pub fn look(&self, key: Key, window: Window, now: DateTime<Utc>) -> Verdict {
        match self {
            Self::Memory(memory) => memory.look(key, window, now),
            Self::Redis(redis) => redis.look(key, window, now),
        }
    }

    /// Whether the server that counts answers; a process that counts for itself always does.
    pub async fn ping(&self) -> bool {
        match self {
            Self::Memory(_) => true,
            Self::Redis(redis) => redis.ping().await,
        }
    }

    /// Forgets callers whose last request has left its window. Checks do this a little at a time; called
    /// now and then it gives memory back in a process that has gone idle.
    pub fn sweep(&self, now: DateTime<Utc>) {
        match self {
            Self::Memory(memory) => memory.sweep(now),
            Self::Redis(redis) => redis.sweep(now),
        }
    }
}
