//! The segments of a JPEG (ITU-T T.81 B.1.1).

/// A marker that has a length, and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment<'a> {
    /// Its second byte; the first is always 255.
    pub marker: u8,
    /// What it says.
    pub content: &'a [u8],
    /// Where that begins in the file.
    pub at: usize,
}

/// Begins a scan: what follows its segment is no segment.
pub const SCAN: u8 = 0xda;

/// The segments until the first scan, which is the last one; fewer where the file is no JPEG as others
/// write them.
pub fn segments(file: &[u8]) -> impl Iterator<Item = Segment<'_>> {
    let mut at = 2;
    let mut scanned = false;
    std::iter::from_fn(move || {
        while !scanned {
            match file.get(at..)? {
                // A fill byte, or a marker without a length.
                [0xff, 0xff, ..] => at += 1,
                [0xff, 0x01 | 0xd0..=0xd7, ..] => at += 2,
                [0xff, marker, high, low, rest @ ..] => {
                    let length = usize::from(u16::from_be_bytes([*high, *low]));
                    let content = rest.get(..length.checked_sub(2)?)?;
                    let begins = at + 4;
                    (at, scanned) = (begins + content.len(), *marker == SCAN);
                    return Some(Segment { marker: *marker, content, at: begins });
                }
                _ => return None,
            }
        }
        None
    })
}
