//! Text: kept as the customer means it, quoted and cut only for the zone.

use super::number::number;

/// The longest text, in bytes.
const TEXT_MAX: usize = 4096;
/// The longest string on the wire, in bytes (RFC 1035, section 3.3).
const STRING_MAX: usize = 255;

/// Reads a text: as it is, or as one or more quoted strings that are joined (RFC 7208, section 3.3).
pub(super) fn read(input: &str) -> Result<String, String> {
    let text = match is_quoted(input) {
        true => String::from_utf8(strings(input)?.concat()).map_err(|_| "the text is not valid UTF-8")?,
        false => input.to_owned(),
    };
    if text.is_empty() {
        return Err("the text is empty".to_owned());
    }
    if text.len() > TEXT_MAX {
        return Err(format!("the text has at most {TEXT_MAX} bytes"));
    }
    if text.contains(char::is_control) {
        return Err("the text holds no control characters, such as line breaks".to_owned());
    }
    // Kept without its quotes, it could not be told from one that is quoted.
    if is_quoted(&text) {
        return Err("the text itself cannot begin with a quotation mark".to_owned());
    }
    Ok(text)
}

/// A text as it is sent: in strings of at most 255 bytes (RFC 1035, section 3.3.14).
pub fn wire(text: &str) -> Vec<Vec<u8>> {
    match text.is_empty() {
        true => vec![Vec::new()],
        false => text.as_bytes().chunks(STRING_MAX).map(<[u8]>::to_vec).collect(),
    }
}

/// A text as it is written in a zone file.
pub(super) fn quoted(text: &str) -> String {
    let strings: Vec<String> = wire(text).iter().map(|string| format!("\"{}\"", escaped(string))).collect();
    strings.join(" ")
}

/// The inside of a quoted string: printable ASCII, the rest as `\DDD` (RFC 1035, section 5.1).
pub(super) fn escaped(string: &[u8]) -> String {
    let mut written = String::with_capacity(string.len());
    for &byte in string {
        match byte {
            b'"' | b'\\' => written.extend(['\\', char::from(byte)]),
            b' '..=b'~' => written.push(char::from(byte)),
            _ => written.extend(['\\', digit(byte / 100), digit(byte / 10), digit(byte)]),
        }
    }
    written
}

/// The last decimal digit of a number.
const fn digit(number: u8) -> char {
    (b'0' + number % 10) as char
}

/// The strings of a line of quoted strings, which may stand apart.
pub(super) fn strings(input: &str) -> Result<Vec<Vec<u8>>, String> {
    let mut strings = Vec::new();
    let mut rest = input.trim();
    while !rest.is_empty() {
        let inside = rest.strip_prefix('"').ok_or("text stands outside of the quotes")?;
        let end = closing_quote(inside).ok_or("a quoted string is not closed")?;
        strings.push(unescaped(&inside[..end])?);
        rest = inside[end + 1..].trim_start();
    }
    Ok(strings)
}

/// What escapes stand for: `\DDD` for a byte, `\` and any other character for that character.
pub(super) fn unescaped(input: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(input.len());
    let mut rest = input;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let first = escape.chars().next().ok_or("a backslash stands at the end")?;
        rest = if first.is_ascii_digit() {
            let byte = escape.get(..3).and_then(number::<u8>);
            bytes.push(byte.ok_or("an escape in digits is \\000 to \\255")?);
            &escape[3..]
        } else {
            let (first, rest) = escape.split_at(first.len_utf8());
            bytes.extend_from_slice(first.as_bytes());
            rest
        };
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// Whether quoted strings are meant.
fn is_quoted(input: &str) -> bool {
    input.trim_start().starts_with('"')
}

/// Where the string ends that begins here.
fn closing_quote(inside: &str) -> Option<usize> {
    let mut escape = false;
    inside.bytes().position(|byte| {
        let closes = byte == b'"' && !escape;
        escape = byte == b'\\' && !escape;
        closes
    })
}
