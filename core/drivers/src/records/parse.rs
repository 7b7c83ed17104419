//! From a line of a zone file to what is sent.
use super::{
    Field,
    fields::{from_hexadecimal, split, unescaped, unquoted},
    layout, name, service,
};
use hickory_proto::rr::RecordType;
use std::{
    net::{Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

/// The longest data of a record, in octets: its length is a number of 16 bits (RFC 1035 section 4.1.3).
const DATA_MAX: usize = 65_535;

/// The data that is written as `text`, as it is sent; what is wrong with it, in words.
pub(crate) fn wire(kind: RecordType, text: &str) -> Result<Vec<u8>, String> {
    let fields = split(text)?;
    let data = match (layout(kind), &fields[..]) {
        (_, ["\\#", length, digits @ ..]) => opaque(length, digits)?,
        (Some(layout), fields) => known(layout, fields)?,
        (None, _) => return Err(format!("{kind} is not a type that can be written")),
    };
    match data.len() {
        0 => Err(format!("a record of type {kind} is empty")),
        1..=DATA_MAX => Ok(data),
        _ => Err(format!("a record of type {kind} is longer than {DATA_MAX} octets")),
    }
}

/// Data of any type: its length and its octets (RFC 3597 section 5).
fn opaque(length: &str, digits: &[&str]) -> Result<Vec<u8>, String> {
    let data = from_hexadecimal(&digits.concat())?;
    match number::<usize>(length)? == data.len() {
        true => Ok(data),
        false => Err("the length of the data is not what is said".to_owned()),
    }
}

fn known(layout: &[Field], fields: &[&str]) -> Result<Vec<u8>, String> {
    let mut data = vec![];
    let mut fields = fields.iter().copied();
    for part in layout {
        match part {
            Field::Hexadecimal => {
                data.extend(from_hexadecimal(&fields.by_ref().collect::<Vec<_>>().concat())?);
            }
            Field::Strings => {
                for field in fields.by_ref() {
                    string(&mut data, field)?;
                }
            }
            Field::Parameters => data.extend(service::wire(fields.by_ref())?),
            part => one(&mut data, *part, fields.next().ok_or("something is missing")?)?,
        }
    }
    match fields.next() {
        None => Ok(data),
        Some(field) => Err(format!("{field} is too much")),
    }
}

fn one(data: &mut Vec<u8>, part: Field, field: &str) -> Result<(), String> {
    match part {
        Field::Octet => data.push(number(field)?),
        Field::Short => data.extend(number::<u16>(field)?.to_be_bytes()),
        Field::Long => data.extend(number::<u32>(field)?.to_be_bytes()),
        Field::Address4 => data.extend(address::<Ipv4Addr>(field)?.octets()),
        Field::Address6 => data.extend(address::<Ipv6Addr>(field)?.octets()),
        Field::Name => name::put(data, &name::parse(field)?),
        Field::Tag => string(data, field)?,
        Field::Value | Field::Hexadecimal | Field::Strings | Field::Parameters => {
            data.extend(unescaped(unquoted(field))?);
        }
    }
    Ok(())
}

/// A string with its length in front (RFC 1035 section 3.3).
fn string(data: &mut Vec<u8>, field: &str) -> Result<(), String> {
    let octets = unescaped(unquoted(field))?;
    data.push(u8::try_from(octets.len()).map_err(|_| "a string has at most 255 octets")?);
    data.extend(octets);
    Ok(())
}

/// A number in digits alone: the standard library would take a sign as well.
pub(super) fn number<N: FromStr>(field: &str) -> Result<N, String> {
    let digits = field.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| field.parse().ok())
        .flatten()
        .ok_or_else(|| format!("{field} is not a number of its range"))
}

/// An IP address.
pub(super) fn address<A: FromStr>(field: &str) -> Result<A, String> {
    field.parse().map_err(|_| format!("{field} is not an address of its family"))
}
