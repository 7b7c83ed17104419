//! The codes of a JPEG that fit what it shows: the file becomes smaller by a tenth and more, and nothing is lost.
//!
//! What was written with the codes of the standard is read once to count what they stand for, and once more to be
//! written with the best ones (ITU-T T.81 annexes C and K.2).
use super::segments::segments;

/// Says codes (B.1.1.3).
pub const CODES: u8 = 0xc4;

/// What a band says after its head, and how many units of blocks that are.
pub struct Scan<'a> {
    /// Until the next marker.
    pub bytes: &'a [u8],
    /// As many as the picture has in the band.
    pub units: usize,
}

/// How often each symbol stands in a scan: of the light's first values, of the colours', and of the others likewise.
type Counts = [[u32; 256]; 4];

/// Codes, as a file says them.
pub struct Codes {
    /// How many there are of each length.
    lengths: [u8; 16],
    /// What they stand for, from the shortest.
    symbols: Vec<u8>,
}

/// Four of them, in the order of [`Counts`].
pub type All = [Codes; 4];

impl Codes {
    /// The codes that the head of a file says.
    pub fn said(file: &[u8]) -> Option<All> {
        let mut all = [const { None }; 4];
        for segment in segments(file).filter(|segment| segment.marker == CODES) {
            let mut content = segment.content;
            while let [place, rest @ ..] = content {
                let (lengths, rest) = rest.split_first_chunk::<16>()?;
                let count = lengths.iter().map(|count| usize::from(*count)).sum();
                let (symbols, rest) = rest.split_at_checked(count)?;
                let place = usize::from(place >> 4) * 2 + usize::from(place & 15);
                *all.get_mut(place)? = Some(Self { lengths: *lengths, symbols: symbols.to_vec() });
                content = rest;
            }
        }
        // A grey picture may say none for colours: then it needs none.
        let none = || Self { lengths: [0; 16], symbols: Vec::new() };
        Some(all.map(|codes| codes.unwrap_or_else(none)))
    }

    /// The segments that say them, but for those that are not needed.
    pub fn say(all: &All) -> Vec<u8> {
        let mut said = Vec::new();
        for (place, codes) in [0x00, 0x01, 0x10, 0x11].into_iter().zip(all) {
            let Ok(length @ 20..) = u16::try_from(19 + codes.symbols.len()) else { continue };
            said.extend([0xff, CODES]);
            said.extend(length.to_be_bytes());
            said.push(place);
            said.extend(codes.lengths);
            said.extend(&codes.symbols);
        }
        said
    }

    /// The best codes for all `scans`, whose parts were counted one by one.
    pub fn best(counted: &[Counts]) -> All {
        [0, 1, 2, 3].map(|kind| {
            let sum = |symbol: usize| counted.iter().map(|counts| counts[kind][symbol]).sum();
            Self::fitting(&std::array::from_fn(sum))
        })
    }

    /// The best codes for symbols that stand so often.
    fn fitting(times: &[u32; 256]) -> Self {
        let deep = depths(times);
        let mut lengths = [0_usize; 256];
        for depth in deep.iter().filter(|depth| **depth > 0) {
            lengths[*depth] += 1;
        }
        // Two that are too long become one that is shorter by one, and a short one makes room for the other (K.3).
        for length in (17..256).rev() {
            while lengths[length] > 0 {
                let shorter = (1..length - 1).rev().find(|shorter| lengths[*shorter] > 0).unwrap_or(1);
                lengths[length] -= 2;
                lengths[length - 1] += 1;
                lengths[shorter + 1] += 2;
                lengths[shorter] -= 1;
            }
        }
        // No code is of ones only: the longest is nobody's.
        if let Some(longest) = (1..=16).rev().find(|length| lengths[*length] > 0) {
            lengths[longest] -= 1;
        }
        let mut symbols: Vec<u8> = (0..=u8::MAX).filter(|symbol| times[usize::from(*symbol)] > 0).collect();
        symbols.sort_by_key(|symbol| deep[usize::from(*symbol)]);
        let lengths = std::array::from_fn(|place| u8::try_from(lengths[place + 1]).unwrap_or(u8::MAX));
        Self { lengths, symbols }
    }

    /// Each symbol with its code and how long that is (annex C).
    fn each(&self) -> impl Iterator<Item = (u8, u32, u32)> {
        let lengths = (1_u32..).zip(self.lengths).flat_map(|(length, count)| (0..count).map(move |_| length));
        let mut next = (0, 0);
        self.symbols.iter().zip(lengths).map(move |(symbol, length)| {
            let code = next.0 << (length - next.1);
            next = (code + 1, length);
            (*symbol, code, length)
        })
    }
}

/// How deep each symbol lies in the tree of the best codes, and last what stands for none (K.2).
fn depths(times: &[u32; 256]) -> [usize; 257] {
    let mut deep = [0; 257];
    let stands = (0..=256).filter(|place| times.get(*place).is_none_or(|times| *times > 0));
    let weight = |place: usize| times.get(place).map_or(1, |times| u64::from(*times));
    // Each branch with all that hangs on it.
    let mut branches: Vec<_> = stands.map(|place| (weight(place), vec![place])).collect();
    while branches.len() > 1 {
        branches.sort_by_key(|(weight, places)| std::cmp::Reverse((*weight, places.len())));
        let (Some(one), Some(other)) = (branches.pop(), branches.pop()) else { break };
        let places = [one.1, other.1].concat();
        for place in &places {
            deep[*place] += 1;
        }
        branches.push((one.0 + other.0, places));
    }
    deep
}

/// How often each symbol stands in `scan`, which has `blocks` of light (0) and colours (1) in each unit.
pub fn counted(scan: &Scan<'_>, codes: &All, blocks: &[usize]) -> Counts {
    let mut counts = [[0; 256]; 4];
    walk(scan, &codes.each_ref().map(Reading::of), blocks, |kind, symbol, _| {
        counts[kind][usize::from(symbol)] += 1;
    });
    counts
}

/// The scan, which was written with the codes `from`, with others.
pub fn written(scan: &Scan<'_>, from: &All, to: &All, blocks: &[usize]) -> Vec<u8> {
    let codes = to.each_ref().map(|codes| {
        let mut all = [(0, 0); 256];
        codes.each().for_each(|(symbol, code, length)| all[usize::from(symbol)] = (code, length));
        all
    });
    let mut made = Written { bytes: Vec::with_capacity(scan.bytes.len()), held: 0, count: 0 };
    walk(scan, &from.each_ref().map(Reading::of), blocks, |kind, symbol, more| {
        let (code, length) = codes[kind][usize::from(symbol)];
        let size = u32::from(symbol & 15);
        made.put(code << size | more, length + size);
    });
    // What is left of the last byte is ones (F.1.2.3).
    made.put(0x7f, 7);
    made.bytes
}

/// Hears each symbol of a scan, of which kind it is, and the bits that follow it (annex F.2.2).
fn walk(scan: &Scan<'_>, codes: &[Reading; 4], blocks: &[usize], mut hear: impl FnMut(usize, u8, u32)) {
    let mut bits = Bits { bytes: scan.bytes.iter(), held: 0, count: 0 };
    let mut next = |kind: usize| {
        let symbol = bits.symbol(&codes[kind]);
        let more = bits.take(u32::from(symbol & 15));
        hear(kind, symbol, more);
        symbol
    };
    for kind in (0..scan.units).flat_map(|_| blocks) {
        next(*kind);
        let mut place = 1;
        while place < 64 {
            place += match next(kind + 2) {
                0 => 64,
                symbol => usize::from(symbol >> 4) + 1,
            };
        }
    }
}

/// How many bits are looked up at once: most codes are no longer.
const QUICK: u32 = 9;

/// Codes, made ready to be read.
struct Reading {
    /// Length and symbol by the first bits; no length where there are more.
    quick: Vec<(u32, u8)>,
    /// Each code with its bits to the left, in their order, which is that of their numbers; length and symbol.
    all: Vec<(u32, u32, u8)>,
}

impl Reading {
    fn of(codes: &Codes) -> Self {
        let all: Vec<_> =
            codes.each().map(|(symbol, code, length)| (code << (16 - length), length, symbol)).collect();
        let quick = (0..1_u32 << QUICK).map(|bits| {
            let (length, symbol) = find(&all, bits << (16 - QUICK));
            (if length > QUICK { 0 } else { length }, symbol)
        });
        Self { quick: quick.collect(), all }
    }
}

fn find(all: &[(u32, u32, u8)], bits: u32) -> (u32, u8) {
    let after = all.partition_point(|(code, ..)| *code <= bits);
    all.get(after.saturating_sub(1)).map_or((1, 0), |(_, length, symbol)| (*length, *symbol))
}

/// The bits of a scan; beyond its end there are zeros.
struct Bits<'a> {
    bytes: std::slice::Iter<'a, u8>,
    /// From the left.
    held: u64,
    count: u32,
}

impl Bits<'_> {
    fn symbol(&mut self, codes: &Reading) -> u8 {
        // A code and what follows it are 31 bits at most.
        while self.count < 32 {
            let byte = self.bytes.next().copied().unwrap_or_default();
            if byte == 0xff {
                // A zero that only says that this is no marker (B.1.1.5).
                self.bytes.next();
            }
            self.held |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
        let [high, low, ..] = self.held.to_be_bytes();
        let bits = u16::from_be_bytes([high, low]);
        let (length, symbol) = match codes.quick.get(usize::from(bits >> (16 - QUICK))) {
            Some((length @ 1.., symbol)) => (*length, *symbol),
            _ => find(&codes.all, bits.into()),
        };
        self.take(length);
        symbol
    }

    fn take(&mut self, count: u32) -> u32 {
        let taken = (self.held >> 32) >> (32 - count);
        self.held <<= count;
        self.count -= count;
        u32::try_from(taken).unwrap_or_default()
    }
}

/// Bits that become a scan.
struct Written {
    bytes: Vec<u8>,
    /// To the right.
    held: u64,
    count: u32,
}

impl Written {
    fn put(&mut self, bits: u32, count: u32) {
        self.held = self.held << count | u64::from(bits);
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            let [.., byte] = (self.held >> self.count).to_be_bytes();
            self.bytes.push(byte);
            if byte == 0xff {
                self.bytes.push(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where each symbol is as frequent as all rarer ones together, the longest code would be as long as there are symbols.
    #[test]
    fn no_code_is_too_long_or_of_ones_only() {
        for count in 0..=30 {
            let times = std::array::from_fn(|symbol| if symbol < count { 1 << symbol } else { 0 });
            let codes = Codes::fitting(&times);
            let each: Vec<_> = codes.each().collect();
            assert_eq!(each.len(), count);
            assert!(each.is_sorted_by_key(|(_, code, length)| code << (16 - length)));
            assert!(each.iter().all(|(_, code, length)| *length <= 16 && code + 1 < 1 << length), "{each:?}");
            let often = |(symbol, ..): &(u8, u32, u32)| std::cmp::Reverse(*symbol);
            assert!(each.is_sorted_by_key(often), "the most frequent are the shortest");
        }
    }

    #[test]
    fn a_scan_says_the_same_with_other_codes() {
        let shown = super::super::samples::photo(120, 90);
        let mut file = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut file, 90);
        encoder.encode(&shown, 120, 90, jpeg_encoder::ColorType::Rgb).expect("a picture");
        let begins = segments(&file).last().map(|scan| scan.at + scan.content.len()).expect("a scan");
        let (given, blocks) = (&file[begins..file.len() - 2], [0, 1, 1]);
        let scan = |bytes| Scan { bytes, units: 15 * 12 };
        let usual = Codes::said(&file).expect("codes");
        let best = Codes::best(&[counted(&scan(given), &usual, &blocks)]);
        let made = written(&scan(given), &usual, &best, &blocks);
        assert!(made.len() < given.len(), "{} of {}", made.len(), given.len());
        assert_eq!(written(&scan(&made), &best, &usual, &blocks), given);
    }

    #[test]
    fn what_is_said_is_read_again() {
        let times =
            std::array::from_fn(
                |symbol| if symbol % 3 == 0 { 400 - u32::try_from(symbol).unwrap_or(0) } else { 0 },
            );
        let all = [[9; 256], times, [0; 256], times].map(|times| Codes::fitting(&times));
        let said = Codes::say(&all);
        let again = Codes::said(&[[0xff, 0xd8].as_slice(), &said].concat()).expect("codes");
        for (one, other) in all.iter().zip(&again) {
            assert_eq!((one.lengths, &one.symbols), (other.lengths, &other.symbols));
        }
    }
}
