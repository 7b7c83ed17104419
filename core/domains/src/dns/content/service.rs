//! How a service is reached: SVCB and HTTPS (RFC 9460).

use std::fmt::Display;

use hickory_proto::rr::rdata::SVCB;
use hickory_proto::rr::rdata::svcb::{SvcParamKey, SvcParamValue};
use hickory_proto::rr::{RData, RecordType as WireType};

use super::super::kind::RecordType;
use super::number::number;
use super::target::Target;
use super::text;

/// The parameters that have a name (RFC 9460, section 14.3.2).
const NAMES: [&str; 7] = ["mandatory", "alpn", "no-default-alpn", "port", "ipv4hint", "ech", "ipv6hint"];

const FORM: &str = "a parameter is written as key=value, such as alpn=h2";

type Parameter = (SvcParamKey, SvcParamValue);

/// Reads priority, target and parameters.
pub(super) fn read(kind: RecordType, input: &str, zone: &str) -> Result<String, String> {
    let mut fields = input.split_ascii_whitespace();
    let (Some(priority), Some(target)) = (fields.next(), fields.next()) else {
        return Err(format!("{kind} is written as priority, target and parameters, such as 1 . alpn=h2"));
    };
    let priority: u16 = number(priority).ok_or("the priority in front of the content is 0 to 65535")?;
    let target = Target::ANY.or_none().read(target, zone)?;
    let mut parameters = fields.map(parameter).collect::<Result<Vec<Parameter>, String>>()?;
    if priority == 0 && !parameters.is_empty() {
        return Err("priority 0 makes an alias, which has no parameters (RFC 9460, section 2.4.2)".to_owned());
    }
    parameters.sort_by_key(|(key, _)| *key);
    consistent(&parameters)?;
    let mut written = format!("{priority} {}", target.to_ascii());
    for parameter in &parameters {
        written.push(' ');
        written.push_str(&parameter_text(parameter)?);
    }
    Ok(written)
}

/// Reads one parameter, given to the parser without quotes and without what it would take for the
/// end of the line or a list.
fn parameter(input: &str) -> Result<Parameter, String> {
    let (key, value) = input.split_once('=').map_or((input, None), |(key, value)| (key, Some(value)));
    let key = key.to_ascii_lowercase();
    if !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(FORM.to_owned());
    }
    let Some(value) = value else { return parsed(&key, &key) };
    let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    if !value.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b';' | b'(' | b')')) {
        return Err(format!("the value of {key} is printable ASCII: other bytes are written as \\DDD"));
    }
    if value.contains('\\') && !key.starts_with("key") {
        return Err(format!("the value of {key} holds no escapes"));
    }
    parsed(&key, &format!("{key}={value}"))
}

fn parsed(key: &str, parameter: &str) -> Result<Parameter, String> {
    let is_number = key.strip_prefix("key").is_some_and(|digits| number::<u16>(digits).is_some());
    if !is_number && !NAMES.contains(&key) {
        return Err(format!("{FORM}; its key is {} or key with a number, such as key667", NAMES.join(", ")));
    }
    match RData::try_from_str(WireType::SVCB, &format!("1 . {parameter}")) {
        Ok(RData::SVCB(SVCB { mut svc_params, .. })) => svc_params.pop(),
        _ => None,
    }
    .ok_or_else(|| format!("the parameter {key} is not valid (RFC 9460)"))
}

/// Whether the parameters, in order, agree with each other (RFC 9460, sections 2.1, 7.1.1 and 8).
fn consistent(parameters: &[Parameter]) -> Result<(), String> {
    let has = |key: SvcParamKey| parameters.iter().any(|(other, _)| *other == key);
    if parameters.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err("a parameter is given twice".to_owned());
    }
    if has(SvcParamKey::NoDefaultAlpn) && !has(SvcParamKey::Alpn) {
        return Err("no-default-alpn goes with alpn".to_owned());
    }
    for (key, value) in parameters {
        match (key, value) {
            (SvcParamKey::Key(0..=6), _) => return Err(format!("write {key} by its name")),
            (_, SvcParamValue::Mandatory(keys))
                if keys.0.iter().any(|key| *key == SvcParamKey::Mandatory || !has(*key)) =>
            {
                return Err("mandatory lists other parameters that are given".to_owned());
            }
            _ => (),
        }
    }
    Ok(())
}

/// The library's own form ends lists in a comma and does not escape: it could not be read again.
fn parameter_text((key, value): &Parameter) -> Result<String, String> {
    let value = match value {
        SvcParamValue::NoDefaultAlpn => return Ok(key.to_string()),
        SvcParamValue::Unknown(bytes) if bytes.0.is_empty() => return Ok(key.to_string()),
        SvcParamValue::Unknown(bytes) => opaque(&bytes.0)?,
        SvcParamValue::Port(port) => port.to_string(),
        SvcParamValue::EchConfigList(list) => list.to_string().trim_matches('"').to_owned(),
        SvcParamValue::Ipv4Hint(hints) => joined(&hints.0),
        SvcParamValue::Ipv6Hint(hints) => joined(&hints.0),
        SvcParamValue::Alpn(ids) if ids.0.iter().any(|id| id.is_empty() || id.len() > 255) => {
            return Err("a protocol in alpn has 1 to 255 characters".to_owned());
        }
        SvcParamValue::Alpn(ids) => joined(&ids.0),
        SvcParamValue::Mandatory(keys) => {
            let mut keys = keys.0.clone();
            keys.sort();
            if keys.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err("mandatory lists a parameter twice".to_owned());
            }
            joined(&keys)
        }
    };
    match value.is_empty() {
        true => Err(format!("{key} needs a value")),
        false => Ok(format!("{key}={value}")),
    }
}

fn joined(items: &[impl Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A value the platform has no rules for, written so that no byte needs quotes.
fn opaque(raw: &[u8]) -> Result<String, String> {
    let bytes = text::unescaped(&String::from_utf8_lossy(raw))?;
    let written = bytes.iter().map(|&byte| match byte {
        b'"' | b'\\' | b';' | b'(' | b')' => format!("\\{byte:03}"),
        byte if byte.is_ascii_graphic() => char::from(byte).to_string(),
        byte => format!("\\{byte:03}"),
    });
    Ok(written.collect())
}
