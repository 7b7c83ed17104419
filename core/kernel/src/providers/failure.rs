//! Why a backend did not do what it was asked to.
use crate::refusals::error::Error;
use sea_orm::DbErr;
use std::time::Duration;

/// Why a backend did not do what it was asked to: in the words of the log. Customers are [`told`](Self::told) it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It will not; asking again is of no use.
    #[error("refused: {0}")]
    Refused(String),
    /// What it was asked about is not there.
    #[error("refused: {0}")]
    NotThere(String),
    /// What it has by now is not what the work was about: somebody else has changed it.
    #[error("unavailable: {0}")]
    Conflict(String),
    /// It cannot be reached, or can do nothing for anybody now.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// It can be reached, but something is in the way of just this: a guest that does not listen, a member of a
    /// cluster that is away. Others may have better luck with it.
    #[error("unavailable: {0}")]
    InTheWay(String),
    /// It is not to be asked before that long.
    #[error("unavailable: {why}; not before {} s", wait.as_secs())]
    NotNow {
        /// How long it is to be left alone.
        wait: Duration,
        /// Why.
        why: String,
    },
    /// It does not let the platform in, or not do this: the cause is for the operator alone.
    #[error("misconfigured: {0}")]
    Misconfigured(String),
    /// It did not answer in time; what was asked may have been done.
    #[error("timeout: no answer in time")]
    Timeout,
    /// The platform failed on the way to it: the cause is for the log alone.
    #[error("unavailable: {0}")]
    Ours(String),
}

impl Failure {
    /// The platform's own failure on the way to a backend.
    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
    pub fn ours(cause: impl ToString) -> Self {
        Self::Ours(cause.to_string())
    }

    /// What the customer is told of it.
    pub fn told(&self) -> String {
        match self {
            Self::Ours(_) | Self::Misconfigured(_) => {
                "unavailable: something went wrong on our side".to_owned()
            }
            Self::Refused(_)
            | Self::NotThere(_)
            | Self::Conflict(_)
            | Self::Unavailable(_)
            | Self::InTheWay(_)
            | Self::NotNow { .. }
            | Self::Timeout => self.to_string(),
        }
    }
}

impl From<Error> for Failure {
    fn from(cause: Error) -> Self {
        match cause {
            Error::Internal(cause) => Self::Ours(cause),
            other => Self::Unavailable(other.to_string()),
        }
    }
}

/// The database of a driver that keeps its own there: one that is away is a backend that is.
impl From<DbErr> for Failure {
    fn from(cause: DbErr) -> Self {
        Error::from(cause).into()
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(_)
            | Failure::NotThere(_)
            | Failure::Conflict(_)
            | Failure::Unavailable(_)
            | Failure::InTheWay(_)
            | Failure::NotNow { .. } => Self::ProviderFailed(failure.told()),
            Failure::Misconfigured(ref cause) => {
                tracing::error!(cause, "a backend is misconfigured");
                Self::ProviderFailed(failure.told())
            }
            Failure::Timeout => Self::ProviderTimeout,
            Failure::Ours(cause) => Self::Internal(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_with_us_is_for_the_log_alone() {
        let cause = "no such table: instance";
        let ours = Failure::from(Error::Internal(cause.to_owned()));
        assert_eq!(ours, Failure::ours(cause));
        assert!(ours.to_string().contains(cause), "the log has it");
        assert!(!ours.told().contains(cause), "the customer does not: {}", ours.told());
        assert!(matches!(Error::from(ours), Error::Internal(kept) if kept == cause));
        let wrong_key = Failure::Misconfigured("401: wrong key of ns1".to_owned());
        assert!(!wrong_key.told().contains("key"), "nor of what the operator has to see to");
        assert!(matches!(Error::from(wrong_key), Error::ProviderFailed(said) if !said.contains("key")));
        let theirs = Failure::Refused("the domain is locked".to_owned());
        assert_eq!(theirs.told(), "refused: the domain is locked");
    }
}
