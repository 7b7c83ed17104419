//! The seal: what the kernel holds a process to that opens strangers' files, whatever becomes of it.
//!
//! Only Linux has one. Elsewhere, and where the kernel refuses a lock, no process of ours is enclosed, and none opens
//! anything of a customer.
#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
pub(crate) mod places;

use crate::{Engine, Limits};
use serde::{Deserialize, Serialize};

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::{adopt, enclose, probe};
#[cfg(target_os = "linux")]
pub(crate) use linux::{adopt, enclose, probe};

/// How a process is enclosed: told on its command line, before it hears anything of a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Enclosure {
    /// What will do the work: code of our own needs less than programs of the operator.
    pub engine: Engine,
    /// How much it may take.
    pub limits: Limits,
    /// Whether bubblewrap hides all other processes and files from it.
    pub namespaces: bool,
    /// The process that it must not outlive; none where a guard sees to that.
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

/// What a sealed process found when it tried its seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The version of Landlock.
    pub landlock: i32,
    /// What is not as it should be.
    pub wrong: Vec<String>,
}
