//! The codes of refusals, and what each means: the closed list (`contract.md` §2).
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a code says what it means; the contract says it at length")]
pub enum Code {
    InvalidJson,
    InvalidRequest,
    IdempotencyKeyRequired,
    IdempotencyKeyInvalid,
    InvalidDnsType,
    DnsTypeRequired,
    DnsContentRequired,
    InvalidDnsName,
    InvalidDnsTtl,
    InvalidDnsPriority,
    InvalidDnsContent,
    InvalidToken,
    CredentialExpired,
    CredentialRevoked,
    ConversionQuotaExceeded,
    AccountSuspended,
    InsufficientScope,
    IpNotAllowed,
    ConversionPlanRequired,
    NotFound,
    ServiceNotFound,
    DomainNotFound,
    DnsRecordNotFound,
    SnapshotNotFound,
    JobNotFound,
    AccountNotFound,
    MethodNotAllowed,
    IdempotencyKeyConflict,
    RequestInProgress,
    DnsRecordExists,
    CnameConflict,
    DnsRecordLimitReached,
    DomainLocked,
    ServiceUnavailableState,
    ActionNotAllowed,
    ChangeInProgress,
    SnapshotLimitReached,
    SnapshotNameTaken,
    UploadIncomplete,
    JobNotStartable,
    JobNotCancellable,
    VpsResourceRetired,
    BodyTooLarge,
    UnsupportedMediaType,
    RateLimitExceeded,
    InternalError,
    ProviderFailed,
    ProviderTimeout,
    Overloaded,
    ShuttingDown,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 50] = [
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
