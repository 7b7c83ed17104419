//! What the answers of the API mean.
use hosting_kernel::providers::Failure;
use reqwest::StatusCode;
use std::time::Duration;

/// How long a server is left alone that does not say how long.
const WAIT: Duration = Duration::from_secs(10);
/// The longest that a server is left alone because it says so.
const WAIT_MAX: Duration = Duration::from_hours(1);

/// What the server writes of a change that it refuses, in lower case, and what customers are told of it.
const REFUSALS: [(&str, &str); 8] = [
    ("has more than one record", "a CNAME has one value"),
    ("conflicts with", "a CNAME is the only record of its name (RFC 1034 section 3.6.2)"),
    ("out of zone", "the name is not within the zone"),
    ("unknown type", "the nameservers do not know the type"),
    ("non-hostname content", "the target of such a record is a host: letters, digits and hyphens (RFC 1123)"),
    ("duplicate", "a value is given twice"),
    ("not in expected format", UNREADABLE),
    ("parsing record content", UNREADABLE),
];
const UNREADABLE: &str = "the nameservers cannot read the data of a record";

/// The failure that an answer is, unless it is none.
///
/// `said` is the server's own text, which customers are not told; `wait` is how long it asks to be left alone
/// (RFC 9110 section 10.2.3).
pub(super) fn failure(status: StatusCode, said: &str, wait: Option<Duration>) -> Option<Failure> {
    let wait = wait.map(|wait| wait.min(WAIT_MAX));
    let busy = |wait| Failure::NotNow { wait, why: "the nameservers have too much to do".to_owned() };
    Some(match (status.as_u16(), wait) {
        (200..=299, _) => return None,
        (401 | 403, _) => Failure::Misconfigured("PowerDNS does not take the api_key".to_owned()),
        (404, _) => Failure::NotThere("the nameservers do not have the zone".to_owned()),
        (409, _) => Failure::Conflict("the zone was changed by somebody else meanwhile".to_owned()),
        // A bound of its own (`webserver-max-bodysize`) is answered with 400.
        (400 | 413, _) => too_long(),
        (422, _) => Failure::Refused(refusal(said).to_owned()),
        (429, wait) => busy(wait.unwrap_or(WAIT)),
        (503, Some(wait)) => busy(wait),
        (500..=599, _) => Failure::Unavailable(format!("the nameservers answer {}", status.as_u16())),
        (other, _) => {
            Failure::Misconfigured(format!("the endpoint answers {other}, as no API of PowerDNS does"))
        }
    })
}

/// A change that is longer than the server takes.
pub(super) fn too_long() -> Failure {
    Failure::Refused("the change is too long for the nameservers".to_owned())
}

/// Why a change was refused, in words for the customer.
fn refusal(said: &str) -> &'static str {
    let said = said.to_ascii_lowercase();
    if let Some((_, told)) = REFUSALS.iter().find(|(written, _)| said.contains(written)) {
        return told;
    }
    match said.starts_with("record ") {
        true => UNREADABLE,
        false => "the nameservers do not take the change",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, wait: Option<u64>) -> Option<Failure> {
        failure(StatusCode::from_u16(status).unwrap(), "Secret words", wait.map(Duration::from_secs))
    }

    #[test]
    fn each_status_has_its_meaning() {
        for status in [200, 201, 204] {
            assert_eq!(of(status, None), None);
        }
        for (status, name) in [
            (301, "Misconfigured"),
            (400, "Refused"),
            (401, "Misconfigured"),
            (403, "Misconfigured"),
            (404, "NotThere"),
            (405, "Misconfigured"),
            (409, "Conflict"),
            (413, "Refused"),
            (422, "Refused"),
            (429, "NotNow"),
            (500, "Unavailable"),
            (502, "Unavailable"),
            (503, "Unavailable"),
            (504, "Unavailable"),
        ] {
            let failure = of(status, None).unwrap();
            assert!(format!("{failure:?}").starts_with(name), "{status}: {failure:?}");
            assert!(!failure.to_string().contains("Secret"), "the server's own words are for the log");
        }
    }

    #[test]
    fn a_server_says_how_long_it_is_left_alone() {
        let waits = |status, wait| match of(status, wait) {
            Some(Failure::NotNow { wait, .. }) => wait.as_secs(),
            other => panic!("{other:?}"),
        };
        assert_eq!(waits(429, None), 10);
        assert_eq!(waits(429, Some(7)), 7);
        assert_eq!(waits(503, Some(120)), 120);
        assert_eq!(waits(503, Some(1_000_000)), 3600);
    }

    #[test]
    fn refusals_are_told_in_our_words() {
        for (said, told) in [
            ("RRset other.org. IN A: Name is out of zone", "within the zone"),
            (
                "RRset www.example.test. IN CNAME: Conflicts with pre-existing RRset",
                "only record of its name",
            ),
            ("RRset www.example.test. IN CNAME has more than one record", "one value"),
            ("RRset www.example.test. IN FOO: unknown type given", "know the type"),
            ("RRset www.example.test. IN SRV non-hostname content _a.example.net.", "is a host"),
            ("Duplicate record in RRset y.b.test. IN A with content \"192.0.2.1\"", "twice"),
            ("Record b.test./A 'x': Parsing record content (try 'pdnsutil check-zone')", "cannot read"),
            ("Record b.test./MX '10 m': Not in expected format (parsed as '10 m.')", "cannot read"),
            ("Record b.test./AAAA '::ffff:192.0.2.1': Invalid IPv6 address", "cannot read"),
            ("DNS Name 'y.b.test' is not canonical", "do not take"),
            ("", "do not take"),
        ] {
            assert!(refusal(said).contains(told), "{said}: {}", refusal(said));
        }
    }
}
