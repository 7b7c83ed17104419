//! The data of records: as the platform writes it, and as the server does.
//!
//! The server takes a record only in the one form that it would write itself. That is the platform's but for some
//! addresses of IPv6 and for parameters of SVCB and HTTPS.
use super::service;
use std::net::Ipv6Addr;

/// What the server is given for `content` of the type `kind`.
pub(super) fn sent(kind: &str, content: &str) -> String {
    match kind {
        "AAAA" => content.parse().map_or_else(|_| content.to_owned(), hexadecimal),
        "SVCB" | "HTTPS" => service::sent(content),
        _ => content.to_owned(),
    }
}

/// What the platform would have written where the server has `content`.
pub(super) fn kept(kind: &str, content: &str) -> String {
    match kind {
        "AAAA" => {
            content.parse().map_or_else(|_| content.to_owned(), |address: Ipv6Addr| address.to_string())
        }
        "SVCB" | "HTTPS" => service::kept(content),
        // Names and hexadecimal digits, whose case has no meaning (RFC 4343).
        "CNAME" | "NS" | "PTR" | "MX" | "SRV" | "TLSA" | "SSHFP" => content.to_ascii_lowercase(),
        _ => content.to_owned(),
    }
}

/// The server does not read the IPv4 form of an address that holds one (RFC 4291 section 2.5.5), though it writes it.
fn hexadecimal(address: Ipv6Addr) -> String {
    let [.., high, low] = address.segments();
    match address.to_ipv4_mapped() {
        Some(_) => format!("::ffff:{high:x}:{low:x}"),
        None => address.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_data_is_written_alike() {
        for (kind, content) in [
            ("A", "192.0.2.1"),
            ("AAAA", "2001:db8::1"),
            ("AAAA", "2001:db8:0:1:1:1:1:1"),
            ("CNAME", "foo_bar.example.net."),
            ("MX", "0 ."),
            ("SRV", "10 5 5060 sip.example.com."),
            ("TXT", r#""a \"b\" \\c; \195" "\188""#),
            ("CAA", r#"0 issue "Ca.Example; a=B""#),
            ("TLSA", "0 0 0 3082ab"),
            ("HTTPS", "1 . alpn=h2,h3"),
        ] {
            assert_eq!(sent(kind, content), content, "{kind}");
            assert_eq!(kept(kind, content), content, "{kind}");
        }
    }

    #[test]
    fn addresses_with_an_address_are_sent_in_hexadecimal() {
        for (platform, given, server) in [
            ("::ffff:192.0.2.1", "::ffff:c000:201", "::ffff:192.0.2.1"),
            ("::c000:205", "::c000:205", "::192.0.2.5"),
            ("::1:2", "::1:2", "::0.1.0.2"),
            ("::1", "::1", "::1"),
        ] {
            assert_eq!(sent("AAAA", platform), given);
            assert_eq!(kept("AAAA", server), platform);
        }
        assert_eq!(sent("AAAA", "192.0.2.1"), "192.0.2.1", "what is no address is for the server to refuse");
    }

    #[test]
    fn case_is_kept_only_where_it_means_something() {
        assert_eq!(kept("CNAME", "WWW.Example.net."), "www.example.net.");
        assert_eq!(kept("SSHFP", "4 2 ABCD"), "4 2 abcd");
        assert_eq!(kept("TXT", "\"ABC\""), "\"ABC\"");
        assert_eq!(kept("CAA", "0 issue \"CA\""), "0 issue \"CA\"");
    }
}
