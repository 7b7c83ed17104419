//! Whether a backend is worth asking: after several failures to reach it, it is left alone for a while, and asked by
//! one then.
use super::failure::Failure;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// What is known of whether a backend can be reached.
#[derive(Debug, Default)]
pub(super) struct Circuit(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Failures to reach it, one after the other.
    failures: u32,
    /// Until when it is left alone.
    alone_until: Option<Instant>,
}

/// A call that was let through.
#[derive(Debug)]
pub(super) struct Probe<'a> {
    of: &'a Circuit,
    /// The failures in a row that there had been when it was let through: what fails together is one outage.
    sees: u32,
}

impl Circuit {
    /// Failures in a row after which it is left alone.
    pub const PATIENCE: u32 = 5;
    /// For how long it is left alone at first; twice as long each time that it is still away.
    pub const SHORTEST: Duration = Duration::from_secs(1);
    /// For how long at most.
    pub const LONGEST: Duration = Duration::from_mins(1);

    /// Lets a call through, or says when one will be.
    pub fn enter(&self) -> Result<Probe<'_>, Failure> {
        let mut state = self.state();
        if let Some(until) = state.alone_until {
            let now = Instant::now();
            if now < until {
                let why = "it could not be reached".to_owned();
                return Err(Failure::NotNow { wait: until - now, why });
            }
            // The others wait for what this one finds.
            state.alone_until = Some(now + alone(state.failures));
        }
        Ok(Probe { of: self, sees: state.failures })
    }

    /// For how long it is left alone from now on; nothing where it is worth asking.
    pub fn alone_for(&self) -> Option<Duration> {
        let until = self.state().alone_until?;
        Some(until.saturating_duration_since(Instant::now())).filter(|wait| !wait.is_zero())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Probe<'_> {
    /// Notes whether it was reached.
    pub fn left<R>(self, outcome: &Result<R, Failure>) {
        let mut state = self.of.state();
        let away = matches!(outcome, Err(Failure::Unavailable(_) | Failure::Timeout));
        if !away {
            *state = State::default();
            return;
        }
        // One kill under many calls is one failure, not many.
        if state.failures == self.sees {
            state.failures = state.failures.saturating_add(1);
        }
        if state.failures >= Circuit::PATIENCE {
            state.alone_until = Some(Instant::now() + alone(state.failures));
        }
    }
}

fn alone(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(Circuit::PATIENCE).min(8);
    (Circuit::SHORTEST * 2u32.pow(doublings)).min(Circuit::LONGEST)
}
