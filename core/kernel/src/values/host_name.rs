//! Names of hosts in the DNS.
//!
//! Names may be given in Unicode. They are kept as A-labels (RFC 5890), mapped by UTS #46
//! without its transitional rules.
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// The longest label, in bytes (RFC 1035, section 2.3.4).
pub const LABEL_MAX: usize = 63;
/// The longest name, in bytes, written without its final dot (RFC 1035, section 2.3.4).
pub const NAME_MAX: usize = 253;
/// No name in Unicode that is longer than this can be a valid one.
const INPUT_MAX: usize = 2048;

/// A host name as it is kept: at least two labels of letters, digits and hyphens (RFC 1123, section
/// 2.1), in lower case and without a final dot.
pub fn host_name(input: &str) -> Option<String> {
    let name = domain_name(input)?;
    name.split('.').all(is_ldh).then_some(name)
}

/// A name that a record can point to, as [`host_name`], where labels may hold `_` too.
pub fn domain_name(input: &str) -> Option<String> {
    let name = to_ascii(input.trim())?;
    let name = name.strip_suffix('.').unwrap_or(&name);
    let (_, last) = name.rsplit_once('.')?;
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    let is_label = |label: &str| is_ldh(&label.replace('_', "x"));
    (name.len() <= NAME_MAX && !is_number && name.split('.').all(is_label)).then(|| name.to_owned())
}

/// In lower case and A-labels. It says nothing about the characters allowed in ASCII.
pub fn to_ascii(input: &str) -> Option<String> {
    if input.len() > INPUT_MAX {
        return None;
    }
    let answer =
        Uts46::new().to_ascii(input.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
    answer.ok().map(|name| name.to_ascii_lowercase())
}

/// Letters, digits and inner hyphens.
pub fn is_ldh(label: &str) -> bool {
    (1..=LABEL_MAX).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_names() {
        for (input, kept) in [
            ("ns1.example.com", Some("ns1.example.com")),
            (" NS1.Example.COM. ", Some("ns1.example.com")),
            ("ns.bücher.example", Some("ns.xn--bcher-kva.example")),
            ("example.com", Some("example.com")),
            ("1.example", Some("1.example")),
            ("ns1", None),
            ("", None),
            (".", None),
            ("ns1..com", None),
            ("ns1.com..", None),
            (".ns1.com", None),
            ("_ns.example.com", None),
            ("*.example.com", None),
            ("n s.example.com", None),
            ("-ns.example.com", None),
            ("192.0.2.1", None),
            ("2001:db8::1", None),
            ("ns1.example.com\u{0}", None),
        ] {
            assert_eq!(host_name(input).as_deref(), kept, "{input}");
        }
        let label = "a".repeat(63);
        assert!(host_name(&format!("{label}.{label}.{label}.{}", "a".repeat(61))).is_some());
        assert!(host_name(&format!("{label}.{label}.{label}.{}", "a".repeat(62))).is_none());
        assert!(host_name(&format!("{label}a.com")).is_none());
    }
}
