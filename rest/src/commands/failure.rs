//! Why a command was not carried out.
use hosting_core::Error;
use hosting_inventory::Failed;
use std::{fmt, io};

/// Why a command was not carried out; displays as one or several lines.
#[derive(Debug)]
pub enum CommandError {
    /// What was asked for is wrong, line by line.
    Refused(Vec<String>),
    /// It could not be done.
    Failed(String),
}

impl CommandError {
    /// What was asked for is wrong in one way.
    pub fn refused(why: impl Into<String>) -> Self {
        Self::Refused(vec![why.into()])
    }

    /// What the process ends with (`contract.md` §12).
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) => 2,
            Self::Failed(_) => 1,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(lines) => f.write_str(&lines.join("\n")),
            Self::Failed(cause) => f.write_str(cause),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<Error> for CommandError {
    fn from(cause: Error) -> Self {
        match cause {
            // Customers get less: the operator needs the cause.
            Error::Internal(cause) => Self::Failed(cause),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<Failed> for CommandError {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Faults(faults) => Self::Refused(faults.iter().map(ToString::to_string).collect()),
            Failed::Refused(why) => Self::Refused(why),
            Failed::Database(cause) => cause.into(),
            failed @ (Failed::Registrar(_)
            | Failed::NotListed(_)
            | Failed::NotAdopted(_)
            | Failed::NotMarked(_)
            | Failed::NotTakenAway(_)) => Self::Failed(failed.to_string()),
        }
    }
}

impl From<io::Error> for CommandError {
    fn from(cause: io::Error) -> Self {
        Self::Failed(cause.to_string())
    }
}

impl From<serde_json::Error> for CommandError {
    fn from(cause: serde_json::Error) -> Self {
        Self::Failed(cause.to_string())
    }
}
