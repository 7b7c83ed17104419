//! Archives that mean harm.
use super::{
    Case,
    bytes::{Number::Four, Number::Two, crc, deflated, little, replaced},
    tried,
};
use crate::{
    archives::{GZIP, MIME, SEVEN, TAR, packed},
    support::{checks::Check, samples::sample, stage::Stage},
};
use flate2::{Compression, write::GzEncoder};
use hosting_engine::Code;
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

pub const ALL: &[Check] =
    &[Check::new("hostile archives", hostile), Check::new("hostile archives of tar and 7z", others)];

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
            case("nothing", packed(Vec::<(&str, &str)>::new()), &[Some(Code::FileUnsupported)]),
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

fn others(stage: &Stage) {
    let asked = &[("archive-to-files", "{}")];
    let tar = |name, content, ends| Case { name, asked, mime: TAR, content, ends };
    let gzip = |name, content: &[u8], ends| Case { name, asked, mime: GZIP, content: gzipped(content), ends };
    let seven = |name, ends| Case { name, asked, mime: SEVEN, content: sample(name), ends };
    let mut cases = vec![
        gzip("a bomb", &zeros(60), &[Some(Code::ExpansionTooLarge)]),
        gzip("a bomb in tar", &entry(b'0', "b", &zeros(60)), &[Some(Code::ExpansionTooLarge)]),
        gzip("a name without an end", &entry(b'L', "b", &zeros(60)), &[Some(Code::ExpansionTooLarge)]),
        gzip("heads without an end", &entry(b'g', "b", b"").repeat(90_000), &[Some(Code::ExpansionTooLarge)]),
        gzip("a bomb within", &gzipped(&zeros(60)), &[None]),
        tar("many files", entry(b'0', "a", b"").repeat(2000), &[Some(Code::TooManyEntries)]),
        tar("holes", entry(b'S', "a", b""), &[Some(Code::FileUnsupported), Some(Code::FileBroken)]),
        tar("a size without an end", endless(), &[Some(Code::FileBroken)]),
        seven("zeros.7z", &[Some(Code::ExpansionTooLarge)]),
        seven("crowd.7z", &[Some(Code::TooManyEntries)]),
        seven("link.7z", &[Some(Code::FileUnsupported)]),
        seven("locked.7z", &[Some(Code::FileEncrypted)]),
        seven("hidden.7z", &[Some(Code::FileEncrypted)]),
    ];
    for name in ["../../a", "/etc/passwd", "..\\b", "C:\\c"] {
        cases.push(tar("a name of another folder", entry(b'0', name, b"x"), &[None]));
    }
    for kind in *b"123456" {
        cases.push(tar("a link or a device", entry(kind, "l", b""), &[Some(Code::FileUnsupported)]));
    }
    tried(stage, &cases);
}

/// An entry of tar of this kind (POSIX ustar): one that is a link leads to `/etc/passwd`.
fn entry(kind: u8, name: &str, content: &[u8]) -> Vec<u8> {
    let mut head = vec![0; 512];
    let mut put = |at: usize, field: &[u8]| head[at..at + field.len()].copy_from_slice(field);
    put(0, name.as_bytes());
    put(100, b"0000644\x000000000\x000000000\x00");
    put(124, format!("{:011o}\0", content.len()).as_bytes());
    put(136, b"00000000000\x00        ");
    put(156, &[kind]);
    put(157, b"/etc/passwd");
    put(257, b"ustar\x0000");
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    head.extend(content);
    head.resize(head.len().next_multiple_of(512), 0);
    head
}

/// An entry that says it holds as many bytes as there are numbers for.
fn endless() -> Vec<u8> {
    let mut entry = entry(b'0', "a", b"");
    entry[124..136].copy_from_slice(b"77777777777\0");
    entry[148..156].fill(b' ');
    let sum: u32 = entry.iter().map(|byte| u32::from(*byte)).sum();
    entry[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    entry
}

fn gzipped(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).expect("memory");
    encoder.finish().expect("memory")
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
