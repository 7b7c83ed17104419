//! How backends behave: they fail as they can, and stop before and after they do what they are told.
use super::Chance;
use futures_util::future::BoxFuture;
use hosting_core::providers::Failure;
use std::sync::{Mutex, MutexGuard};
use uuid::Uuid;

/// Where whoever asks a backend stops on the way.
pub trait Halt: Send + Sync {
    /// Returns when it goes on.
    fn halt(&self, work: Uuid) -> BoxFuture<'_, ()>;
}

/// How the backends of a schedule behave.
pub struct Temper {
    state: Mutex<State>,
    halt: Box<dyn Halt>,
}

struct State {
    chance: Chance,
    /// Whoever asks about this domain dies.
    deadly: Option<String>,
    behaves: bool,
    killed: bool,
    told: Vec<Uuid>,
}

impl Temper {
    pub fn new(chance: Chance, deadly: Option<String>, halt: Box<dyn Halt>) -> Self {
        let state = State { chance, deadly, behaves: false, killed: false, told: Vec::new() };
        Self { state: Mutex::new(state), halt }
    }

    /// They do what they are told from now on; but what is deadly stays so.
    pub fn behave(&self) {
        self.state().behaves = true;
    }

    /// Whether whoever was asking just now is dead.
    pub fn killed(&self) -> bool {
        std::mem::take(&mut self.state().killed)
    }

    /// The work that was done since the last time, as often as it was.
    pub fn told(&self) -> Vec<Uuid> {
        std::mem::take(&mut self.state().told)
    }

    /// Does `work` as well as it can today.
    pub async fn told_to<T: Send>(
        &self,
        work: Uuid,
        about: &str,
        does: impl FnOnce() -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        self.halt.halt(work).await;
        let fate = {
            let mut state = self.state();
            if state.behaves { 9 } else { state.chance.below(10) }
        };
        while self.kills(about) {
            self.halt.halt(work).await;
        }
        match fate {
            0 => return Err(Failure::Refused("it was told to".to_owned())),
            1 => return Err(Failure::Unavailable("it was told to be".to_owned())),
            _ => {}
        }
        let done = does()?;
        self.state().told.push(work);
        self.halt.halt(work).await;
        match fate {
            2 => Err(Failure::Timeout),
            3 => Err(Failure::Unavailable("it died half-way".to_owned())),
            _ => Ok(done),
        }
    }

    fn kills(&self, about: &str) -> bool {
        let mut state = self.state();
        state.killed = state.deadly.as_deref() == Some(about);
        state.killed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}
