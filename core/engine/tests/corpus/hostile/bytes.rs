//! Bytes that no honest program writes.
use flate2::{
    Compression, Crc,
    write::{DeflateEncoder, ZlibEncoder},
};
use std::io::Write;

/// `words` so many times, packed as in PNG and PDF.
pub fn packed(words: &[u8], times: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let many = words.repeat(((1 << 16) / words.len()).max(1));
    let (whole, rest) = (words.len() * times / many.len(), words.len() * times % many.len());
    for _ in 0..whole {
        encoder.write_all(&many).expect("memory");
    }
    encoder.write_all(&many[..rest]).expect("memory");
    encoder.finish().expect("memory")
}

/// The same as in archives.
pub fn deflated(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).expect("memory");
    encoder.finish().expect("memory")
}

pub fn crc(content: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(content);
    crc.sum()
}

/// Each `from` becomes `to`, which is as long; there is one at least.
pub fn replaced(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    let places: Vec<usize> =
        (0..=bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert!(!places.is_empty() && from.len() == to.len());
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
    bytes
}

/// Numbers of two and of four bytes, the smallest byte first.
pub fn little(numbers: &[Number]) -> Vec<u8> {
    let bytes = |number: &Number| match number {
        Number::Two(number) => number.to_le_bytes().to_vec(),
        Number::Four(number) => number.to_le_bytes().to_vec(),
    };
    numbers.iter().flat_map(bytes).collect()
}

pub enum Number {
    Two(u16),
    Four(u32),
}
