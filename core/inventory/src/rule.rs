//! The rules for single values of an inventory.
use crate::list::{COUNTRIES, LANGUAGES, TIME_ZONES};
use hosting_core::{providers::backends::is_id, values::host_name::host_name};
use std::net::{Ipv4Addr, Ipv6Addr};
use uuid::Uuid;

type Checked<T> = Result<T, String>;

/// A text of one line that people read.
pub fn line(text: &str) -> Checked<String> {
    let fits = (1..=255).contains(&text.chars().count()) && !text.contains(char::is_control);
    match fits && text.trim() == text {
        true => Ok(text.to_owned()),
        false => Err("is 1 to 255 characters, without line breaks and without blanks at its ends".to_owned()),
    }
}

/// An address of mail, in lower case: each has one account.
pub fn email(text: &str) -> Checked<String> {
    let valid = |text: &str| {
        let (local, host) = text.rsplit_once('@')?;
        let plain = |c: char| c.is_whitespace() || c.is_control() || c == '@';
        let fits = (1..=64).contains(&local.len()) && text.len() <= 254 && !local.contains(plain);
        (fits && host_name(host).as_deref() == Some(host)).then_some(())
    };
    let text = text.to_lowercase();
    match valid(&text) {
        Some(()) => Ok(text),
        None => Err(format!("`{text}` is not an address of mail")),
    }
}

/// A country (ISO 3166-1 alpha-2).
pub fn country(code: &str) -> Checked<String> {
    match COUNTRIES.contains(code) {
        true => Ok(code.to_owned()),
        false => Err(format!("`{code}` is not a country in two capital letters (ISO 3166-1), such as SE")),
    }
}

/// A currency (ISO 4217).
pub fn currency(code: &str) -> Checked<String> {
    match code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        true => Ok(code.to_owned()),
        false => Err("is a currency in three capital letters (ISO 4217), such as USD".to_owned()),
    }
}

/// A language tag (BCP 47) whose language is one of ISO 639.
pub fn language(tag: &str) -> Checked<String> {
    let part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let known = || {
        let language = tag.split('-').next().unwrap_or_default();
        LANGUAGES.contains(language.to_ascii_lowercase().as_str())
    };
    match tag.len() <= 35 && tag.split('-').all(part) && known() {
        true => Ok(tag.to_owned()),
        false => Err(format!("`{tag}` is not a language (BCP 47), such as en or pt-BR")),
    }
}

/// A name of the IANA time zone database.
pub fn time_zone(name: &str) -> Checked<String> {
    match TIME_ZONES.contains(name) {
        true => Ok(name.to_owned()),
        false => Err(format!("`{name}` is not a time zone (IANA), such as Europe/Stockholm")),
    }
}

/// An id.
pub fn id(text: &str) -> Checked<Uuid> {
    let parsed = Uuid::parse_str(text).ok().filter(|id| !id.is_nil());
    parsed.ok_or_else(|| format!("`{text}` is not an id (UUID)"))
}

/// The name of a domain, in A-labels.
pub fn domain(name: &str) -> Checked<String> {
    host_name(name).ok_or_else(|| format!("`{name}` is not a domain name of at least two labels"))
}

/// What a backend is called.
pub fn backend(id: &str) -> Checked<String> {
    match is_id(id) {
        true => Ok(id.to_owned()),
        false => Err(format!("`{id}` is not what a backend is called: 1 to 40 of a-z, 0-9 and -")),
    }
}

/// The suffix of a price, with its leading dot, in A-labels.
pub fn suffix(tld: &str) -> Checked<String> {
    let whole = tld.strip_prefix('.').and_then(|rest| host_name(&format!("x.{rest}")));
    let suffix = whole.as_deref().and_then(|whole| whole.strip_prefix('x'));
    suffix
        .map(str::to_owned)
        .ok_or_else(|| format!("`{tld}` is not a suffix with its leading dot, such as .co.uk"))
}

/// A number of at least 1.
pub fn positive(number: i32) -> Checked<i32> {
    at_least(number, 1)
}

/// A number of at least 0.
pub fn natural(number: i32) -> Checked<i32> {
    at_least(number, 0)
}

fn at_least(number: i32, least: i32) -> Checked<i32> {
    match number >= least {
        true => Ok(number),
        false => Err(format!("is at least {least}")),
    }
}

/// Hosts that answer for a domain, in their one form, each once.
pub fn name_servers(hosts: Vec<String>) -> Checked<Vec<String>> {
    let mut known = Vec::with_capacity(hosts.len());
    for host in hosts {
        let name = host_name(&host);
        let name = name.ok_or_else(|| format!("`{host}` is not a host name of at least two labels"))?;
        if !known.contains(&name) {
            known.push(name);
        }
    }
    match known.len() {
        2..=13 => Ok(known),
        _ => Err("needs 2 to 13 different host names".to_owned()),
    }
}

/// The name of a machine, in A-labels; one label is enough.
pub fn machine(name: &str) -> Checked<String> {
    let whole = host_name(&format!("{name}.x"));
    let name_of = |whole: String| whole.strip_suffix(".x").map(str::to_owned);
    whole.and_then(name_of).ok_or_else(|| format!("`{name}` is not a host name"))
}

/// Where a machine is reached: its name or its address.
pub fn host(text: &str) -> Checked<String> {
    ipv4(text)
        .or_else(|_| ipv6(text))
        .or_else(|_| machine(text))
        .map_err(|_| format!("`{text}` is not a host name or an address"))
}

/// An address of version 4.
pub fn ipv4(text: &str) -> Checked<String> {
    let refused = |_| format!("`{text}` is not an IPv4 address, such as 192.0.2.1");
    text.parse::<Ipv4Addr>().map(|address| address.to_string()).map_err(refused)
}

/// An address of version 6, in its shortest form.
pub fn ipv6(text: &str) -> Checked<String> {
    let refused = |_| format!("`{text}` is not an IPv6 address, such as 2001:db8::1");
    text.parse::<Ipv6Addr>().map(|address| address.to_string()).map_err(refused)
}

/// A port.
pub fn port(number: i32) -> Checked<i32> {
    match (1..=65_535).contains(&number) {
        true => Ok(number),
        false => Err("is a port, 1 to 65535".to_owned()),
    }
}

/// A number of bytes.
pub fn bytes(number: i64) -> Checked<i64> {
    match number >= 0 {
        true => Ok(number),
        false => Err("is a number of bytes, at least 0".to_owned()),
    }
}

/// What prices and plans are called among programs.
pub fn code(text: &str) -> Checked<String> {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let fits = (1..=64).contains(&text.len()) && text.bytes().all(letter);
    match fits && text.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        true => Ok(text.to_owned()),
        false => Err("is 1 to 64 letters, digits, dots, dashes and underscores".to_owned()),
    }
}

/// What is installed on a machine.
pub fn system(text: &str) -> Checked<String> {
    let refused = "is 1 to 80 characters, without line breaks and without blanks at its ends";
    line(text).ok().filter(|text| text.chars().count() <= 80).ok_or_else(|| refused.to_owned())
}

/// The user that a site belongs to at its panel.
pub fn site(text: &str) -> Checked<String> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    let fits = (1..=32).contains(&text.len()) && text.bytes().all(letter);
    match fits && text.starts_with(|first: char| first.is_ascii_lowercase()) {
        true => Ok(text.to_owned()),
        false => {
            Err("is a letter and up to 31 more letters, digits, dashes and underscores, all small".to_owned())
        }
    }
}

/// The name of a snapshot of a container.
pub fn container_snapshot(name: &str) -> Checked<String> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    match (1..=48).contains(&name.len()) && name.bytes().all(letter) && !name.starts_with('-') {
        true => Ok(name.to_owned()),
        false => Err("is 1 to 48 small letters, digits and dashes, without a dash in front".to_owned()),
    }
}

/// The name of a snapshot of a virtual machine.
pub fn machine_snapshot(name: &str) -> Checked<String> {
    match (1..=64).contains(&name.chars().count()) && !name.contains(char::is_control) {
        true => Ok(name.to_owned()),
        false => Err("is 1 to 64 characters without control characters".to_owned()),
    }
}

/// What the customer says of a snapshot.
pub fn description(text: &str) -> Checked<String> {
    match text.chars().count() <= 255 {
        true => Ok(text.to_owned()),
        false => Err("is at most 255 characters".to_owned()),
    }
}
