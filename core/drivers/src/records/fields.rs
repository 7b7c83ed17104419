//! The fields of a line of a zone file, and what escapes in them stand for (RFC 1035 section 5.1).

/// The fields of `line`: what stands apart by white space, quoted strings with their quotes.
pub(super) fn split(line: &str) -> Result<Vec<&str>, String> {
    let mut fields = vec![];
    let mut rest = line.trim_ascii_start();
    while !rest.is_empty() {
        let (field, others) = rest.split_at(end(rest)?);
        fields.push(field);
        rest = others.trim_ascii_start();
    }
    Ok(fields)
}

/// Where the first field of `line` ends.
fn end(line: &str) -> Result<usize, String> {
    let (mut quoted, mut escape) = (false, false);
    let whole = line.starts_with('"');
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            _ if escape => escape = false,
            b'\\' => escape = true,
            b'"' if quoted && whole => return Ok(at + 1),
            b'"' => quoted = !quoted,
            byte if byte.is_ascii_whitespace() && !quoted => return Ok(at),
            _ => (),
        }
    }
    match quoted {
        true => Err("a quoted string is not closed".to_owned()),
        false => Ok(line.len()),
    }
}

/// The inside of a field in quotes; any other as it is.
pub(super) fn unquoted(field: &str) -> &str {
    field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field)
}

/// What `field` stands for: `\DDD` for an octet, `\` and any other character for that character.
pub(super) fn unescaped(field: &str) -> Result<Vec<u8>, String> {
    let mut octets = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((plain, escape)) = rest.split_once('\\') {
        octets.extend_from_slice(plain.as_bytes());
        let first = escape.chars().next().ok_or("a backslash stands at the end")?;
        rest = if first.is_ascii_digit() {
            let digits = escape.get(..3).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
            let octet = digits.and_then(|digits| digits.parse().ok());
            octets.push(octet.ok_or("an escape in digits is \\000 to \\255")?);
            &escape[3..]
        } else {
            let (first, rest) = escape.split_at(first.len_utf8());
            octets.extend_from_slice(first.as_bytes());
            rest
        };
    }
    octets.extend_from_slice(rest.as_bytes());
    Ok(octets)
}

/// `octets` as a quoted string: printable ASCII, the rest as `\DDD`.
pub(super) fn quoted(octets: &[u8]) -> String {
    let mut text = String::from('"');
    for &octet in octets {
        match octet {
            b'"' | b'\\' => text.extend(['\\', char::from(octet)]),
            b' '..=b'~' => text.push(char::from(octet)),
            _ => decimal(&mut text, octet),
        }
    }
    text.push('"');
    text
}

/// Writes `octet` as `\DDD`.
pub(super) fn decimal(text: &mut String, octet: u8) {
    let digit = |number: u8| char::from(b'0' + number % 10);
    text.extend(['\\', digit(octet / 100), digit(octet / 10), digit(octet)]);
}

/// `octets` as hexadecimal digits, in lower case.
pub(super) fn hexadecimal(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

/// What `digits` stand for, two for each octet.
pub(super) fn from_hexadecimal(digits: &str) -> Result<Vec<u8>, String> {
    let wrong = || "hexadecimal data has two digits for each octet".to_owned();
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).map_err(|_| wrong())).collect()
}
