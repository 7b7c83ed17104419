//! What can be wrong with a DNS record, and where in the request it stands.
use crate::refusals::code::Code;

/// The rule of a DNS record that a request did not keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// `type` is not one a customer can set.
    Type,
    /// `type` was left out and the content does not tell it.
    TypeRequired,
    /// There is no content.
    ContentRequired,
    /// `name` is not a name inside the zone.
    Name,
    /// `ttl` is outside its range.
    Ttl,
    /// `priority` is missing, given twice, out of range, or not for this type.
    Priority,
    /// The content is not valid for the type.
    Content,
}

impl Rule {
    /// The error code as published.
    pub const fn code(self) -> Code {
        match self {
            Self::Type => Code::InvalidDnsType,
            Self::TypeRequired => Code::DnsTypeRequired,
            Self::ContentRequired => Code::DnsContentRequired,
            Self::Name => Code::InvalidDnsName,
            Self::Ttl => Code::InvalidDnsTtl,
            Self::Priority => Code::InvalidDnsPriority,
            Self::Content => Code::InvalidDnsContent,
        }
    }
}

/// Why a DNS record is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The rule that was not kept.
    pub rule: Rule,
    /// The member of the request body at fault, as a JSON pointer (RFC 6901), such as `/contents/2`.
    pub pointer: String,
    /// The rule in words.
    pub message: String,
}

impl Fault {
    /// A fault of `rule` at `pointer`, told in `message`.
    pub fn new(rule: Rule, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { rule, pointer: pointer.into(), message: message.into() }
    }
}
