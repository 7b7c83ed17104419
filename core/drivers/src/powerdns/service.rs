//! The parameters of SVCB and HTTPS (RFC 9460 section 2.1): the platform writes them without quotes, the server writes
//! some within.
use std::net::Ipv6Addr;

/// What the server is given for what the platform writes.
pub(super) fn sent(content: &str) -> String {
    let parameters = content.split(' ').enumerate().map(|(index, word)| match index {
        0 | 1 => word.to_owned(),
        _ => sent_parameter(word),
    });
    parameters.collect::<Vec<_>>().join(" ")
}

fn sent_parameter(word: &str) -> String {
    match word.split_once('=') {
        Some(("ech", value)) => format!("ech=\"{value}\""),
        Some(("ipv6hint", value)) => format!("ipv6hint={}", hints(value, written)),
        Some((key, value)) if is_number(key) => format!("{key}=\"{}\"", quoted(value)),
        None if is_number(word) => format!("{word}=\"\""),
        _ => word.to_owned(),
    }
}

/// What the platform would have written where the server has `content`.
pub(super) fn kept(content: &str) -> String {
    let mut kept = Vec::new();
    for (index, word) in words(content).into_iter().enumerate() {
        kept.push(match index {
            0 => word,
            1 => word.to_ascii_lowercase(),
            _ => kept_parameter(&word),
        });
    }
    kept.join(" ")
}

fn kept_parameter(word: &str) -> String {
    let Some((key, value)) = word.split_once('=') else { return word.to_owned() };
    let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    match key {
        _ if value.is_empty() => key.to_owned(),
        "ipv6hint" => format!("{key}={}", hints(value, |address| address.to_string())),
        _ if is_number(key) => format!("{key}={}", unquoted(value)),
        _ => format!("{key}={value}"),
    }
}

/// Whether a parameter has no name of its own (RFC 9460 section 14.3.1).
fn is_number(key: &str) -> bool {
    key.strip_prefix("key").is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn hints(value: &str, write: fn(Ipv6Addr) -> String) -> String {
    let hint = |hint: &str| hint.parse().map_or_else(|_| hint.to_owned(), write);
    value.split(',').map(hint).collect::<Vec<_>>().join(",")
}

/// As C libraries write an address, which is what the server compares with: one that ends in an address of IPv4
/// (RFC 4291 section 2.5.5.1) shows it.
fn written(address: Ipv6Addr) -> String {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, high, _] if high != 0 => {
            let [.., a, b, c, d] = address.octets();
            format!("::{a}.{b}.{c}.{d}")
        }
        _ => address.to_string(),
    }
}

/// A value without quotes as it is written within them: what the platform writes in digits without need is written
/// as itself, since the server would do so too.
fn quoted(value: &str) -> String {
    let mut written = String::new();
    for byte in bytes(value) {
        match byte {
            b'"' | b'\\' => written.extend(['\\', char::from(byte)]),
            b' '..=b'~' => written.push(char::from(byte)),
            _ => written.push_str(&escaped(byte)),
        }
    }
    written
}

/// A value within quotes as the platform writes it.
fn unquoted(value: &str) -> String {
    let mut written = String::new();
    for byte in bytes(value) {
        match byte {
            b'"' | b'\\' | b';' | b'(' | b')' => written.push_str(&escaped(byte)),
            byte if byte.is_ascii_graphic() => written.push(char::from(byte)),
            _ => written.push_str(&escaped(byte)),
        }
    }
    written
}

fn escaped(byte: u8) -> String {
    format!("\\{byte:03}")
}

/// What escapes stand for (RFC 1035 section 5.1).
fn bytes(value: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = value.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'\\', [a, b, c, after @ ..]) if [a, b, c].iter().all(|digit| digit.is_ascii_digit()) => {
                let number = [a, b, c].iter().fold(0_u32, |sum, digit| sum * 10 + u32::from(**digit - b'0'));
                (u8::try_from(number).unwrap_or(b'?'), after)
            }
            (b'\\', [escaped, after @ ..]) => (*escaped, after),
            _ => (*first, after),
        };
        bytes.push(byte);
        rest = after;
    }
    bytes
}

/// The words of a line; spaces within quotes part none.
fn words(content: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let (mut quoted, mut escaped) = (false, false);
    for character in content.chars() {
        match character {
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(character),
        }
        quoted ^= character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_own_form() {
        for (platform, server) in [
            ("0 svc.example.net.", "0 svc.example.net."),
            ("1 . alpn=h3 no-default-alpn", "1 . alpn=h3 no-default-alpn"),
            ("1 . mandatory=alpn,port alpn=h2 port=8443", "1 . mandatory=alpn,port alpn=h2 port=8443"),
            ("1 . ech=AEX+DQ==", "1 . ech=\"AEX+DQ==\""),
            ("1 . key667=hello", "1 . key667=\"hello\""),
            ("1 . key7=/q{?dns} key667", "1 . key7=\"/q{?dns}\" key667=\"\""),
            (r"1 . key667=a\210\000\032b,c", r#"1 . key667="a\210\000 b,c""#),
            (r"1 . key667=\034\092\059\040\041", r#"1 . key667="\"\\;()""#),
            ("1 . ipv6hint=2001:db8::1,::c000:205", "1 . ipv6hint=2001:db8::1,::192.0.2.5"),
            ("1 . ipv6hint=::ffff:192.0.2.1,::1", "1 . ipv6hint=::ffff:192.0.2.1,::1"),
        ] {
            assert_eq!(sent(platform), server);
            assert_eq!(kept(server), platform);
        }
    }

    #[test]
    fn other_forms_are_read_too() {
        assert_eq!(kept("1  SVC.example.net. alpn=\"h2,h3\""), "1 svc.example.net. alpn=h2,h3");
        assert_eq!(kept("1 . key667"), "1 . key667");
    }
}
