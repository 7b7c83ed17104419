//! Tokens that open nothing: they are looked up once a second at most, and an address may send so many.
use super::recent::Recent;
use crate::values::time::Time;
use chrono::TimeDelta;
use std::sync::Arc;

/// How long a token that opens nothing is not looked up again.
const UNKNOWN: TimeDelta = TimeDelta::seconds(1);
/// How long a token that opened something is looked up, whatever else its address sends.
const KNOWN: TimeDelta = TimeDelta::minutes(10);

/// What came of tokens a moment ago, by their hashes.
#[derive(Debug)]
pub struct Guesses {
    unknown: Recent<()>,
    known: Recent<()>,
}

impl Default for Guesses {
    fn default() -> Self {
        Self { unknown: Recent::new(UNKNOWN), known: Recent::new(KNOWN) }
    }
}

impl Guesses {
    /// Whether the token was found to open nothing.
    pub fn is_unknown(&self, hash: &[u8; 32], now: Time) -> bool {
        self.unknown.get(hash, now).is_some()
    }

    /// Whether it opened something.
    pub fn is_known(&self, hash: &[u8; 32], now: Time) -> bool {
        self.known.get(hash, now).is_some()
    }

    /// It opens nothing.
    pub fn failed(&self, hash: [u8; 32], now: Time) {
        self.unknown.keep(hash, now, Arc::new(()));
    }

    /// It opens something.
    pub fn succeeded(&self, hash: [u8; 32], now: Time) {
        self.known.keep(hash, now, Arc::new(()));
    }
}
