//! Records as they are written in a zone file (RFC 1035 section 5.1), and as they are sent.
//!
//! One table says what the data of a type is made of; a type that is not in it is written as RFC 3597 section 5 says.
mod fields;
pub(crate) mod name;
mod parse;
mod service;
#[cfg(test)]
mod tests;
mod write;

use hickory_proto::{rr::RecordType, serialize::binary::BinDecoder};

pub(crate) use parse::wire;
pub(crate) use write::text;

/// A part of a record's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// A number of 8 bits.
    Octet,
    /// A number of 16 bits.
    Short,
    /// A number of 32 bits.
    Long,
    /// An IPv4 address.
    Address4,
    /// An IPv6 address.
    Address6,
    /// A name.
    Name,
    /// A short word, its length in front (RFC 8659 section 4.1).
    Tag,
    /// The rest, as hexadecimal digits.
    Hexadecimal,
    /// The rest, as strings with their length in front.
    Strings,
    /// The rest, as one string.
    Value,
    /// The rest, as parameters of a service (RFC 9460 section 2.2).
    Parameters,
}

/// What the data of `kind` is made of, where that is known.
pub(crate) fn layout(kind: RecordType) -> Option<&'static [Field]> {
    use Field::{Address4, Address6, Hexadecimal, Long, Name, Octet, Parameters, Short, Strings, Tag, Value};
    Some(match kind {
        RecordType::A => &[Address4],
        RecordType::AAAA => &[Address6],
        RecordType::CNAME | RecordType::NS | RecordType::PTR => &[Name],
        RecordType::MX => &[Short, Name],
        RecordType::SRV => &[Short, Short, Short, Name],
        RecordType::TXT => &[Strings],
        RecordType::CAA => &[Octet, Tag, Value],
        RecordType::TLSA => &[Octet, Octet, Octet, Hexadecimal],
        RecordType::SSHFP => &[Octet, Octet, Hexadecimal],
        RecordType::DS => &[Short, Octet, Octet, Hexadecimal],
        RecordType::SVCB | RecordType::HTTPS => &[Short, Name, Parameters],
        RecordType::SOA => &[Name, Name, Long, Long, Long, Long, Long],
        _ => return None,
    })
}

/// The type that is called `text`: by its name, or as `TYPE` with its number (RFC 3597 section 5).
pub(crate) fn kind(text: &str) -> Result<RecordType, String> {
    let text = text.to_ascii_uppercase();
    let number = text.strip_prefix("TYPE").and_then(|digits| digits.parse::<u16>().ok());
    match number {
        Some(number) => Ok(RecordType::from(number)),
        None => text.parse().map_err(|_| format!("there is no type {text}")),
    }
}

/// What `kind` is called.
pub(crate) fn kind_text(kind: RecordType) -> String {
    match kind {
        RecordType::Unknown(number) => format!("TYPE{number}"),
        kind => kind.to_string(),
    }
}

/// Reads the `length` octets of a record's data at `decoder`, with its names whole: in a message they may point to
/// others (RFC 1035 section 4.1.4). With `lower`, names are in lower case.
pub(crate) fn whole(
    kind: RecordType,
    decoder: &mut BinDecoder<'_>,
    length: usize,
    lower: bool,
) -> Option<Vec<u8>> {
    let end = decoder.index().checked_add(length)?;
    let mut data = Vec::with_capacity(length);
    for field in layout(kind).unwrap_or(&[Field::Value]) {
        let octets = match field {
            Field::Octet => 1,
            Field::Short => 2,
            Field::Long | Field::Address4 => 4,
            Field::Address6 => 16,
            Field::Tag => usize::from(decoder.peek()?.unverified()) + 1,
            Field::Name => {
                let found = name::read(decoder)?;
                name::put(&mut data, &if lower { found.to_lowercase() } else { found });
                continue;
            }
            Field::Hexadecimal | Field::Strings | Field::Value | Field::Parameters => {
                end.checked_sub(decoder.index())?
            }
        };
        data.extend_from_slice(decoder.read_slice(octets).ok()?.unverified());
    }
    (decoder.index() == end).then_some(data)
}

/// Data in the form in which it is compared: with its names in lower case. What cannot be read stays as it is.
pub(crate) fn comparable(kind: RecordType, data: &[u8]) -> Vec<u8> {
    whole(kind, &mut BinDecoder::new(data), data.len(), true).unwrap_or_else(|| data.to_vec())
}
