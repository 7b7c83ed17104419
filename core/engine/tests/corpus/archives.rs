//! Archives.
use crate::support::{checks::Check, samples::sample, stage::Stage};
use serde_json::json;
use std::io::{self, Cursor, Read, Write};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

pub const MIME: &str = "application/zip";
pub const GZIP: &str = "application/gzip";
pub const TAR: &str = "application/x-tar";
pub const SEVEN: &str = "application/x-7z-compressed";

pub const ALL: &[Check] = &[
    Check::new("an archive by Python is taken apart", apart),
    Check::new("an archive by zip is taken apart", by_zip),
    Check::new("archives by tar and py7zr are taken apart", others),
];

/// Archives of the same three files, and their types.
pub const OTHERS: [(&str, &str); 5] =
    [("gnu.tar.gz", GZIP), ("pax.tar.gz", GZIP), ("lzma.7z", SEVEN), ("lzma2.7z", SEVEN), ("copy.7z", SEVEN)];

fn apart(stage: &Stage) {
    for name in ["stored.zip", "deflated.zip"] {
        let made = stage.all("zip-to-files", json!({}), &[("a.zip", MIME, &sample(name))]);
        let names: Vec<_> = made.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["日本.txt", "a b.txt"]);
        assert_eq!((made[0].content.as_slice(), made[1].content.len()), (b"eins".as_slice(), 4000));
        assert_eq!(made[0].mime, "text/plain");
    }
}

fn by_zip(stage: &Stage) {
    let made = stage.all("zip-to-files", json!({}), &[("a.zip", MIME, &sample("by-zip.zip"))]);
    let made: Vec<_> = made.iter().map(|one| (one.name.as_str(), one.content.as_slice())).collect();
    assert_eq!(made, [("1.txt", b"one\n".as_slice()), ("2.txt", b"two\n")]);
}

fn others(stage: &Stage) {
    for (name, mime) in OTHERS {
        let made = stage.all("archive-to-files", json!({}), &[(name, mime, &sample(name))]);
        let mut names: Vec<_> = made.iter().map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["a b.txt", "empty.txt", "日本.txt"], "{name}");
        let held = made.iter().find(|one| one.name == "日本.txt").expect("it is there");
        assert_eq!((held.content.as_slice(), held.mime.as_str()), (b"eins".as_slice(), "text/plain"));
    }
    let tar = unpacked(&sample("gnu.tar.gz"));
    assert_eq!(stage.all("archive-to-files", json!({}), &[("a", TAR, &tar)]).len(), 3);
}

/// What gzip packed.
pub fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut content).expect("its content");
    content
}

/// An archive of these files.
pub fn packed(files: impl IntoIterator<Item = (impl ToString, impl AsRef<[u8]>)>) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(name.to_string(), SimpleFileOptions::default()).expect("an entry");
        archive.write_all(content.as_ref()).expect("its content");
    }
    archive.finish().expect("an archive").into_inner()
}

/// The same archive with nothing packed.
pub fn stored(archive: &[u8]) -> Vec<u8> {
    let mut from = ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for at in 0..from.len() {
        let mut part = from.by_index(at).expect("a part");
        to.start_file(part.name().expect("a name"), options).expect("a part");
        io::copy(&mut part, &mut to).expect("its content");
    }
    to.finish().expect("an archive").into_inner()
}
