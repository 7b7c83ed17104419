//! The seal: what the kernel holds a process to that opens strangers' files, whatever becomes of it.
//!
//! Three locks that do not know of each other: Landlock (which files), seccomp (which calls of the kernel)
//! and resource limits (how much of everything). Where bubblewrap works, namespaces are a fourth, put on from
//! outside. A lock that the kernel refuses is an error: nothing of a customer is opened behind two locks of three.
mod landlock;
mod limits;
pub(crate) mod places;
mod probe;
mod seccomp;
mod syscalls;

use crate::{Engine, Limits};
use rustix::process::{DumpableBehavior, Pid, Signal};
use serde::{Deserialize, Serialize};
use std::fs;

pub(crate) use probe::{Report, probe};

/// How a process is enclosed: told on its command line, before it hears anything of a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Enclosure {
    /// What will do the work: code of our own needs less than programs of the operator.
    pub engine: Engine,
    /// How much it may take.
    pub limits: Limits,
    /// The process that it must not outlive; none where bubblewrap sees to that.
    pub parent: Option<i32>,
}

/// A lock that the kernel refused.
#[derive(Debug, thiserror::Error)]
#[error("{lock}: {cause}")]
pub(crate) struct Refused {
    lock: &'static str,
    cause: String,
}

impl Refused {
    fn new(lock: &'static str, cause: impl std::fmt::Display) -> Self {
        Self { lock, cause: cause.to_string() }
    }
}

/// Encloses this process for good, and answers with the version of Landlock that it found.
///
/// The current folder becomes the only place that it has.
pub(crate) fn enclose(enclosure: &Enclosure) -> Result<i32, Refused> {
    alone()?;
    bound_to(enclosure.parent)?;
    limits::enclose(enclosure.engine, &enclosure.limits)?;
    let version = landlock::enclose(enclosure.engine)?;
    seccomp::enclose(enclosure.engine)?;
    Ok(version)
}

/// Landlock holds the thread that asks for it, and those that it makes: there must be no other yet.
fn alone() -> Result<(), Refused> {
    // In bubblewrap's namespaces there is no `/proc`; the start is the same.
    match fs::read_dir("/proc/self/task").map_or(1, Iterator::count) {
        1 => Ok(()),
        count => Err(Refused::new("threads", format!("the process has {count} already"))),
    }
}

/// Dies with its parent, and leaves no image of its memory behind: there are customers' data in it.
fn bound_to(parent: Option<i32>) -> Result<(), Refused> {
    let refused = |cause| Refused::new("prctl", cause);
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(refused)?;
    let Some(parent) = parent else { return Ok(()) };
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).map_err(refused)?;
    // It may have died before it was asked for.
    match rustix::process::getppid().map(Pid::as_raw_pid) == Some(parent) {
        true => Ok(()),
        false => Err(Refused::new("parent", "it is gone")),
    }
}
