//! RSA keys for scenarios: making one takes longer than all else of a scenario that needs it, so they share a few.
use hosting_core::{email, error::Result};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

/// So many in a row are different: no scenario needs as many.
const KEYS: usize = 16;

static MADE: [Mutex<Option<Vec<u8>>>; KEYS] = [const { Mutex::new(None) }; KEYS];
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// The next of them, made for the first who asks for it.
pub fn new_rsa_key() -> Result<Vec<u8>> {
    let place = &MADE[ASKED.fetch_add(1, Ordering::Relaxed) % KEYS];
    let mut made = place.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(key) = &*made {
        return Ok(key.clone());
    }
    Ok(made.insert(email::new_rsa_key()?).clone())
}
