//! Who may issue certificates for a name (RFC 8659).

use hickory_proto::rr::rdata::CAA;
use hickory_proto::rr::rdata::caa::{read_iodef, read_issuer};
use hosting_kernel::values::host_name::host_name;

use super::number::number;
use super::text;

/// The longest tag (RFC 6844, section 5.1).
const TAG_MAX: usize = 15;

const FORM: &str = "a CAA is written as flags, tag and value, such as 0 issue \"letsencrypt.org\"";

/// Reads flags, tag and value.
pub(super) fn read(input: &str) -> Result<String, String> {
    let (flags, rest) = input.split_once(char::is_whitespace).ok_or(FORM)?;
    let (tag, value) = rest.trim_start().split_once(char::is_whitespace).ok_or(FORM)?;
    let flags: u8 = number(flags).ok_or("the flags of a CAA are 0 to 255: 128 where the tag is critical")?;
    if tag.len() > TAG_MAX || !tag.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err("the tag of a CAA is letters and digits, at most 15, such as issue".to_owned());
    }
    let tag = tag.to_ascii_lowercase();
    let value = unquoted(value.trim_start())?;
    let mut caa = match tag.as_str() {
        "issue" | "issuewild" | "issuemail" | "issuevmc" => issuer(&value)?,
        "iodef" => report(&value)?,
        _ => other(&value),
    };
    caa.issuer_critical = flags & 128 != 0;
    caa.reserved_flags = flags & 127;
    caa.tag = tag;
    if !caa.value.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return Err("the value of a CAA is printable ASCII".to_owned());
    }
    Ok(format!("{} {} \"{}\"", caa.flags(), caa.tag, text::escaped(&caa.value)))
}

fn unquoted(value: &str) -> Result<String, String> {
    let bytes = match value.starts_with('"') {
        true => match text::strings(value)?.as_slice() {
            [string] => string.clone(),
            _ => return Err("the value of a CAA is one string".to_owned()),
        },
        false => text::unescaped(value)?,
    };
    String::from_utf8(bytes).map_err(|_| "the value of a CAA is printable ASCII".to_owned())
}

/// An issuer and its parameters; none (`;`) may issue where there is no name (RFC 8659, section 4.2).
fn issuer(value: &str) -> Result<CAA, String> {
    let (issuer, parameters) = value.split_once(';').unwrap_or((value, ""));
    let issuer = match issuer.trim() {
        "" => String::new(),
        issuer => host_name(issuer).ok_or("the issuer of a CAA is a domain name, such as letsencrypt.org")?,
    };
    let parameters: Vec<&str> =
        parameters.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    let (name, parameters) = read_issuer(format!("{issuer};{}", parameters.join(";")).as_bytes())
        .map_err(|_| "a parameter of a CAA is written as tag=value, such as validationmethods=dns-01")?;
    Ok(CAA::new_issue(false, name, parameters))
}

/// Where to report to: an address of mail or of the web (RFC 8659, section 4.4).
fn report(value: &str) -> Result<CAA, String> {
    read_iodef(value.trim().as_bytes())
        .ok()
        .filter(|url| matches!(url.scheme(), "mailto" | "http" | "https"))
        .map(|url| CAA::new_iodef(false, url))
        .ok_or_else(|| "the iodef of a CAA is a mailto:, https: or http: URL".to_owned())
}

/// A property this platform has no rules for.
fn other(value: &str) -> CAA {
    let mut caa = CAA::new_issue(false, None, Vec::new());
    caa.value = value.as_bytes().to_vec();
    caa
}
