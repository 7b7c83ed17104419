//! Why a search has no answer.
use super::{NAMES, asked::NAME};
use hosting_kernel::{
    kernel::limit::Verdict,
    refusals::{code::Kind, error::Error},
};

/// Why a search has no answer (`spec.md`, Errors 3 and 5).
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// None of these names, if there were any, can be registered.
    #[error("no valid domain was supplied{}", named(.0))]
    InvalidDomain(Vec<String>),
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
            Self::InvalidDomain(_) => "invalid_domain",
            Self::RateLimited(_) => "search_rate_limited",
            Self::RegistrarUnavailable => "registrar_unavailable",
            Self::Refused(error) => error.code().as_str(),
        }
    }

    /// What the refusal means.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::InvalidDomain(_) => Kind::Invalid,
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
            Self::InvalidDomain(_) | Self::RegistrarUnavailable => None,
        }
    }
}

/// The first of them, as far as each could be a name.
fn named(invalid: &[String]) -> String {
    let one = |name: &String| format!("{:?}", name.chars().take(*NAME.end()).collect::<String>());
    let some: Vec<_> = invalid.iter().take(NAMES).map(one).collect();
    if some.is_empty() { String::new() } else { format!(": not {}", some.join(", not ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_what_is_invalid() {
        let message = |names: &[&str]| {
            SearchError::InvalidDomain(names.iter().map(|&name| name.to_owned()).collect()).to_string()
        };
        assert_eq!(message(&[]), "no valid domain was supplied");
        assert_eq!(
            message(&["ab", "no spaces.com"]),
            "no valid domain was supplied: not \"ab\", not \"no spaces.com\""
        );
        let (long, many) = ("ü".repeat(5000), ["x"; 30]);
        assert!(message(&[&long]).chars().count() < 300);
        assert_eq!(message(&many).matches("\"x\"").count(), 20);
    }
}
