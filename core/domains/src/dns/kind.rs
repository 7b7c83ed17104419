//! The types of DNS record a customer can set.

use async_graphql::Enum;
use hosting_kernel::refusals::fault::{Fault, Rule};
use hosting_kernel::values::host_name::host_name;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The type of a DNS record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Enum)]
#[graphql(name = "DnsRecordType")]
pub enum RecordType {
    /// An IPv4 address (RFC 1035).
    A,
    /// An IPv6 address (RFC 3596).
    Aaaa,
    /// Another name for a name (RFC 1035).
    Cname,
    /// A mail server (RFC 5321, RFC 7505).
    Mx,
    /// Text (RFC 1035).
    Txt,
    /// A name server of a delegated name (RFC 1035).
    Ns,
    /// Where a service is found (RFC 2782).
    Srv,
    /// Who may issue certificates (RFC 8659).
    Caa,
    /// The certificate of a TLS server (RFC 6698).
    Tlsa,
    /// The fingerprint of an SSH key (RFC 4255).
    Sshfp,
    /// How a service is reached (RFC 9460).
    Svcb,
    /// How a web site is reached (RFC 9460).
    Https,
    /// A pointer to a host name (RFC 1035).
    Ptr,
}

/// SOA and the types of DNSSEC (RFC 4034, RFC 5155, RFC 7344, RFC 2535, RFC 4431): the platform writes them.
const MANAGED: [&str; 13] = [
    "SOA",
    "DNSKEY",
    "RRSIG",
    "NSEC",
    "NSEC3",
    "NSEC3PARAM",
    "DS",
    "CDS",
    "CDNSKEY",
    "DLV",
    "KEY",
    "SIG",
    "NXT",
];

impl RecordType {
    /// Every type, in the order in which they are published.
    pub const ALL: [Self; 13] = [
        Self::A,
        Self::Aaaa,
        Self::Cname,
        Self::Mx,
        Self::Txt,
        Self::Ns,
        Self::Srv,
        Self::Caa,
        Self::Tlsa,
        Self::Sshfp,
        Self::Svcb,
        Self::Https,
        Self::Ptr,
    ];

    /// The type as it is written in a zone file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::Aaaa => "AAAA",
            Self::Cname => "CNAME",
            Self::Mx => "MX",
            Self::Txt => "TXT",
            Self::Ns => "NS",
            Self::Srv => "SRV",
            Self::Caa => "CAA",
            Self::Tlsa => "TLSA",
            Self::Sshfp => "SSHFP",
            Self::Svcb => "SVCB",
            Self::Https => "HTTPS",
            Self::Ptr => "PTR",
        }
    }

    /// Reads a type in any case.
    pub fn parse(input: &str) -> Result<Self, Fault> {
        if let Some(kind) = Self::ALL.into_iter().find(|kind| kind.as_str().eq_ignore_ascii_case(input)) {
            return Ok(kind);
        }
        let message = match MANAGED.iter().find(|managed| managed.eq_ignore_ascii_case(input)) {
            Some(managed) => format!("{managed} records are managed by the platform"),
            None => format!(
                "unknown or unsupported type: it is one of {}",
                Self::ALL.map(Self::as_str).join(", ")
            ),
        };
        Err(Fault::new(Rule::Type, "/type", message))
    }

    /// Whether a record of this type has a priority of its own (RFC 5321, RFC 2782).
    pub const fn has_priority(self) -> bool {
        matches!(self, Self::Mx | Self::Srv)
    }

    /// The type that the content tells when none is given: IPv4 addresses, IPv6 addresses, or mail
    /// servers (host names with a priority).
    pub fn infer(contents: &[String], priority: Option<i64>) -> Result<Self, Fault> {
        let all = |test: fn(&str) -> bool| contents.iter().all(|content| test(content.trim()));
        if contents.is_empty() {
            Err(Fault::new(Rule::ContentRequired, "/contents", "give at least one value"))
        } else if all(|content| content.parse::<Ipv4Addr>().is_ok()) {
            Ok(Self::A)
        } else if all(|content| content.parse::<Ipv6Addr>().is_ok()) {
            Ok(Self::Aaaa)
        } else if priority.is_some() && all(is_mail_host) {
            Ok(Self::Mx)
        } else {
            Err(Fault::new(
                Rule::TypeRequired,
                "/type",
                "give the type: it can be left out only for IPv4 addresses, IPv6 addresses, and host \
                 names with a priority",
            ))
        }
    }
}

impl fmt::Display for RecordType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What an MX can point to: a host, the apex, or nothing (RFC 7505).
fn is_mail_host(content: &str) -> bool {
    matches!(content, "@" | ".") || host_name(content).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn infer(contents: &[&str], priority: Option<i64>) -> Result<RecordType, Rule> {
        let contents: Vec<String> = contents.iter().map(ToString::to_string).collect();
        RecordType::infer(&contents, priority).map_err(|fault| fault.rule)
    }

    #[test]
    fn a_type_is_read_in_any_case() {
        for kind in RecordType::ALL {
            assert_eq!(RecordType::parse(kind.as_str()), Ok(kind));
            assert_eq!(RecordType::parse(&kind.to_string().to_lowercase()), Ok(kind));
        }
        assert_eq!(RecordType::parse("cName"), Ok(RecordType::Cname));
    }

    #[test]
    fn managed_types_are_refused_as_such() {
        for input in MANAGED.into_iter().chain(["soa", "nsec3Param", "ds"]) {
            let fault = RecordType::parse(input).unwrap_err();
            assert_eq!((fault.rule, fault.pointer.as_str()), (Rule::Type, "/type"));
            assert!(fault.message.contains("managed by the platform"), "{input}: {fault}");
        }
    }

    #[test]
    fn other_types_are_refused() {
        for input in ["", " A", "A ", "ALIAS", "SPF", "NAPTR", "ANY", "TYPE1", "HINFO", "\u{ff21}"] {
            let fault = RecordType::parse(input).unwrap_err();
            assert_eq!(fault.rule.code().as_str(), "invalid_dns_type");
            assert!(fault.message.contains("unknown or unsupported type"), "{input}: {fault}");
        }
    }

    #[test]
    fn the_content_tells_the_type() {
        assert_eq!(infer(&["192.0.2.1", " 192.0.2.2 "], None), Ok(RecordType::A));
        assert_eq!(infer(&["2001:db8::1"], None), Ok(RecordType::Aaaa));
        assert_eq!(infer(&["mail.example.com", "bücher.example."], Some(10)), Ok(RecordType::Mx));
        assert_eq!(infer(&["@"], Some(10)), Ok(RecordType::Mx));
        assert_eq!(infer(&["."], Some(0)), Ok(RecordType::Mx));
        // A priority makes no difference to an address: that it is too much is said later.
        assert_eq!(infer(&["192.0.2.1"], Some(10)), Ok(RecordType::A));
    }

    #[test]
    fn drivers_are_told_of_every_type() {
        assert_eq!(RecordType::ALL.map(RecordType::as_str), hosting_kernel::providers::dns::TYPES);
    }

    #[test]
    fn other_content_does_not() {
        for contents in [
            &["192.0.2.1", "2001:db8::1"][..],
            &["mail.example.com"],
            &["192.0.2.256"],
            &["v=spf1 -all"],
            &[""],
            &["192.0.2.1", "mail.example.com"],
        ] {
            assert_eq!(infer(contents, None), Err(Rule::TypeRequired), "{contents:?}");
        }
        assert_eq!(infer(&["mail"], Some(10)), Err(Rule::TypeRequired));
        assert_eq!(infer(&["192.0.2.1", "mail.example.com"], Some(10)), Err(Rule::TypeRequired));
        assert_eq!(infer(&[], Some(10)), Err(Rule::ContentRequired));
    }
}
