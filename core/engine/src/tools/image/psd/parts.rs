//! The parts that a document of Photoshop has, one after the other.

/// What a document says of itself first.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// Whether it is a large document: its lengths are longer.
    pub is_large: bool,
    /// The channels of the whole: its colours, and more.
    pub channels: u16,
    /// Its height in pixels.
    pub height: u32,
    /// Its width in pixels.
    pub width: u32,
    /// The bits of a sample.
    pub depth: u16,
    /// What the samples mean.
    pub mode: Mode,
}

/// What the samples of a picture mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Black or white.
    Bitmap,
    /// How light it is.
    Grey,
    /// A place in a palette.
    Indexed,
    /// Red, green and blue.
    Rgb,
    /// How much light cyan, magenta, yellow and black leave.
    Cmyk,
    /// Something else.
    Other,
}

impl Head {
    /// Its bytes.
    pub const LENGTH: u64 = 26;

    /// Reads it; none where it is cut off, or is that of another format.
    pub fn read(rest: &mut &[u8]) -> Option<Self> {
        let version = (taken(rest, 4)? == b"8BPS").then(|| short(rest)).flatten()?;
        taken(rest, 6)?;
        let (channels, height, width, depth, mode) =
            (short(rest)?, long(rest)?, long(rest)?, short(rest)?, short(rest)?);
        let mode = match mode {
            0 => Mode::Bitmap,
            // Of a duotone its inks are not said in any way that others know.
            1 | 8 => Mode::Grey,
            2 => Mode::Indexed,
            3 => Mode::Rgb,
            4 => Mode::Cmyk,
            _ => Mode::Other,
        };
        matches!(version, 1 | 2).then_some(Self {
            is_large: version == 2,
            channels,
            height,
            width,
            depth,
            mode,
        })
    }
}

/// What a document has that matters for the whole.
#[derive(Debug)]
pub struct Parts<'a> {
    /// Its beginning.
    pub head: Head,
    /// The colours of an indexed picture.
    pub palette: &'a [u8],
    /// What its colours mean (ICC.1).
    pub profile: Option<&'a [u8]>,
    /// Whether there is a picture of the whole that is one.
    pub has_whole: bool,
    /// Whether the first channel after the colours says how opaque the pixels of the whole are.
    pub is_clear: bool,
    /// How the channels are packed, and they themselves.
    pub whole: &'a [u8],
}

const PROFILE: u16 = 1039;
const VERSION: u16 = 1057;

impl<'a> Parts<'a> {
    /// Reads them; none where they are cut off.
    pub fn read(mut rest: &'a [u8]) -> Option<Self> {
        let head = Head::read(&mut rest)?;
        let palette = part(&mut rest, false)?;
        let mut resources = part(&mut rest, false)?;
        let layers = part(&mut rest, head.is_large)?;
        let (mut profile, mut has_whole) = (None, true);
        while let Some((id, content)) = resource(&mut resources) {
            match (id, content) {
                (PROFILE, content) => profile = Some(content),
                // A version, and whether there is.
                (VERSION, [_, _, _, _, whole, ..]) => has_whole = *whole != 0,
                _ => {}
            }
        }
        Some(Self {
            head,
            palette,
            profile,
            has_whole,
            is_clear: is_clear(layers, head.is_large),
            whole: rest,
        })
    }
}

/// A resource: its number, and what it says. A name stands between; each takes an even number of bytes.
fn resource<'a>(rest: &mut &'a [u8]) -> Option<(u16, &'a [u8])> {
    taken(rest, 4)?;
    let id = short(rest)?;
    let name = usize::from(*rest.first()?) + 1;
    taken(rest, name + name % 2)?;
    let length = usize::try_from(long(rest)?).ok()?;
    let content = taken(rest, length)?;
    // The last one may end without it.
    let _ = taken(rest, length % 2);
    Some((id, content))
}

/// Layers are counted by a number below zero where the whole has an opacity. With 16 bits they stand further behind.
fn is_clear(mut layers: &[u8], is_large: bool) -> bool {
    let below_zero = |layers: &[u8]| layers.first().is_some_and(|high| high & 0x80 != 0);
    let Some(first) = part(&mut layers, is_large) else { return false };
    if below_zero(first) {
        return true;
    }
    // What holds for all layers.
    let Some(_) = part(&mut layers, false) else { return false };
    while let (Some(_), Some(key)) = (taken(&mut layers, 4), taken(&mut layers, 4)) {
        let long = is_large
            && [
                b"Lr16", b"Lr32", b"Layr", b"LMsk", b"Mt16", b"Mt32", b"Mtrn", b"Alph", b"FMsk", b"lnk2",
                b"FEid", b"FXid", b"PxSD",
            ]
            .contains(&key.first_chunk().unwrap_or(b"    "));
        let Some(content) = part(&mut layers, long) else { return false };
        match key {
            b"Mt16" | b"Mt32" | b"Mtrn" => return true,
            b"Lr16" | b"Lr32" | b"Layr" if below_zero(content) => return true,
            _ => {}
        }
        let _ = taken(&mut layers, content.len().wrapping_neg() % 4);
    }
    false
}

/// What stands behind its length.
fn part<'a>(rest: &mut &'a [u8], is_long: bool) -> Option<&'a [u8]> {
    let length =
        if is_long { u64::from(long(rest)?) << 32 | u64::from(long(rest)?) } else { long(rest)?.into() };
    taken(rest, usize::try_from(length).ok()?)
}

/// The next bytes.
pub fn taken<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    rest.split_off(..length)
}

/// A number of two bytes.
pub fn short(rest: &mut &[u8]) -> Option<u16> {
    taken(rest, 2)?.try_into().ok().map(u16::from_be_bytes)
}

/// A number of four bytes.
pub fn long(rest: &mut &[u8]) -> Option<u32> {
    taken(rest, 4)?.try_into().ok().map(u32::from_be_bytes)
}
