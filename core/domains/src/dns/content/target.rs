//! The name that a record points to.

use hosting_kernel::values::host_name::{domain_name, host_name};
use std::net::IpAddr;

use hickory_proto::rr::Name;

use super::super::name;

/// What kind of name a record can point to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    host: bool,
    none: bool,
}

impl Target {
    /// Any name: its labels may hold `_`.
    pub(super) const ANY: Self = Self { host: false, none: false };
    /// The name of a host (RFC 1123, section 2.1): letters, digits and hyphens alone.
    pub(super) const HOST: Self = Self { host: true, none: false };

    /// The same, or `.` where that has a meaning.
    pub(super) const fn or_none(self) -> Self {
        Self { none: true, ..self }
    }

    /// Reads a name: `@` is the zone's, any other is a whole one, with or without its final dot.
    pub(super) fn read(self, input: &str, zone: &str) -> Result<Name, String> {
        let name = match input {
            "." if self.none => return Ok(Name::root()),
            "." => return Err("this type cannot point to .".to_owned()),
            "@" => Some(name::apex(zone)),
            input if self.host => host_name(input),
            input => domain_name(input),
        };
        let name = name.ok_or_else(|| self.refusal(input, zone))?;
        Name::from_ascii(format!("{name}.")).map_err(|_| self.refusal(input, zone))
    }

    fn refusal(self, input: &str, zone: &str) -> String {
        if input.parse::<IpAddr>().is_ok() {
            return "this type points to a host name, not to an IP address".to_owned();
        }
        let label = input.strip_suffix('.').unwrap_or(input);
        let is_number = label.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && !label.contains('.') && host_name(&format!("{label}.example")).is_some() {
            return format!("write the whole host name, such as {label}.{}", name::apex(zone));
        }
        let letters =
            if self.host { "letters, digits and hyphens" } else { "letters, digits, hyphens and _" };
        format!("this type points to a name of at least two labels of {letters}, such as www.example.com")
    }
}
