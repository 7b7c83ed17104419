use super::*;
use crate::{Limits, stage};
use serde_json::json;
use std::{io::Write, path::Path};

type Made = Result<Vec<stage::Held>, Failure>;

fn within(limits: Limits, name: &str, content: &[u8]) -> Made {
    stage::convert_within(limits, "archive-to-files", json!({}), &[(name, mime::of_name(name), content)])
}

fn apart(name: &str, content: &[u8]) -> Made {
    within(Limits::default(), name, content)
}

fn sample(name: &str) -> Vec<u8> {
    std::fs::read(Path::new("tests/corpus/samples").join(name)).expect("a sample")
}

fn code(made: Made) -> Code {
    let failure = made.expect_err("a failure");
    assert!(failure.file.is_some(), "{failure:?} is about the file");
    failure.code
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(content).expect("memory");
    encoder.finish().expect("memory")
}

/// An archive of one entry of this kind, and a file.
fn archive(kind: ::tar::EntryType, name: &str, content: &[u8]) -> Vec<u8> {
    let mut builder = ::tar::Builder::new(Vec::new());
    let mut header = ::tar::Header::new_gnu();
    header.set_entry_type(kind);
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    builder.append(&header, content).expect("an entry");
    builder.into_inner().expect("an archive")
}

#[test]
fn every_kind_of_archive_is_taken_apart() {
    for name in ["lzma.7z", "lzma2.7z", "copy.7z", "gnu.tar.gz", "pax.tar.gz"] {
        let mut made = apart(name, &sample(name)).expect("files");
        made.sort();
        let made: Vec<_> =
            made.iter().map(|(name, mime, content)| (name.as_str(), mime.as_str(), content.len())).collect();
        let long = if name.ends_with("7z") { 4000 } else { 4 };
        let expected =
            [("a b.txt", mime::TEXT, long), ("empty.txt", mime::TEXT, 0), ("日本.txt", mime::TEXT, 4)];
        assert_eq!(made, expected, "{name}");
    }
    let zip = [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
    assert_eq!(code(apart("a.zip", &zip)), Code::FileUnsupported);
}

#[test]
fn names_lead_nowhere() {
    for name in ["../../etc/a.png", "/etc/a.png", "C:\\a.png"] {
        let made = apart("a.tar", &archive(::tar::EntryType::Regular, name, b"1")).expect("a file");
        assert_eq!(made, [("a.png".to_owned(), mime::PNG.to_owned(), b"1".to_vec())]);
    }
}

#[test]
fn what_gzip_packed_is_unpacked() {
    for (name, unpacked, kind) in
        [("a.CSV.gz", "a.CSV", mime::CSV), ("notes", "notes", mime::BYTES), ("old.tgz", "old.tar", mime::TAR)]
    {
        let files: [(&str, &str, &[u8]); 1] = [(name, mime::GZIP, &gzip(b"words"))];
        let made = stage::convert("archive-to-files", json!({}), &files).expect("a file");
        assert_eq!(made, [(unpacked.to_owned(), kind.to_owned(), b"words".to_vec())]);
    }
}

#[test]
fn links_and_devices_are_refused() {
    use ::tar::EntryType;
    for kind in [EntryType::Symlink, EntryType::Link, EntryType::Char, EntryType::Block, EntryType::Fifo] {
        assert_eq!(code(apart("a.tar", &archive(kind, "a", b""))), Code::FileUnsupported, "{kind:?}");
    }
    assert_eq!(code(apart("a.7z", &sample("link.7z"))), Code::FileUnsupported);
}

#[test]
fn what_is_locked_or_packed_by_others_is_said_to_be_so() {
    for (name, expected) in [
        ("locked.7z", Code::FileEncrypted),
        ("hidden.7z", Code::FileEncrypted),
        ("zstd.7z", Code::FileUnsupported),
        ("none.7z", Code::FileUnsupported),
    ] {
        assert_eq!(code(apart(name, &sample(name))), expected, "{name}");
    }
}

#[test]
fn a_bomb_is_measured_as_it_grows() {
    let zeros = vec![0; 60 << 20];
    let bombs = [
        ("a.7z", sample("zeros.7z")),
        ("a.gz", gzip(&zeros)),
        ("a.tar.gz", gzip(&archive(::tar::EntryType::Regular, "zeros", &zeros))),
        // What nobody asks for has to be unpacked too.
        ("b.tar.gz", gzip(&archive(::tar::EntryType::XGlobalHeader, "zeros", &zeros))),
        ("c.tar.gz", gzip(&archive(::tar::EntryType::GNULongName, "zeros", &zeros))),
        ("d.tar.gz", gzip(&[archive(::tar::EntryType::Regular, "a", b"a"), zeros.clone()].concat())),
    ];
    for (name, bomb) in bombs {
        assert_eq!(code(apart(name, &bomb)), Code::ExpansionTooLarge, "{name}");
    }
}

#[test]
fn more_files_than_may_be_made_are_refused() {
    let limits = Limits { files: 2, ..Limits::default() };
    for name in ["lzma.7z", "gnu.tar.gz"] {
        assert_eq!(code(within(limits, name, &sample(name))), Code::TooManyEntries, "{name}");
    }
    assert_eq!(code(apart("crowd.7z", &sample("crowd.7z"))), Code::TooManyEntries);
}

#[test]
fn what_is_cut_off_is_broken() {
    for name in ["lzma.7z", "gnu.tar.gz"] {
        let whole = sample(name);
        for length in [40, whole.len() / 2, whole.len() - 5] {
            assert_eq!(code(apart(name, &whole[..length])), Code::FileBroken, "{name} {length}");
        }
    }
    let tar = archive(::tar::EntryType::Regular, "a", &[7; 2000]);
    assert_eq!(code(apart("a.tar", &tar[..1000])), Code::FileBroken);
    assert_eq!(code(apart("a.tar", &archive(::tar::EntryType::Directory, "a/", b""))), Code::FileUnsupported);
}
