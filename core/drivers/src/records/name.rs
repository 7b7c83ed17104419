//! Names: as text and as labels.
use super::fields;
use hickory_proto::{
    rr::Name,
    serialize::binary::{BinDecodable, BinDecoder},
};

/// The longest name on the wire, in octets (RFC 1035 section 2.3.4).
const WIRE_MAX: usize = 255;

/// The name that is written as `text`, with or without its final dot; what is wrong with it, in words.
///
/// The library's own reader takes the digits of an escape for octal ones; RFC 1035 section 5.1 means decimal.
pub(crate) fn parse(text: &str) -> Result<Name, String> {
    let wrong = || format!("{text} is not a name");
    if text == "." {
        return Ok(Name::root());
    }
    let mut labels = vec![];
    let mut rest = text;
    while !rest.is_empty() {
        let end = label_end(rest);
        let label = fields::unescaped(&rest[..end])?;
        if label.is_empty() {
            return Err(wrong());
        }
        labels.push(label);
        rest = rest.get(end + 1..).unwrap_or("");
    }
    let name = Name::from_labels(labels.iter().map(Vec::as_slice)).map_err(|_| wrong())?;
    match labels.is_empty() || wire(&name).len() > WIRE_MAX {
        true => Err(wrong()),
        false => Ok(name),
    }
}

/// Where the first label of `text` ends: at a dot that is not escaped.
fn label_end(text: &str) -> usize {
    let mut escape = false;
    let dot = text.bytes().position(|byte| {
        let ends = byte == b'.' && !escape;
        escape = byte == b'\\' && !escape;
        ends
    });
    dot.unwrap_or(text.len())
}

/// `name` as it is written, in lower case and with its final dot.
pub(crate) fn text(name: &Name) -> String {
    let mut text = owner(name);
    text.push('.');
    text
}

/// `name` as records are called by: in lower case, without its final dot.
pub(crate) fn owner(name: &Name) -> String {
    name.iter().map(label).collect::<Vec<_>>().join(".")
}

fn label(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for octet in octets.iter().map(u8::to_ascii_lowercase) {
        match octet {
            b'.' | b'\\' | b'"' | b';' | b'(' | b')' | b'@' | b'$' => {
                text.extend(['\\', char::from(octet)]);
            }
            octet if octet.is_ascii_graphic() => text.push(char::from(octet)),
            octet => fields::decimal(&mut text, octet),
        }
    }
    text
}

/// Reads a name at `decoder`, and follows where it points to.
pub(crate) fn read(decoder: &mut BinDecoder<'_>) -> Option<Name> {
    Name::read(decoder).ok()
}

/// Writes `name` as it is sent, whole.
pub(crate) fn put(data: &mut Vec<u8>, name: &Name) {
    for label in name {
        data.push(u8::try_from(label.len()).unwrap_or_default());
        data.extend_from_slice(label);
    }
    data.push(0);
}

fn wire(name: &Name) -> Vec<u8> {
    let mut data = vec![];
    put(&mut data, name);
    data
}
