use super::*;
use crate::{Limits, stage};
use serde_json::json;
use std::io::{Cursor, Write};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

type Made = Result<Vec<stage::Held>, Failure>;

fn unpack(archive: &[u8]) -> Made {
    stage::convert("zip-to-files", json!({}), &[("a.zip", mime::ZIP, archive)])
}

fn code(made: Made) -> Code {
    let failure = made.expect_err("a failure");
    assert!(failure.file.is_some(), "{failure:?} is about the file");
    failure.code
}

fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(content).expect("its content");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Where the central directory begins.
fn directory(archive: &[u8]) -> usize {
    archive.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory")
}

#[test]
fn every_file_comes_out_with_a_plain_name_and_its_type() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_directory("folder/", SimpleFileOptions::default()).expect("a folder");
    for (name, content) in
        [("folder/a.PNG", "1"), ("../../etc/a.png", "2"), ("C:\\b.tar", "3"), ("inner.zip", "4")]
    {
        writer.start_file(name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(content.as_bytes()).expect("its content");
    }
    let made = unpack(&writer.finish().expect("an archive").into_inner()).expect("files");
    let made: Vec<_> =
        made.iter().map(|(name, mime, content)| (name.as_str(), mime.as_str(), &content[..])).collect();
    let expected: [(&str, &str, &[u8]); 4] = [
        ("a.PNG", mime::PNG, b"1"),
        ("a (2).png", mime::PNG, b"2"),
        ("b.tar", mime::TAR, b"3"),
        ("inner.zip", mime::ZIP, b"4"),
    ];
    assert_eq!(made, expected);
    assert!(ZipToFiles::ABOUT.produces.contains(&mime::BYTES));
}

#[test]
fn an_archive_without_a_file_is_refused() {
    assert_eq!(code(unpack(&archive(&[]))), Code::FileUnsupported);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_directory("folder/", SimpleFileOptions::default()).expect("a folder");
    let folder = writer.finish().expect("an archive").into_inner();
    assert_eq!(code(unpack(&folder)), Code::FileUnsupported);
}

#[test]
fn a_bomb_is_measured_as_it_grows_whatever_it_says() {
    let mut bomb = archive(&[("zeros", &vec![0; 40 << 20])]);
    assert_eq!(code(unpack(&bomb)), Code::ExpansionTooLarge);
    // Both headers say that it is small.
    let at = directory(&bomb);
    for size in [22, at + 24] {
        bomb[size..size + 4].copy_from_slice(&10u32.to_le_bytes());
    }
    assert!(matches!(code(unpack(&bomb)), Code::ExpansionTooLarge | Code::FileBroken));
}

#[test]
fn what_lies_one_over_the_other_is_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("a", SimpleFileOptions::default()).expect("an entry");
    writer.write_all(&[0; 1000]).expect("its content");
    writer.shallow_copy_file("a", "b").expect("the same bytes again");
    let archive = writer.finish().expect("an archive").into_inner();
    assert_eq!(code(unpack(&archive)), Code::ExpansionTooLarge);
}

#[test]
fn links_and_secrets_are_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink("a", "/etc/passwd", SimpleFileOptions::default()).expect("a link");
    assert_eq!(code(unpack(&writer.finish().expect("an archive").into_inner())), Code::FileUnsupported);
    let mut secret = archive(&[("a", b"b")]);
    let at = directory(&secret);
    for flags in [6, at + 8] {
        secret[flags] |= 1;
    }
    assert_eq!(code(unpack(&secret)), Code::FileEncrypted);
}

#[test]
fn more_files_than_may_be_made_are_refused_before_the_first_is_made() {
    let names: Vec<_> = (0..11).map(|number| number.to_string()).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    let limits = Limits { files: 10, ..Limits::default() };
    let files: [(&str, &str, &[u8]); 1] = [("a.zip", mime::ZIP, &archive(&entries))];
    assert_eq!(code(stage::convert_within(limits, "zip-to-files", json!({}), &files)), Code::TooManyEntries);
}

#[test]
fn a_broken_archive_and_an_unknown_packing_are_told_apart() {
    let whole = archive(&[("a", &[7; 5000])]);
    assert_eq!(code(unpack(&whole[..whole.len() - 10])), Code::FileBroken);
    let mut bent = whole.clone();
    bent[33] ^= 0xff;
    assert_eq!(code(unpack(&bent)), Code::FileBroken);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("a", options).expect("an entry");
    let mut unknown = writer.finish().expect("an archive").into_inner();
    let at = directory(&unknown);
    for method in [8, at + 10] {
        unknown[method] = 14;
    }
    assert_eq!(code(unpack(&unknown)), Code::FileUnsupported);
}
