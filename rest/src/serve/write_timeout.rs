//! A bound on how long a client may leave what it is sent.
use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

/// The write timeout of one connection: none, until an answer sets it.
#[derive(Clone, Debug, Default)]
pub struct WriteTimeout(Arc<OnceLock<Duration>>);

impl WriteTimeout {
    /// From now on the connection breaks if nothing can be written for `timeout`.
    pub fn set(&self, timeout: Duration) {
        // Once it is set it stays so.
        let _ = self.0.set(timeout);
    }

    /// How long nothing may be written, if that is said.
    pub fn get(&self) -> Option<Duration> {
        self.0.get().copied()
    }
}
