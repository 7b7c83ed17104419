//! The content of DNS records: read leniently, kept in one canonical form.

mod caa;
mod fingerprint;
mod number;
mod service;
mod set;
mod target;
mod text;
mod value;

#[cfg(test)]
mod tests;

use super::kind::RecordType;
use hosting_kernel::refusals::fault::{Fault, Rule};

pub use set::{RecordSet, VALUES_MAX, record_set};
pub use text::wire as txt_wire;

/// The shortest time to live, in seconds.
pub const TTL_MIN: i32 = 60;
/// The longest time to live, in seconds.
pub const TTL_MAX: i32 = 86_400;
/// The time to live of a record that gives none, in seconds.
const TTL_DEFAULT: i32 = 3600;

/// How long resolvers may keep a record, in seconds: 60 to 86400, 3600 where it is left out.
pub fn ttl(input: Option<i64>) -> Result<i32, Fault> {
    let Some(input) = input else { return Ok(TTL_DEFAULT) };
    i32::try_from(input)
        .ok()
        .filter(|ttl| (TTL_MIN..=TTL_MAX).contains(ttl))
        .ok_or_else(|| Fault::new(Rule::Ttl, "/ttl", format!("the ttl is {TTL_MIN} to {TTL_MAX} seconds")))
}

/// One value as it is written in a zone file: text in quotes and strings of at most 255 bytes, a
/// priority in front (RFC 1035, section 5.1).
pub fn presentation(kind: RecordType, content: &str, priority: Option<i32>) -> String {
    match (kind, priority) {
        (RecordType::Txt, _) => text::quoted(content),
        (RecordType::Mx | RecordType::Srv, Some(priority)) => format!("{priority} {content}"),
        _ => content.to_owned(),
    }
}
