//! The channels of the whole, one after the other.
use super::{
    cut_off,
    parts::{Head, Parts, long, short, taken},
};
use crate::{Code, Failure};

/// The first `count` channels, unpacked.
pub fn read(parts: &Parts<'_>, count: usize) -> Result<Vec<Vec<u8>>, Failure> {
    let mut rest = parts.whole;
    let Head { width, height, depth, channels, is_large, .. } = parts.head;
    let (height, row) = (height as usize, (width as usize * usize::from(depth)).div_ceil(8));
    if usize::from(channels) < count {
        return Err(Failure::broken("it has fewer channels than colours"));
    }
    match short(&mut rest).ok_or_else(cut_off)? {
        0 => (0..count)
            .map(|_| taken(&mut rest, height * row).map(<[u8]>::to_vec).ok_or_else(cut_off))
            .collect(),
        1 => {
            // First come the lengths of all rows of all channels.
            let size = if is_large { 4 } else { 2 };
            let mut lengths = taken(&mut rest, height * usize::from(channels) * size).ok_or_else(cut_off)?;
            let mut next = || if is_large { long(&mut lengths) } else { short(&mut lengths).map(u32::from) };
            let mut channel = || {
                let mut out = Vec::with_capacity(height * row);
                for filled in 1..=height {
                    let packed = taken(&mut rest, next()? as usize)?;
                    unpack(packed, filled * row, &mut out);
                    if out.len() < filled * row {
                        return None;
                    }
                }
                Some(out)
            };
            (0..count).map(|_| channel().ok_or_else(cut_off)).collect()
        }
        _ => Err(Failure::new(Code::FileUnsupported, "its picture is packed in a way that is not read here")),
    }
}

/// `PackBits` (TIFF 6.0 section 9), until `out` is so long: literal bytes, or one that is repeated.
fn unpack(mut packed: &[u8], length: usize, out: &mut Vec<u8>) {
    while out.len() < length {
        let room = length - out.len();
        match packed {
            [count @ 0..=127, rest @ ..] => {
                let literal = &rest[..rest.len().min(usize::from(*count) + 1)];
                out.extend(&literal[..literal.len().min(room)]);
                packed = &rest[literal.len()..];
            }
            [128, rest @ ..] => packed = rest,
            [count, one, rest @ ..] => {
                let count = 257 - usize::from(*count);
                out.resize(out.len() + count.min(room), *one);
                packed = rest;
            }
            _ => return,
        }
    }
}
