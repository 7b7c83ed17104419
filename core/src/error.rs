//! Why an operation was refused: the closed list.
use crate::{Scope, dns::fault::Fault};
use schemars::JsonSchema;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// What an operation gives, or why it was refused.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// One thing that is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Detail {
    /// Where: a JSON Pointer (RFC 6901) into the body; empty for the whole of it.
    pub pointer: String,
    /// The rule that was broken.
    pub rule: String,
    /// The rule in words.
    pub message: String,
}

/// Why an operation was refused (`contract.md` §2).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No credential, or one that is not ours.
    #[error("the credential is missing, malformed or unknown")]
    InvalidToken,
    /// The credential's time is over.
    #[error("the credential has expired")]
    CredentialExpired,
    /// The credential was taken back.
    #[error("the credential was revoked")]
    CredentialRevoked,
    /// The credential asked too often; seconds until it may again.
    #[error("more than {limit} requests in 60 seconds; try again in {retry_after} s")]
    RateLimitExceeded {
        /// Requests in 60 seconds that the credential may make.
        limit: u32,
        /// Seconds until it may make the next.
        retry_after: u32,
    },
    /// The credential does not allow this.
    #[error("the credential lacks the scope {}", .0.as_str())]
    InsufficientScope(Scope),
    /// The credential may not be used from here.
    #[error("the credential may not be used from {0}")]
    IpNotAllowed(IpAddr),
    /// A mutation came without a key.
    #[error("a mutation needs an idempotency key")]
    IdempotencyKeyRequired,
    /// The key is too short, too long, or written with other characters.
    #[error("an idempotency key has 8 to 128 letters, digits, dots, colons, dashes or underscores")]
    IdempotencyKeyInvalid,
    /// The key belongs to another request.
    #[error("this idempotency key was used for another request")]
    IdempotencyKeyConflict,
    /// The first request under this key is still running.
    #[error("the first request under this idempotency key is still running")]
    RequestInProgress,
    /// The body is not JSON.
    #[error("the body is not one JSON object: {0}")]
    InvalidJson(String),
    /// The request is not what the operation takes.
    #[error("{}", summary(.0))]
    InvalidRequest(Vec<Detail>),
    /// A record of a zone breaks a rule.
    #[error("{0}")]
    InvalidDns(#[from] Fault),
    /// The body is larger than what is read.
    #[error("the body is larger than {0} bytes")]
    BodyTooLarge(usize),
    /// The body is announced as something else than JSON.
    #[error("a body must be sent as application/json")]
    UnsupportedMediaType,
    /// Nothing is served there.
    #[error("nothing is served under this path")]
    NotFound,
    /// The path is served for other methods.
    #[error("this path does not take the method {0}")]
    MethodNotAllowed(String),
    /// The former resource family.
    #[error("/v1/vps/* is retired: use /v1/lxc/* or /v1/kvm/*")]
    VpsResourceRetired,
    /// The account has no such service.
    #[error("no such service")]
    ServiceNotFound,
    /// The account has no such domain.
    #[error("no such domain")]
    DomainNotFound,
    /// The domain has no such record.
    #[error("no such DNS record")]
    DnsRecordNotFound,
    /// The credential's account is gone.
    #[error("no such account")]
    AccountNotFound,
    /// The zone has that name and type already.
    #[error("{name} has {kind} records already: update them instead")]
    DnsRecordExists {
        /// The name within the zone.
        name: String,
        /// The type.
        kind: String,
    },
    /// A CNAME record is alone at its name (RFC 1034 section 3.6.2).
    #[error("{0}")]
    CnameConflict(String),
    /// The zone is full.
    #[error("a domain has at most {0} RRsets")]
    DnsRecordLimitReached(u64),
    /// The domain cannot be changed now.
    #[error("{0}")]
    DomainLocked(String),
    /// More is going on than we can serve.
    #[error("too busy right now")]
    Overloaded,
    /// We are going down.
    #[error("shutting down")]
    ShuttingDown,
    /// We failed; the cause is in the log under the request's id.
    #[error("something went wrong on our side")]
    Internal(String),
}

/// What a refusal means, whatever the facade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// We do not know who asks.
    Unauthenticated,
    /// The caller may not.
    Forbidden,
    /// The request is wrong in itself.
    Invalid,
    /// There is no such thing.
    NotFound,
    /// It cannot be asked in this way.
    WrongMethod,
    /// Not in the present state.
    Conflict,
    /// There is no such thing any more.
    Retired,
    /// The request is too large.
    TooLarge,
    /// The request is written in another language.
    WrongFormat,
    /// Asked too often.
    TooOften,
    /// Our fault.
    Internal,
    /// Not now.
    Busy,
}

impl Error {
    /// A request that breaks one rule at one place.
    pub fn invalid(pointer: &str, rule: &str, message: impl Into<String>) -> Self {
        let (pointer, rule) = (pointer.to_owned(), rule.to_owned());
        Self::InvalidRequest(vec![Detail { pointer, rule, message: message.into() }])
    }

    /// What the refusal means.
    pub const fn kind(&self) -> Kind {
        self.meaning().0
    }

    /// The code that clients can act on.
    pub const fn code(&self) -> &'static str {
        self.meaning().1
    }

    /// Seconds after which the same request may succeed, where that is known.
    pub const fn retry_after(&self) -> Option<u32> {
        match self {
            Self::RateLimitExceeded { retry_after, .. } => Some(*retry_after),
            Self::RequestInProgress | Self::Overloaded | Self::ShuttingDown => Some(1),
            _ => None,
        }
    }

    /// What is wrong with the request, place by place.
    pub fn details(&self) -> Vec<Detail> {
        match self {
            Self::InvalidRequest(details) => details.clone(),
            Self::InvalidDns(fault) => vec![Detail {
                pointer: fault.pointer.clone(),
                rule: fault.rule.code().to_owned(),
                message: fault.message.clone(),
            }],
            _ => Vec::new(),
        }
    }

    const fn meaning(&self) -> (Kind, &'static str) {
        match self {
            Self::InvalidToken => (Kind::Unauthenticated, "invalid_token"),
            Self::CredentialExpired => (Kind::Unauthenticated, "credential_expired"),
            Self::CredentialRevoked => (Kind::Unauthenticated, "credential_revoked"),
            Self::RateLimitExceeded { .. } => (Kind::TooOften, "rate_limit_exceeded"),
            Self::InsufficientScope(_) => (Kind::Forbidden, "insufficient_scope"),
            Self::IpNotAllowed(_) => (Kind::Forbidden, "ip_not_allowed"),
            Self::IdempotencyKeyRequired => (Kind::Invalid, "idempotency_key_required"),
            Self::IdempotencyKeyInvalid => (Kind::Invalid, "idempotency_key_invalid"),
            Self::IdempotencyKeyConflict => (Kind::Conflict, "idempotency_key_conflict"),
            Self::RequestInProgress => (Kind::Conflict, "request_in_progress"),
            Self::InvalidJson(_) => (Kind::Invalid, "invalid_json"),
            Self::InvalidRequest(_) => (Kind::Invalid, "invalid_request"),
            Self::InvalidDns(fault) => (Kind::Invalid, fault.rule.code()),
            Self::BodyTooLarge(_) => (Kind::TooLarge, "body_too_large"),
            Self::UnsupportedMediaType => (Kind::WrongFormat, "unsupported_media_type"),
            Self::NotFound => (Kind::NotFound, "not_found"),
            Self::MethodNotAllowed(_) => (Kind::WrongMethod, "method_not_allowed"),
            Self::VpsResourceRetired => (Kind::Retired, "vps_resource_retired"),
            Self::ServiceNotFound => (Kind::NotFound, "service_not_found"),
            Self::DomainNotFound => (Kind::NotFound, "domain_not_found"),
            Self::DnsRecordNotFound => (Kind::NotFound, "dns_record_not_found"),
            Self::AccountNotFound => (Kind::NotFound, "account_not_found"),
            Self::DnsRecordExists { .. } => (Kind::Conflict, "dns_record_exists"),
            Self::CnameConflict(_) => (Kind::Conflict, "cname_conflict"),
            Self::DnsRecordLimitReached(_) => (Kind::Conflict, "dns_record_limit_reached"),
            Self::DomainLocked(_) => (Kind::Conflict, "domain_locked"),
            Self::Overloaded => (Kind::Busy, "overloaded"),
            Self::ShuttingDown => (Kind::Busy, "shutting_down"),
            Self::Internal(_) => (Kind::Internal, "internal_error"),
        }
    }
}

impl From<DbErr> for Error {
    fn from(cause: DbErr) -> Self {
        Self::Internal(cause.to_string())
    }
}

fn summary(details: &[Detail]) -> String {
    let one = |detail: &Detail| match detail.pointer.as_str() {
        "" => detail.message.clone(),
        pointer => format!("{pointer}: {}", detail.message),
    };
    details.iter().map(one).collect::<Vec<_>>().join("; ")
}
