//! Faults on demand: what a sandbox driver does instead of its work.
use hosting_kernel::providers::Failure;
use std::{
    collections::VecDeque,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// What goes wrong with one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing: it does its part, and a fault after it meets a later call.
    Nothing,
    /// The backend says no.
    Refused,
    /// The backend is away.
    Unavailable,
    /// The backend never answers.
    Timeout,
    /// The backend does what it was asked, and dies before it says so.
    DiesHalfway,
}

/// The faults that wait for the next calls, and how long each call takes.
#[derive(Debug, Default)]
pub struct Faults {
    waiting: Mutex<VecDeque<Fault>>,
    delay: AtomicU64,
}

impl Faults {
    /// Calls take `delay` from now on, at most a minute.
    pub fn set_delay(&self, delay: Duration) {
        let millis = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX).min(60_000);
        self.delay.store(millis, Ordering::Relaxed);
    }

    /// The next `times` calls end in `fault`.
    pub fn next(&self, fault: Fault, times: usize) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(std::iter::repeat_n(fault, times));
    }

    /// Does `work`, slowly, or goes wrong as was demanded.
    pub async fn around<T>(&self, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        let delay = Duration::from_millis(self.delay.load(Ordering::Relaxed));
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        let fault = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        match fault {
            None | Some(Fault::Nothing) => work.await,
            Some(Fault::Refused) => Err(Failure::Refused("the sandbox was told to refuse".to_owned())),
            Some(Fault::Unavailable) => {
                Err(Failure::Unavailable("the sandbox was told to be away".to_owned()))
            }
            Some(Fault::Timeout) => Err(Failure::Timeout),
            Some(Fault::DiesHalfway) => {
                work.await?;
                Err(Failure::Unavailable("the sandbox was told to die half-way".to_owned()))
            }
        }
    }
}
