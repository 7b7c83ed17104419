//! From what is sent to a line of a zone file.
use super::{
    Field,
    fields::{hexadecimal, quoted},
    layout, name, service,
};
use hickory_proto::{rr::RecordType, serialize::binary::BinDecoder};
use std::net::{Ipv4Addr, Ipv6Addr};

/// `data` as it is written in a zone file; data that breaks the rules of its type as octets (RFC 3597 section 5).
pub(crate) fn text(kind: RecordType, data: &[u8]) -> String {
    let known = layout(kind).and_then(|layout| known(layout, data));
    known.unwrap_or_else(|| format!("\\# {} {}", data.len(), hexadecimal(data)).trim_end().to_owned())
}

fn known(layout: &[Field], data: &[u8]) -> Option<String> {
    let mut decoder = BinDecoder::new(data);
    let mut fields = vec![];
    for part in layout {
        match part {
            Field::Octet => fields.push(decoder.pop().ok()?.unverified().to_string()),
            Field::Short => fields.push(short(&mut decoder)?.to_string()),
            Field::Long => fields.push(decoder.read_u32().ok()?.unverified().to_string()),
            Field::Address4 => fields.push(Ipv4Addr::from(array(&mut decoder)?).to_string()),
            Field::Address6 => fields.push(Ipv6Addr::from(array::<16>(&mut decoder)?).to_string()),
            Field::Name => fields.push(name::text(&name::read(&mut decoder)?)),
            Field::Tag => fields.push(word(string(&mut decoder)?)?),
            Field::Hexadecimal => fields.push(hexadecimal(rest(&mut decoder)?)),
            Field::Value => fields.push(quoted(rest(&mut decoder)?)),
            Field::Strings => {
                while !decoder.is_empty() {
                    fields.push(quoted(string(&mut decoder)?));
                }
            }
            Field::Parameters => fields.extend(service::text(&mut decoder)?),
        }
    }
    let whole = decoder.is_empty() && fields.iter().all(|field| !field.is_empty());
    (whole && !fields.is_empty()).then(|| fields.join(" "))
}

/// The next number of 16 bits.
pub(super) fn short(decoder: &mut BinDecoder<'_>) -> Option<u16> {
    Some(decoder.read_u16().ok()?.unverified())
}

/// The next `N` octets.
pub(super) fn array<const N: usize>(decoder: &mut BinDecoder<'_>) -> Option<[u8; N]> {
    decoder.read_slice(N).ok()?.unverified().try_into().ok()
}

/// The next string, which has its length in front.
pub(super) fn string<'a>(decoder: &mut BinDecoder<'a>) -> Option<&'a [u8]> {
    let length = decoder.pop().ok()?.unverified();
    Some(decoder.read_slice(usize::from(length)).ok()?.unverified())
}

fn rest<'a>(decoder: &mut BinDecoder<'a>) -> Option<&'a [u8]> {
    Some(decoder.read_slice(decoder.len()).ok()?.unverified())
}

fn word(octets: &[u8]) -> Option<String> {
    let word = octets.iter().all(u8::is_ascii_alphanumeric).then_some(octets)?;
    String::from_utf8(word.to_vec()).ok()
}
