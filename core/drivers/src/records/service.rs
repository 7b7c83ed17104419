//! The parameters of a service (RFC 9460 sections 2.1, 2.2 and 14.3.2).
use super::{
    fields::{decimal, unescaped, unquoted},
    parse::{address, number},
    write::{array, short, string},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hickory_proto::serialize::binary::BinDecoder;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The parameters that have a name: each by its number.
const NAMES: [&str; 7] = ["mandatory", "alpn", "no-default-alpn", "port", "ipv4hint", "ech", "ipv6hint"];

/// The parameters that `fields` give, as they are sent: by their numbers.
pub(super) fn wire<'a>(fields: impl Iterator<Item = &'a str>) -> Result<Vec<u8>, String> {
    let mut parameters = fields.map(parameter).collect::<Result<Vec<_>, _>>()?;
    parameters.sort();
    if parameters.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err("a parameter is given twice".to_owned());
    }
    let mut data = vec![];
    for (key, value) in parameters {
        let length = u16::try_from(value.len()).map_err(|_| "a parameter is too long")?;
        data.extend(key.to_be_bytes());
        data.extend(length.to_be_bytes());
        data.extend(value);
    }
    Ok(data)
}

fn parameter(field: &str) -> Result<(u16, Vec<u8>), String> {
    let (word, value) = field.split_once('=').unwrap_or((field, ""));
    let key = key(word)?;
    let value = unescaped(unquoted(value))?;
    Ok((key, encoded(key, value)?))
}

fn key(word: &str) -> Result<u16, String> {
    let named = NAMES.iter().zip(0..).find(|(name, _)| name.eq_ignore_ascii_case(word));
    let numbered = || word.strip_prefix("key").and_then(|digits| number(digits).ok());
    let key = named.map(|(_, key)| key).or_else(numbered);
    key.ok_or_else(|| format!("there is no parameter {word}"))
}

fn encoded(key: u16, value: Vec<u8>) -> Result<Vec<u8>, String> {
    if key > 6 {
        return Ok(value);
    }
    let value = String::from_utf8(value).map_err(|_| "the value of a parameter is not ASCII")?;
    let mut data = vec![];
    match key {
        0 => {
            let mut keys = items(&value).iter().map(|item| self::key(item)).collect::<Result<Vec<_>, _>>()?;
            keys.sort_unstable();
            data.extend(keys.into_iter().flat_map(u16::to_be_bytes));
        }
        1 => items(&value).iter().try_for_each(|item| {
            data.push(u8::try_from(item.len()).map_err(|_| "a protocol is longer than 255 octets")?);
            data.extend(item.as_bytes());
            Ok::<_, String>(())
        })?,
        2 if value.is_empty() => (),
        2 => return Err("no-default-alpn has no value".to_owned()),
        3 => data.extend(number::<u16>(&value)?.to_be_bytes()),
        4 => items(&value).iter().try_for_each(|item| {
            data.extend(address::<Ipv4Addr>(item)?.octets());
            Ok::<_, String>(())
        })?,
        5 => data = STANDARD.decode(&value).map_err(|_| "the value of ech is not base64")?,
        _ => items(&value).iter().try_for_each(|item| {
            data.extend(address::<Ipv6Addr>(item)?.octets());
            Ok::<_, String>(())
        })?,
    }
    Ok(data)
}

/// The items of a list: a comma that belongs to one is escaped (RFC 9460 appendix A.1).
fn items(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut escape = false;
    for character in list.chars() {
        match character {
            '\\' if !escape => escape = true,
            ',' if !escape => items.push(String::new()),
            character => {
                escape = false;
                items.last_mut().expect("there is always one").push(character);
            }
        }
    }
    items
}

/// The parameters at `decoder`, to its end, as they are written; nothing where they break the rules.
pub(super) fn text(decoder: &mut BinDecoder<'_>) -> Option<Vec<String>> {
    let mut fields = vec![];
    while !decoder.is_empty() {
        let (key, length) = (short(decoder)?, short(decoder)?);
        let value = decoder.read_slice(usize::from(length)).ok()?.unverified();
        let written = written(key, value)?;
        let word = word(key);
        fields.push(if written.is_empty() { word } else { format!("{word}={written}") });
    }
    Some(fields)
}

fn word(key: u16) -> String {
    NAMES.get(usize::from(key)).map_or_else(|| format!("key{key}"), ToString::to_string)
}

fn written(key: u16, value: &[u8]) -> Option<String> {
    let mut decoder = BinDecoder::new(value);
    let mut items = vec![];
    match key {
        2 => return value.is_empty().then(String::new),
        3 => items.push(short(&mut decoder)?.to_string()),
        5 => return Some(STANDARD.encode(value)),
        7.. => return Some(opaque(value)),
        _ => {
            while !decoder.is_empty() {
                items.push(match key {
                    0 => word(short(&mut decoder)?),
                    1 => opaque(string(&mut decoder)?).replace("\\092", "\\\\\\\\").replace(',', "\\\\,"),
                    4 => Ipv4Addr::from(array(&mut decoder)?).to_string(),
                    _ => Ipv6Addr::from(array::<16>(&mut decoder)?).to_string(),
                });
            }
        }
    }
    (decoder.is_empty() && !items.is_empty()).then(|| items.join(","))
}

/// Octets, written so that none needs quotes.
fn opaque(value: &[u8]) -> String {
    let mut text = String::with_capacity(value.len());
    for &octet in value {
        match octet {
            b'"' | b'\\' | b';' | b'(' | b')' => decimal(&mut text, octet),
            octet if octet.is_ascii_graphic() => text.push(char::from(octet)),
            octet => decimal(&mut text, octet),
        }
    }
    text
}
