//! Why an operation was refused: the closed list.
use crate::refusals::{
    code::{Code, Kind},
    fault::Fault,
    scope::Scope,
};
use schemars::JsonSchema;
use sea_orm::{DbErr, RuntimeErr, SqlxError};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use uuid::Uuid;

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
    /// The record that stands in the way, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
}

impl Detail {
    /// What is wrong at one place, whatever else there is.
    pub fn new(pointer: impl Into<String>, rule: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), rule: rule.into(), message: message.into(), id: None }
    }
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
    /// As many requests are worked on at the same time as the caller may have.
    #[error("more than {0} requests at the same time; try again when one of them has ended")]
    TooManyAtOnce(usize),
    /// The request did not arrive in time.
    #[error("the request did not arrive in time")]
    RequestTimeout,
    /// The company has stopped the account: it may look, and change nothing.
    #[error("the account is suspended: it can be read, and nothing of it can be changed")]
    AccountSuspended,
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
        /// The record that has them.
        id: Uuid,
    },
    /// A CNAME record is alone at its name (RFC 1034 section 3.6.2); the records that stand in its way.
    #[error("{0}")]
    CnameConflict(String, Vec<Uuid>),
    /// The zone is full.
    #[error("a domain has at most {0} RRsets")]
    DnsRecordLimitReached(u64),
    /// The domain cannot be changed now.
    #[error("{0}")]
    DomainLocked(String),
    /// The service does not stand so that this could be done.
    #[error("{0}")]
    ServiceUnavailableState(String),
    /// It cannot be done in the present state.
    #[error("{0}")]
    ActionNotAllowed(String),
    /// Another change of the same record has to end first.
    #[error("{0}: ask again when that is done")]
    ChangeInProgress(String),
    /// The instance has no such snapshot.
    #[error("no such snapshot")]
    SnapshotNotFound,
    /// The plan has no room for another snapshot.
    #[error("the plan has room for {0} snapshots: delete one first")]
    SnapshotLimitReached(u64),
    /// Another snapshot of the instance has this name.
    #[error("the instance has a snapshot named {0:?} already")]
    SnapshotNameTaken(String),
    /// Conversions need a plan that is paid for.
    #[error("file conversion needs an active Pro or Business plan")]
    ConversionPlanRequired,
    /// The plan's operations of this month are used up.
    #[error("the {0} conversions of this month are used up")]
    ConversionQuotaExceeded(i32),
    /// The account has no such job.
    #[error("no such conversion job")]
    JobNotFound,
    /// Files are missing, or not what was declared.
    #[error("{0}")]
    UploadIncomplete(String),
    /// The job cannot be started.
    #[error("{0}")]
    JobNotStartable(String),
    /// The job cannot be cancelled.
    #[error("{0}")]
    JobNotCancellable(String),
    /// A backend refused or broke.
    #[error("what stands behind this service did not do it: {0}")]
    ProviderFailed(String),
    /// A backend did not answer in time.
    #[error("what stands behind this service did not answer in time: ask again under the same key")]
    ProviderTimeout,
    /// More is going on than we can serve.
    #[error("too busy right now")]
    Overloaded,
    /// There is no room for files: the account keeps as many as it may, or the disk is nearly full.
    #[error("{0}: try again when some of them are gone")]
    NoRoom(String),
    /// The database does not answer.
    #[error("the platform cannot reach its database right now; nothing was done")]
    DatabaseAway,
    /// The database did not say whether what was written stands: it may.
    #[error("the platform's database did not answer in time: ask again under the same key")]
    OutcomeUnknown,
    /// We are going down.
    #[error("shutting down")]
    ShuttingDown,
    /// We failed; the cause is in the log under the request's id.
    #[error("something went wrong on our side")]
    Internal(String),
}

impl Error {
    /// A request that breaks one rule at one place.
    pub fn invalid(pointer: &str, rule: &str, message: impl Into<String>) -> Self {
        Self::InvalidRequest(vec![Detail::new(pointer, rule, message)])
    }

    /// What the refusal means.
    pub const fn kind(&self) -> Kind {
        self.code().kind()
    }

    /// Seconds after which the same request may succeed, where that is known.
    pub const fn retry_after(&self) -> Option<u32> {
        match self {
            Self::RateLimitExceeded { retry_after, .. } => Some(*retry_after),
            Self::TooManyAtOnce(_)
            | Self::RequestInProgress
            | Self::Overloaded
            | Self::DatabaseAway
            | Self::OutcomeUnknown
            | Self::ShuttingDown => Some(1),
            Self::ChangeInProgress(_) => Some(2),
            // Files go once a minute.
            Self::NoRoom(_) => Some(60),
            _ => None,
        }
    }

    /// What is wrong with the request, place by place.
    pub fn details(&self) -> Vec<Detail> {
        match self {
            Self::InvalidRequest(details) => details.clone(),
            Self::InvalidDns(fault) => {
                vec![Detail::new(fault.pointer.as_str(), fault.rule.code().as_str(), fault.message.as_str())]
            }
            Self::DnsRecordExists { id, .. } => vec![self.at_name(*id)],
            Self::CnameConflict(_, ids) => ids.iter().map(|id| self.at_name(*id)).collect(),
            _ => Vec::new(),
        }
    }

    /// The record `id` of a zone stands in the way.
    fn at_name(&self, id: Uuid) -> Detail {
        Detail { id: Some(id), ..Detail::new("/name", self.code().as_str(), self.to_string()) }
    }

    /// The code that clients can act on.
    pub const fn code(&self) -> Code {
        match self {
            Self::InvalidToken => Code::InvalidToken,
            Self::CredentialExpired => Code::CredentialExpired,
            Self::CredentialRevoked => Code::CredentialRevoked,
            Self::RateLimitExceeded { .. } | Self::TooManyAtOnce(_) => Code::RateLimitExceeded,
            Self::RequestTimeout => Code::RequestTimeout,
            Self::AccountSuspended => Code::AccountSuspended,
            Self::InsufficientScope(_) => Code::InsufficientScope,
            Self::IpNotAllowed(_) => Code::IpNotAllowed,
            Self::IdempotencyKeyRequired => Code::IdempotencyKeyRequired,
            Self::IdempotencyKeyInvalid => Code::IdempotencyKeyInvalid,
            Self::IdempotencyKeyConflict => Code::IdempotencyKeyConflict,
            Self::RequestInProgress => Code::RequestInProgress,
            Self::InvalidJson(_) => Code::InvalidJson,
            Self::InvalidRequest(_) => Code::InvalidRequest,
            Self::InvalidDns(fault) => fault.rule.code(),
            Self::BodyTooLarge(_) => Code::BodyTooLarge,
            Self::UnsupportedMediaType => Code::UnsupportedMediaType,
            Self::NotFound => Code::NotFound,
            Self::MethodNotAllowed(_) => Code::MethodNotAllowed,
            Self::VpsResourceRetired => Code::VpsResourceRetired,
            Self::ServiceNotFound => Code::ServiceNotFound,
            Self::DomainNotFound => Code::DomainNotFound,
            Self::DnsRecordNotFound => Code::DnsRecordNotFound,
            Self::AccountNotFound => Code::AccountNotFound,
            Self::DnsRecordExists { .. } => Code::DnsRecordExists,
            Self::CnameConflict(..) => Code::CnameConflict,
            Self::DnsRecordLimitReached(_) => Code::DnsRecordLimitReached,
            Self::DomainLocked(_) => Code::DomainLocked,
            Self::ServiceUnavailableState(_) => Code::ServiceUnavailableState,
            Self::ActionNotAllowed(_) => Code::ActionNotAllowed,
            Self::ChangeInProgress(_) => Code::ChangeInProgress,
            Self::SnapshotNotFound => Code::SnapshotNotFound,
            Self::SnapshotLimitReached(_) => Code::SnapshotLimitReached,
            Self::SnapshotNameTaken(_) => Code::SnapshotNameTaken,
            Self::ConversionPlanRequired => Code::ConversionPlanRequired,
            Self::ConversionQuotaExceeded(_) => Code::ConversionQuotaExceeded,
            Self::JobNotFound => Code::JobNotFound,
            Self::UploadIncomplete(_) => Code::UploadIncomplete,
            Self::JobNotStartable(_) => Code::JobNotStartable,
            Self::JobNotCancellable(_) => Code::JobNotCancellable,
            Self::ProviderFailed(_) => Code::ProviderFailed,
            Self::ProviderTimeout => Code::ProviderTimeout,
            Self::Overloaded | Self::NoRoom(_) | Self::DatabaseAway | Self::OutcomeUnknown => {
                Code::Overloaded
            }
            Self::ShuttingDown => Code::ShuttingDown,
            Self::Internal(_) => Code::InternalError,
        }
    }
}

impl From<DbErr> for Error {
    fn from(cause: DbErr) -> Self {
        if is_away(&cause) {
            tracing::debug!(%cause, "the database does not answer right now");
            return Self::Overloaded;
        }
        Self::Internal(cause.to_string())
    }
}

/// Whether a database does not answer for now: the same may succeed in a while.
pub fn is_away(cause: &DbErr) -> bool {
    match cause {
        // More asks at once than there are connections to ask with, or none can be made.
        DbErr::ConnectionAcquire(_) => true,
        DbErr::Conn(RuntimeErr::SqlxError(cause))
        | DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause)) => match &**cause {
            SqlxError::Io(_) | SqlxError::PoolTimedOut | SqlxError::PoolClosed => true,
            SqlxError::Database(cause) => cause.code().is_some_and(|code| means_later(&code)),
            _ => false,
        },
        _ => false,
    }
}

/// Whether PostgreSQL means by this code that it begins, ends, or has too much to do: lost connections, no room
/// for another one, statements and locks that took too long, transactions that stood in each other's way.
fn means_later(code: &str) -> bool {
    let connection = code.starts_with("08");
    let ends = matches!(code, "57P01" | "57P02" | "57P03" | "57P05" | "25P03" | "25006");
    connection || ends || matches!(code, "53300" | "57014" | "55P03" | "40001" | "40P01")
}

fn summary(details: &[Detail]) -> String {
    let one = |detail: &Detail| match detail.pointer.as_str() {
        "" => detail.message.clone(),
        pointer => format!("{pointer}: {}", detail.message),
    };
    details.iter().map(one).collect::<Vec<_>>().join("; ")
}
