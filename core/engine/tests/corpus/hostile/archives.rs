//! Archives that mean harm.
use super::{
    Case,
    bytes::{Number::Four, Number::Two, crc, deflated, little, replaced},
    tried,
};
use crate::{
    archives::{MIME, packed},
    support::{checks::Check, stage::Stage},
};
use hosting_engine::Code;
use std::io::Cursor;
use zip::{ZipWriter, write::SimpleFileOptions};

pub const ALL: &[Check] = &[Check::new("hostile archives", hostile)];

fn hostile(stage: &Stage) {
    let case =
        |name, content, ends| Case { name, asked: &[("zip-to-files", "{}")], mime: MIME, content, ends };
    let inner = packed([("b", zeros(50))]);
    let others = ["../../a", "/etc/passwd", "..\\b", "C:\\c"];
    let encrypted = packed([("e", "words")]);
    let flags = encrypted.windows(4).position(|four| four == b"PK\x01\x02").expect("a directory") + 8;
    tried(
        stage,
        &[
            case("a bomb", packed([("b", zeros(60))]), &[Some(Code::ExpansionTooLarge)]),
            case("many bombs", packed((0..9).map(|n| (n, zeros(8)))), &[Some(Code::ExpansionTooLarge)]),
            case(
                "one over the other",
                overlapping(),
                &[Some(Code::ExpansionTooLarge), Some(Code::FileBroken)],
            ),
            case("a bomb within", packed([("b.zip", inner)]), &[None]),
            case("many files", packed((0..2000).map(|n| (n, ""))), &[Some(Code::TooManyEntries)]),
            case("names of other folders", packed(others.map(|name| (name, "x"))), &[None]),
            case("a link", link(), &[Some(Code::FileUnsupported)]),
            case(
                "encrypted",
                [&encrypted[..flags], &[encrypted[flags] | 1], &encrypted[flags + 1..]].concat(),
                &[Some(Code::FileEncrypted), Some(Code::FileBroken)],
            ),
            case(
                "one name twice",
                replaced(packed([("same", "x"), ("sane", "x")]), b"sane", b"same"),
                &[Some(Code::FileBroken)],
            ),
            case("a lie about the size", lie(), &[Some(Code::FileBroken), Some(Code::ExpansionTooLarge)]),
        ],
    );
}

/// So many MiB of nothing.
fn zeros(mebibytes: usize) -> Vec<u8> {
    vec![0; mebibytes << 20]
}

fn link() -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.add_symlink("l", "/etc/passwd", SimpleFileOptions::default()).expect("a link");
    archive.finish().expect("an archive").into_inner()
}

/// An entry that says it holds ten bytes, and holds more.
fn lie() -> Vec<u8> {
    replaced(packed([("b", zeros(60))]), &(60_u32 << 20).to_le_bytes(), &10_u32.to_le_bytes())
}

/// Entries one over the other, as in "a better zip bomb": each is the same packed bytes, under a name of its own.
fn overlapping() -> Vec<u8> {
    let content = zeros(1);
    let packed = deflated(&content);
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("few");
    let head = [Two(20), Two(0), Two(8), Two(0), Two(0), Four(crc(&content))];
    let head = [little(&head), little(&[Four(length(&packed)), Four(length(&content))])].concat();
    let local = [b"PK\x03\x04", head.as_slice(), &little(&[Two(2), Two(0)]), b"00", &packed].concat();
    let rest = little(&[Two(2), Two(0), Two(0), Two(0), Two(0), Four(0), Four(0)]);
    let entry = |n: u32| [b"PK\x01\x02\x14\0", head.as_slice(), &rest, format!("{n:02}").as_bytes()].concat();
    let central: Vec<u8> = (0..90).flat_map(entry).collect();
    let end = [Two(0), Two(0), Two(90), Two(90), Four(length(&central)), Four(length(&local)), Two(0)];
    [local, central, b"PK\x05\x06".to_vec(), little(&end)].concat()
}
