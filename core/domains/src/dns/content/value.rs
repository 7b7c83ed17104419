//! One value of a record.

use hickory_proto::rr::rdata::{A, AAAA};
use hosting_kernel::refusals::fault::Rule;

use super::super::kind::RecordType;
use super::number::number;
use super::target::Target;
use super::{caa, fingerprint, service, text};

/// The range of a priority in words.
pub(super) const PRIORITY_RANGE: &str = "the priority is 0 to 65535";

const MX_FORM: &str =
    "an MX is written as its host, such as mail.example.com, with the priority beside or in front";
const SRV_FORM: &str = "an SRV is written as weight, port and host, such as 5 5060 sip.example.com, \
     with the priority beside or in front";

/// No value is longer than this: 4096 bytes of text, each written as `\DDD`, in quotes.
const INPUT_MAX: usize = 20_000;

/// One value in canonical form.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The priority, where it was part of the value.
    pub(super) priority: Option<u16>,
    /// The value without it.
    pub(super) content: String,
}

/// Reads one value, and says in words which rule it does not keep.
pub(super) fn read(kind: RecordType, input: &str, zone: &str) -> Result<Value, (Rule, String)> {
    let too_long = || (Rule::Content, format!("a value has at most {INPUT_MAX} bytes"));
    if input.len() > INPUT_MAX {
        return Err(too_long());
    }
    let (priority, input) = match kind.has_priority() {
        true => own_priority(kind, input)?,
        false => (None, input),
    };
    let content = canonical(kind, input, zone).map_err(|message| (Rule::Content, message))?;
    // Escapes can make it longer than what was sent.
    match content.len() > INPUT_MAX {
        true => Err(too_long()),
        false => Ok(Value { priority, content }),
    }
}

/// Takes the priority off the front of an MX or SRV, where there is one.
fn own_priority(kind: RecordType, input: &str) -> Result<(Option<u16>, &str), (Rule, String)> {
    let (fields, form) = match kind {
        RecordType::Mx => (1, MX_FORM),
        _ => (3, SRV_FORM),
    };
    let input = input.trim();
    if input.split_ascii_whitespace().count() <= fields {
        return Ok((None, input));
    }
    let (first, rest) = input.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((input, ""));
    let digits = first.strip_prefix('-').unwrap_or(first);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err((Rule::Content, form.to_owned()));
    }
    let priority = first.parse().map_err(|_| (Rule::Priority, PRIORITY_RANGE.to_owned()))?;
    Ok((Some(priority), rest.trim_start()))
}

fn canonical(kind: RecordType, input: &str, zone: &str) -> Result<String, String> {
    let trimmed = input.trim();
    match kind {
        RecordType::A => trimmed
            .parse::<A>()
            .map(|address| address.to_string())
            .map_err(|_| "an A is an IPv4 address, such as 192.0.2.1".to_owned()),
        RecordType::Aaaa => trimmed
            .parse::<AAAA>()
            .map(|address| address.to_string())
            .map_err(|_| "an AAAA is an IPv6 address, such as 2001:db8::1".to_owned()),
        RecordType::Txt => text::read(input),
        RecordType::Caa => caa::read(trimmed),
        RecordType::Tlsa => fingerprint::tlsa(trimmed),
        RecordType::Sshfp => fingerprint::sshfp(trimmed),
        RecordType::Svcb | RecordType::Https => service::read(kind, trimmed, zone),
        RecordType::Srv => srv(trimmed, zone),
        RecordType::Cname | RecordType::Ptr => Target::ANY.read(trimmed, zone).map(|name| name.to_ascii()),
        RecordType::Ns => Target::HOST.read(trimmed, zone).map(|name| name.to_ascii()),
        RecordType::Mx => Target::HOST.or_none().read(trimmed, zone).map(|name| name.to_ascii()),
    }
}

/// Weight, port and target (RFC 2782).
fn srv(input: &str, zone: &str) -> Result<String, String> {
    let fields: Vec<&str> = input.split_ascii_whitespace().collect();
    let [weight, port, target] = fields[..] else { return Err(SRV_FORM.to_owned()) };
    let weight: u16 = number(weight).ok_or("the weight of an SRV is 0 to 65535")?;
    let port: u16 = number(port).ok_or("the port of an SRV is 0 to 65535")?;
    let target = Target::ANY.or_none().read(target, zone)?;
    Ok(format!("{weight} {port} {}", target.to_ascii()))
}
