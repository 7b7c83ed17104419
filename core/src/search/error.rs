//! Why a search has no answer.
use crate::{
    kernel::limit::Verdict,
    refusals::{code::Kind, error::Error},
};

/// Why a search has no answer (`spec.md`, Errors 3 and 5).
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// None of the names, if there were any, can be registered.
    #[error("no valid domain was supplied")]
    InvalidDomain,
    /// The client searched too often.
    #[error("more than {} searches in 60 seconds; try again in {} s", .0.limit, .0.retry_after)]
    RateLimited(Verdict),
    /// Not one of the names could be checked.
    #[error("the registrar cannot be asked at the moment")]
    RegistrarUnavailable,
    /// What can be wrong with any request.
    #[error(transparent)]
    Refused(#[from] Error),
}

impl SearchError {
    /// The code that clients can act on.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InvalidDomain => "invalid_domain",
            Self::RateLimited(_) => "search_rate_limited",
            Self::RegistrarUnavailable => "registrar_unavailable",
            Self::Refused(error) => error.code().as_str(),
        }
    }

    /// What the refusal means.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::InvalidDomain => Kind::Invalid,
            Self::RateLimited(_) => Kind::TooOften,
            Self::RegistrarUnavailable => Kind::BackendFailed,
            Self::Refused(error) => error.kind(),
        }
    }

    /// Seconds after which the same search may succeed, where that is known.
    pub const fn retry_after(&self) -> Option<u32> {
        match self {
            Self::RateLimited(verdict) => Some(verdict.retry_after),
            Self::Refused(error) => error.retry_after(),
            Self::InvalidDomain | Self::RegistrarUnavailable => None,
        }
    }
}
