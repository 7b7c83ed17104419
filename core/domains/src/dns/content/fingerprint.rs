//! Fingerprints of certificates and keys.

use hickory_proto::rr::{RData, RecordType};

use super::number::number;

const TLSA_FORM: &str = "a TLSA is written as usage, selector, matching type and hexadecimal data";
const SSHFP_FORM: &str = "an SSHFP is written as algorithm, type and hexadecimal fingerprint";

/// The certificate of a TLS server (RFC 6698, section 2.1).
pub(super) fn tlsa(input: &str) -> Result<String, String> {
    let fields: Vec<&str> = input.split_ascii_whitespace().collect();
    let [usage, selector, matching, ref data @ ..] = fields[..] else { return Err(TLSA_FORM.to_owned()) };
    let (usage, selector, matching) =
        (octet(usage, TLSA_FORM)?, octet(selector, TLSA_FORM)?, octet(matching, TLSA_FORM)?);
    if usage > 3 || selector > 1 || matching > 2 {
        return Err("a TLSA has usage 0 to 3, selector 0 or 1 and matching type 0 to 2".to_owned());
    }
    let data = hexadecimal(data)?;
    match matching {
        1 => length(&data, 32, "the data of a TLSA with matching type 1 is SHA-256")?,
        2 => length(&data, 64, "the data of a TLSA with matching type 2 is SHA-512")?,
        _ => (),
    }
    written(RecordType::TLSA, &format!("{usage} {selector} {matching} {data}"))
}

/// The fingerprint of an SSH key (RFC 4255, section 3.1; RFC 6594; RFC 7479; RFC 8709).
pub(super) fn sshfp(input: &str) -> Result<String, String> {
    let fields: Vec<&str> = input.split_ascii_whitespace().collect();
    let [algorithm, kind, ref data @ ..] = fields[..] else { return Err(SSHFP_FORM.to_owned()) };
    let (algorithm, kind) = (octet(algorithm, SSHFP_FORM)?, octet(kind, SSHFP_FORM)?);
    if !matches!(algorithm, 1..=4 | 6) {
        return Err("an SSHFP has algorithm 1 (RSA), 2 (DSA), 3 (ECDSA), 4 (Ed25519) or 6 (Ed448)".to_owned());
    }
    let data = hexadecimal(data)?;
    match kind {
        1 => length(&data, 20, "the fingerprint of an SSHFP with type 1 is SHA-1")?,
        2 => length(&data, 32, "the fingerprint of an SSHFP with type 2 is SHA-256")?,
        _ => return Err("an SSHFP has type 1 (SHA-1) or 2 (SHA-256)".to_owned()),
    }
    written(RecordType::SSHFP, &format!("{algorithm} {kind} {data}"))
}

fn octet(input: &str, form: &str) -> Result<u8, String> {
    number(input).ok_or_else(|| form.to_owned())
}

/// The data may be written in groups.
fn hexadecimal(groups: &[&str]) -> Result<String, String> {
    let data = groups.concat();
    let is_whole = !data.is_empty() && data.len().is_multiple_of(2);
    match is_whole && data.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(data),
        false => Err("the data is hexadecimal, two digits for each byte".to_owned()),
    }
}

fn length(data: &str, bytes: usize, what: &str) -> Result<(), String> {
    match data.len() == 2 * bytes {
        true => Ok(()),
        false => Err(format!("{what}: {} hexadecimal digits", 2 * bytes)),
    }
}

fn written(kind: RecordType, input: &str) -> Result<String, String> {
    RData::try_from_str(kind, input).map(|data| data.to_string()).map_err(|error| error.to_string())
}
