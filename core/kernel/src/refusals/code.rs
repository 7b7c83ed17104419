//! The codes of refusals, and what each means: the closed list (`contract.md` §2).
use async_graphql::Enum;
use std::fmt;

/// What a refusal means, whatever the facade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request is wrong in itself.
    Invalid,
    /// We do not know who asks.
    Unauthenticated,
    /// The caller has used up what was paid for.
    Unpaid,
    /// The caller may not.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// It cannot be asked in this way.
    WrongMethod,
    /// Not in the present state.
    Conflict,
    /// There is no such thing any more.
    Retired,
    /// The request did not arrive in time.
    Slow,
    /// The request is too large.
    TooLarge,
    /// The request is written in another language.
    WrongFormat,
    /// Asked too often.
    TooOften,
    /// Our fault.
    Internal,
    /// A backend refused or broke.
    BackendFailed,
    /// A backend did not answer in time.
    BackendLate,
    /// Not now.
    Busy,
}

/// The code of a refusal: what clients can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Enum)]
#[graphql(name = "ErrorCode", rename_items = "snake_case")]
pub enum Code {
    /// The body is not one JSON object.
    InvalidJson,
    /// The request is not what the operation takes; `details` say where.
    InvalidRequest,
    /// A mutation came without an idempotency key.
    IdempotencyKeyRequired,
    /// The idempotency key is too short, too long, or written with other characters.
    IdempotencyKeyInvalid,
    /// Not a type of DNS record that can be set here.
    InvalidDnsType,
    /// The content does not tell the type of the DNS record.
    DnsTypeRequired,
    /// The DNS record has no content, or two.
    DnsContentRequired,
    /// Not a name within the zone.
    InvalidDnsName,
    /// The time for which others may keep the DNS record is out of bounds.
    InvalidDnsTtl,
    /// The priority is missing, given twice, out of bounds, or not for this type.
    InvalidDnsPriority,
    /// The content is not one for this type of DNS record.
    InvalidDnsContent,
    /// The credential is missing, malformed or unknown.
    InvalidToken,
    /// The credential's time is over.
    CredentialExpired,
    /// The credential was taken back.
    CredentialRevoked,
    /// The plan's conversions of this month are used up.
    ConversionQuotaExceeded,
    /// The account is suspended: it may look, and change nothing.
    AccountSuspended,
    /// The credential lacks a scope, which the message names.
    InsufficientScope,
    /// The credential may not be used from this address.
    IpNotAllowed,
    /// File conversion needs an active Pro or Business plan.
    ConversionPlanRequired,
    /// Nothing is served under this path.
    NotFound,
    /// The account has no such service.
    ServiceNotFound,
    /// The account has no such domain.
    DomainNotFound,
    /// The domain has no such DNS record.
    DnsRecordNotFound,
    /// The instance has no such snapshot.
    SnapshotNotFound,
    /// The account has no such conversion job.
    JobNotFound,
    /// The credential's account is gone.
    AccountNotFound,
    /// The path is served for other methods.
    MethodNotAllowed,
    /// The idempotency key was used for another request.
    IdempotencyKeyConflict,
    /// The first request under this idempotency key is still running: try again.
    RequestInProgress,
    /// The name has a record of this type already; `details` name it.
    DnsRecordExists,
    /// An alias (CNAME) is alone at its name; `details` name what stands in the way.
    CnameConflict,
    /// The zone is full.
    DnsRecordLimitReached,
    /// The domain cannot be changed now.
    DomainLocked,
    /// The service does not stand so that this could be done.
    ServiceUnavailableState,
    /// It cannot be done in the present state.
    ActionNotAllowed,
    /// Another change of the same record has to end first: try again when it is said.
    ChangeInProgress,
    /// The plan has no room for another snapshot.
    SnapshotLimitReached,
    /// Another snapshot of the instance has this name.
    SnapshotNameTaken,
    /// Files are missing, or not what was declared.
    UploadIncomplete,
    /// The job cannot be started.
    JobNotStartable,
    /// The job cannot be cancelled.
    JobNotCancellable,
    /// The former resource family: use `/v1/lxc/*` or `/v1/kvm/*`.
    VpsResourceRetired,
    /// The request did not arrive in time: send it faster.
    RequestTimeout,
    /// The body is larger than what is read.
    BodyTooLarge,
    /// The body is announced as something else than JSON.
    UnsupportedMediaType,
    /// The caller asked too often, or too much at the same time: try again when it is said.
    RateLimitExceeded,
    /// Something went wrong on our side.
    InternalError,
    /// A backend refused or broke.
    ProviderFailed,
    /// A backend did not answer in time: ask again under the same key.
    ProviderTimeout,
    /// More is going on than can be served: try again.
    Overloaded,
    /// The server is going down: try again.
    ShuttingDown,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 51] = [
        Self::InvalidJson,
        Self::InvalidRequest,
        Self::IdempotencyKeyRequired,
        Self::IdempotencyKeyInvalid,
        Self::InvalidDnsType,
        Self::DnsTypeRequired,
        Self::DnsContentRequired,
        Self::InvalidDnsName,
        Self::InvalidDnsTtl,
        Self::InvalidDnsPriority,
        Self::InvalidDnsContent,
        Self::InvalidToken,
        Self::CredentialExpired,
        Self::CredentialRevoked,
        Self::ConversionQuotaExceeded,
        Self::AccountSuspended,
        Self::InsufficientScope,
        Self::IpNotAllowed,
        Self::ConversionPlanRequired,
        Self::NotFound,
        Self::ServiceNotFound,
        Self::DomainNotFound,
        Self::DnsRecordNotFound,
        Self::SnapshotNotFound,
        Self::JobNotFound,
        Self::AccountNotFound,
        Self::MethodNotAllowed,
        Self::IdempotencyKeyConflict,
        Self::RequestInProgress,
        Self::DnsRecordExists,
        Self::CnameConflict,
        Self::DnsRecordLimitReached,
        Self::DomainLocked,
        Self::ServiceUnavailableState,
        Self::ActionNotAllowed,
        Self::ChangeInProgress,
        Self::SnapshotLimitReached,
        Self::SnapshotNameTaken,
        Self::UploadIncomplete,
        Self::JobNotStartable,
        Self::JobNotCancellable,
        Self::VpsResourceRetired,
        Self::RequestTimeout,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::RateLimitExceeded,
        Self::InternalError,
        Self::ProviderFailed,
        Self::ProviderTimeout,
        Self::Overloaded,
        Self::ShuttingDown,
    ];

    /// As clients read it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid_json",
            Self::InvalidRequest => "invalid_request",
            Self::IdempotencyKeyRequired => "idempotency_key_required",
            Self::IdempotencyKeyInvalid => "idempotency_key_invalid",
            Self::InvalidDnsType => "invalid_dns_type",
            Self::DnsTypeRequired => "dns_type_required",
            Self::DnsContentRequired => "dns_content_required",
            Self::InvalidDnsName => "invalid_dns_name",
            Self::InvalidDnsTtl => "invalid_dns_ttl",
            Self::InvalidDnsPriority => "invalid_dns_priority",
            Self::InvalidDnsContent => "invalid_dns_content",
            Self::InvalidToken => "invalid_token",
            Self::CredentialExpired => "credential_expired",
            Self::CredentialRevoked => "credential_revoked",
            Self::ConversionQuotaExceeded => "conversion_quota_exceeded",
            Self::AccountSuspended => "account_suspended",
            Self::InsufficientScope => "insufficient_scope",
            Self::IpNotAllowed => "ip_not_allowed",
            Self::ConversionPlanRequired => "conversion_plan_required",
            Self::NotFound => "not_found",
            Self::ServiceNotFound => "service_not_found",
            Self::DomainNotFound => "domain_not_found",
            Self::DnsRecordNotFound => "dns_record_not_found",
            Self::SnapshotNotFound => "snapshot_not_found",
            Self::JobNotFound => "job_not_found",
            Self::AccountNotFound => "account_not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::IdempotencyKeyConflict => "idempotency_key_conflict",
            Self::RequestInProgress => "request_in_progress",
            Self::DnsRecordExists => "dns_record_exists",
            Self::CnameConflict => "cname_conflict",
            Self::DnsRecordLimitReached => "dns_record_limit_reached",
            Self::DomainLocked => "domain_locked",
            Self::ServiceUnavailableState => "service_unavailable_state",
            Self::ActionNotAllowed => "action_not_allowed",
            Self::ChangeInProgress => "change_in_progress",
            Self::SnapshotLimitReached => "snapshot_limit_reached",
            Self::SnapshotNameTaken => "snapshot_name_taken",
            Self::UploadIncomplete => "upload_incomplete",
            Self::JobNotStartable => "job_not_startable",
            Self::JobNotCancellable => "job_not_cancellable",
            Self::VpsResourceRetired => "vps_resource_retired",
            Self::RequestTimeout => "request_timeout",
            Self::BodyTooLarge => "body_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::RateLimitExceeded => "rate_limit_exceeded",
            Self::InternalError => "internal_error",
            Self::ProviderFailed => "provider_failed",
            Self::ProviderTimeout => "provider_timeout",
            Self::Overloaded => "overloaded",
            Self::ShuttingDown => "shutting_down",
        }
    }

    /// The code that clients read as `text`.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == text)
    }

    /// What it means.
    pub const fn kind(self) -> Kind {
        match self {
            Self::InvalidJson
            | Self::InvalidRequest
            | Self::IdempotencyKeyRequired
            | Self::IdempotencyKeyInvalid
            | Self::InvalidDnsType
            | Self::DnsTypeRequired
            | Self::DnsContentRequired
            | Self::InvalidDnsName
            | Self::InvalidDnsTtl
            | Self::InvalidDnsPriority
            | Self::InvalidDnsContent => Kind::Invalid,
            Self::InvalidToken | Self::CredentialExpired | Self::CredentialRevoked => Kind::Unauthenticated,
            Self::ConversionQuotaExceeded => Kind::Unpaid,
            Self::AccountSuspended
            | Self::InsufficientScope
            | Self::IpNotAllowed
            | Self::ConversionPlanRequired => Kind::Forbidden,
            Self::NotFound
            | Self::ServiceNotFound
            | Self::DomainNotFound
            | Self::DnsRecordNotFound
            | Self::SnapshotNotFound
            | Self::JobNotFound
            | Self::AccountNotFound => Kind::NotFound,
            Self::MethodNotAllowed => Kind::WrongMethod,
            Self::IdempotencyKeyConflict
            | Self::RequestInProgress
            | Self::DnsRecordExists
            | Self::CnameConflict
            | Self::DnsRecordLimitReached
            | Self::DomainLocked
            | Self::ServiceUnavailableState
            | Self::ActionNotAllowed
            | Self::ChangeInProgress
            | Self::SnapshotLimitReached
            | Self::SnapshotNameTaken
            | Self::UploadIncomplete
            | Self::JobNotStartable
            | Self::JobNotCancellable => Kind::Conflict,
            Self::VpsResourceRetired => Kind::Retired,
            Self::RequestTimeout => Kind::Slow,
            Self::BodyTooLarge => Kind::TooLarge,
            Self::UnsupportedMediaType => Kind::WrongFormat,
            Self::RateLimitExceeded => Kind::TooOften,
            Self::InternalError => Kind::Internal,
            Self::ProviderFailed => Kind::BackendFailed,
            Self::ProviderTimeout => Kind::BackendLate,
            Self::Overloaded | Self::ShuttingDown => Kind::Busy,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
