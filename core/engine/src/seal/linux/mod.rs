//! The seal of Linux: four locks that do not know of each other.
//!
//! Landlock (which files), seccomp (which calls of the kernel), resource limits (how much of everything) and no
//! capability at all, whoever starts the server. Where bubblewrap works, namespaces are a fifth, put on from
//! outside. A lock that the kernel refuses is an error: nothing of a customer is opened behind three locks of four.
mod capabilities;
mod landlock;
mod limits;
mod probe;
mod seccomp;
mod syscalls;

use super::{Enclosure, Refused, places};
use rustix::process::{DumpableBehavior, Pid, Signal};
use std::{fs, io};

pub(crate) use probe::probe;

/// The version of Landlock that knows of signals.
const SIGNALS: i32 = 6;

/// Encloses this process for good, and answers with the version of Landlock that it found.
///
/// The current folder becomes the only place that it has.
pub(crate) fn enclose(enclosure: &Enclosure) -> Result<i32, Refused> {
    alone()?;
    bound_to(enclosure.parent)?;
    limits::enclose(enclosure.engine, &enclosure.limits)?;
    let version = landlock::enclose(enclosure.engine)?;
    signals(enclosure, version)?;
    capabilities::enclose()?;
    seccomp::enclose(enclosure)?;
    Ok(version)
}

/// Programs signal each other: without namespaces only Landlock keeps that from all other processes.
fn signals(enclosure: &Enclosure, version: i32) -> Result<(), Refused> {
    match !enclosure.namespaces && places::programs(enclosure.engine) && version < SIGNALS {
        true => Err(Refused::new("Landlock", "before Linux 6.12 signals are held in by namespaces only")),
        false => Ok(()),
    }
}

/// What this process has started, and loses its parent, becomes its own child.
pub(crate) fn adopt() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
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
