//! RSA keys for scenarios: making one takes longer than all else of a scenario that needs it, so they share a few.
use hosting_core::{email, error::Result};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

/// So many in a row are different: no scenario needs as many.
const KEYS: usize = 16;

/// Keys that are handed out one after the other, and again.
struct Shared {
    made: [Mutex<Option<Vec<u8>>>; KEYS],
    asked: AtomicUsize,
}

impl Shared {
    const fn new() -> Self {
        Self { made: [const { Mutex::new(None) }; KEYS], asked: AtomicUsize::new(0) }
    }

    /// The next of them, made for the first who asks for it.
    fn next(&self) -> Result<Vec<u8>> {
        let place = &self.made[self.asked.fetch_add(1, Ordering::Relaxed) % KEYS];
        let mut made = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = &*made {
            return Ok(key.clone());
        }
        Ok(made.insert(email::new_rsa_key()?).clone())
    }
}

/// A key that scenarios beside this one may have too.
pub fn new_rsa_key() -> Result<Vec<u8>> {
    static SHARED: Shared = Shared::new();
    SHARED.next()
}

/// One that is none of those: it takes the place of one of them.
pub fn another_rsa_key() -> Result<Vec<u8>> {
    static SHARED: Shared = Shared::new();
    SHARED.next()
}
