//! Fonts with letters that ours lack: those of machines are not everywhere.
use super::{
    FACES,
    beside::{Lender, find},
};
use std::{fs, ops::RangeInclusive};
use tempfile::TempDir;

/// The family for code, with its shapes for other letters: one group of format 12 (OpenType 1.9.1, `cmap`).
pub fn font(letters: RangeInclusive<char>) -> Vec<u8> {
    const FIRST: u32 = 68;
    let mut font = FACES[4].to_vec();
    let (start, end) = (u32::from(*letters.start()), u32::from(*letters.end()));
    let words = [0x0000_0001, 0x0003_000a, 12, 0x000c_0000, 28, 0, 1, start, end, FIRST];
    let table: Vec<u8> = words.into_iter().flat_map(u32::to_be_bytes).collect();
    let named = font[..1024].windows(4).position(|name| name == b"cmap").expect("a table") + 8;
    let place =
        [font.len(), table.len()].map(|number| u32::try_from(number).expect("a small font").to_be_bytes());
    font[named..named + 8].copy_from_slice(&place.concat());
    font.extend(table);
    font
}

/// One that has these fonts, called like this.
pub fn lender(fonts: &[(&str, &[u8])]) -> (Lender, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, font) in fonts {
        fs::write(folder.path().join(name), font).expect("a file");
    }
    (Lender::of(find(&[folder.path()])), folder)
}
