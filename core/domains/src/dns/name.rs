//! Names of records in the DNS.

use hosting_kernel::{
    refusals::fault::{Fault, Rule},
    values::host_name::{LABEL_MAX, NAME_MAX, is_ldh, to_ascii},
};

/// The name of a record, relative to its zone: `@` for the zone itself, which is also the default.
///
/// Labels hold letters, digits and hyphens; `_` may lead one (RFC 8552), `*` may be the whole first
/// one (RFC 4592).
pub fn record_name(input: Option<&str>, zone: &str) -> Result<String, Fault> {
    let Some(input) = input.filter(|input| *input != "@") else { return Ok("@".to_owned()) };
    if input.is_empty() {
        return refused("the name is empty: write @ for the domain itself");
    }
    if input.contains(char::is_whitespace) {
        return refused("a name holds no white space");
    }
    let Some(name) = to_ascii(input) else {
        return refused("the name is not a valid internationalized name (UTS #46)");
    };
    let zone = apex(zone);
    refuse_zone(&name, &zone)?;
    if name.ends_with('.') {
        return refused("the name is relative to the domain: write it without the final dot");
    }
    for (index, label) in name.split('.').enumerate() {
        refuse_label(label, index == 0)?;
    }
    if fqdn(&name, &zone).len() > NAME_MAX {
        return refused("the name with its domain has at most 253 characters");
    }
    Ok(name)
}

/// The whole name of a record, without a final dot.
pub fn fqdn(name: &str, zone: &str) -> String {
    match name {
        "@" => zone.to_owned(),
        name => format!("{name}.{zone}"),
    }
}

/// A name as it is kept, be it one that no record can have.
pub(super) fn kept(input: &str) -> String {
    to_ascii(input).unwrap_or_else(|| input.to_lowercase())
}

/// The zone as it is kept.
pub(super) fn apex(zone: &str) -> String {
    let zone = to_ascii(zone).unwrap_or_else(|| zone.to_ascii_lowercase());
    zone.strip_suffix('.').unwrap_or(&zone).to_owned()
}

/// Refuses a name that repeats the zone, and says what was probably meant.
fn refuse_zone(name: &str, zone: &str) -> Result<(), Fault> {
    let whole = name.strip_suffix('.').unwrap_or(name);
    match whole.strip_suffix(zone) {
        Some("") => refused(format!("the name is relative to the domain: write @ instead of {name}")),
        Some(rest) => match rest.strip_suffix('.') {
            Some(short) if !short.is_empty() => {
                refused(format!("the name is relative to the domain: write {short} instead of {name}"))
            }
            _ => Ok(()),
        },
        None => Ok(()),
    }
}

/// Refuses a label that cannot stand in the name of a record.
fn refuse_label(label: &str, first: bool) -> Result<(), Fault> {
    match label.strip_prefix('_').unwrap_or(label) {
        "" => refused("a label of the name is empty"),
        "*" if first && label == "*" => Ok(()),
        _ if label.len() > LABEL_MAX => refused("a label of the name has at most 63 characters"),
        rest if rest.contains('*') => refused("* stands only for the whole first label"),
        rest if rest.contains('_') => refused("_ only leads a label"),
        rest if is_ldh(rest) => Ok(()),
        _ => refused("a label of the name holds letters, digits and hyphens, and no hyphen at its ends"),
    }
}

fn refused<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::new(Rule::Name, "/name", message))
}

#[cfg(test)]
mod tests;
