//! What the end of a sealed process means.
use super::{
    Failed,
    listening::Heard,
    watching::{too_large, too_long, too_much_memory},
};
use crate::{Artifact, Code, Failure, Order};
use rustix::process::Signal;
use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

/// The longest message that a sealed process may give a customer, in characters.
const MESSAGE: usize = 500;

/// How a sealed process ended.
#[derive(Debug)]
pub(super) struct Ending {
    /// What it said.
    pub heard: Heard,
    /// Why it was stopped, if it was.
    pub stopped: Option<Failed>,
    /// How it left.
    pub status: Option<ExitStatus>,
    /// What it said aside, at last.
    pub tail: String,
}

impl Ending {
    /// What it says that it made, or why nothing came of `order`.
    pub(super) fn judge(self, guarded: bool, order: &Order) -> Result<Vec<Artifact>, Failed> {
        match (self.heard, self.stopped) {
            (Heard::Unsealed(why), _) => {
                Err(Failed::Unavailable(format!("the kernel refuses the seal: {why}")))
            }
            (Heard::Nothing, _) => {
                Err(Failed::Unavailable(format!("no sealed process began: {}", self.tail.trim())))
            }
            (_, Some(stopped)) => Err(stopped),
            (Heard::Nonsense, None) => Err(broke_off().into()),
            (heard, None) => match (signal(self.status, guarded), heard) {
                (Some(signal), _) => Err(died(signal, &self.tail).into()),
                (None, Heard::Failed(failure)) => Err(told(&failure, order).into()),
                (None, Heard::Done(made)) if self.status.is_some_and(|status| status.success()) => Ok(made),
                _ => Err(broke_off().into()),
            },
        }
    }
}

/// The signal that ended it. Bubblewrap and the guard tell it as a shell does.
fn signal(status: Option<ExitStatus>, guarded: bool) -> Option<i32> {
    let status = status?;
    let told = status.code().filter(|code| guarded && *code > 128).map(|code| code - 128);
    status.signal().or(told)
}

fn died(signal: i32, tail: &str) -> Failure {
    match Signal::from_named_raw(signal) {
        Some(Signal::XCPU) => too_long(),
        Some(Signal::XFSZ) => too_large(),
        // The machine had no memory left; no other than the kernel ends it in this way.
        Some(Signal::KILL) => too_much_memory(),
        Some(Signal::ABORT) if tail.contains("memory allocation of") => too_much_memory(),
        Some(Signal::ABORT) if tail.contains("has overflowed its stack") => {
            Failure::new(Code::NestingTooDeep, "the file holds too much within itself")
        }
        _ => broke_off(),
    }
}

fn broke_off() -> Failure {
    Failure::new(Code::ConversionFailed, "the work broke off")
}

/// A failure as the process tells it, about a file of the order or none.
fn told(failure: &Failure, order: &Order) -> Failure {
    let message = failure.message.chars().filter(|letter| !letter.is_control()).take(MESSAGE).collect();
    let file = failure.file.filter(|id| order.files.iter().any(|file| file.id == *id));
    Failure { code: failure.code, message, file }
}
