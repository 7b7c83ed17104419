//! Files that are almost right: every tool ends with what it makes or with a failure, and breaks off with neither.
use crate::{Code, Failure, mime, stage};
use serde_json::{Value, json};
use std::{
    io::{self, Cursor},
    panic,
};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Numbers that look like chance, and are the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % below.max(1)
    }

    /// The file with a few bytes changed, left out, repeated or cut off.
    fn mutate(&mut self, file: &[u8]) -> Vec<u8> {
        let mut file = file.to_vec();
        for _ in 0..=self.next(4) {
            let (at, length) = (self.next(file.len()), self.next(16));
            let end = (at + length).min(file.len());
            match self.next(6) {
                0 => file.truncate(at.max(file.len() / 2)),
                1 => drop(file.drain(at..end)),
                2 => file.extend_from_within(at..end),
                3 => file[at..end].fill(0xff),
                _ if file.is_empty() => (),
                4 => file[at] ^= 1 << self.next(8),
                _ => file[at] = u8::try_from(self.next(256)).unwrap_or(0),
            }
        }
        file
    }
}

fn outcome(tool: &str, options: &Value, mime: &str, content: &[u8]) -> Option<Result<usize, Failure>> {
    let files: [(&str, &str, &[u8]); 1] = [("a.x", mime, content)];
    let converted = panic::catch_unwind(|| stage::convert(tool, options.clone(), &files));
    converted.ok().map(|made| made.map(|made| made.len()))
}

/// Of `rounds` mutants each ends well: with a failure that is the file's fault if it fails.
fn survive(tool: &str, options: &Value, mime: &str, sample: &[u8], rounds: usize) {
    assert!(matches!(outcome(tool, options, mime, sample), Some(Ok(_))), "{tool} takes the sample itself");
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut broken = Vec::new();
    for round in 0..rounds {
        let mutant = chance.mutate(sample);
        match outcome(tool, options, mime, &mutant) {
            Some(Err(failure)) if failure.code == Code::ConversionFailed => {
                broken.push((round, failure.message));
            }
            Some(_) => (),
            None => broken.push((round, "it panicked".to_owned())),
        }
    }
    assert!(broken.is_empty(), "{tool}: {broken:?}");
}

fn book() -> Vec<u8> {
    let json = r#"[{"a":1,"b":"x","c":true,"d":"2024-01-31"},{"a":-2.5,"b":"y & z","c":false,"d":"2024-01-31T10:00:00"}]"#;
    let files: [(&str, &str, &[u8]); 1] = [("a", mime::JSON, json.as_bytes())];
    stage::convert("json-to-xlsx", json!({"dates": true}), &files).expect("a workbook")[0].2.clone()
}

#[test]
fn tables_survive() {
    let csv = "id;name;n\n1;\"a;b\n\"\"c\"\"\";2.5\n2;\u{e4};true\n".as_bytes();
    let json = br#"[{"a":1,"b":[1,{"c":null}]},{"a":"x\u00e4","d":-1.5e3}]"#;
    survive("csv-to-json", &json!({"encoding": "windows-1252"}), mime::CSV, csv, 150);
    survive("csv-to-xlsx", &json!({"dates": true}), mime::CSV, csv, 150);
    survive("json-to-csv", &json!({}), mime::JSON, json, 150);
    survive("json-to-xlsx", &json!({}), mime::JSON, json, 150);
}

#[test]
fn workbooks_survive() {
    let packed = book();
    survive("xlsx-to-csv", &json!({}), mime::XLSX, &packed, 150);
    // Where nothing is packed, what is changed reaches the reader.
    let open = stored(&packed);
    survive("xlsx-to-json", &json!({}), mime::XLSX, &open, 300);
}

/// The same archive with nothing packed, and so with no sums that a change would break.
fn stored(archive: &[u8]) -> Vec<u8> {
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

#[test]
fn archives_survive() {
    survive("zip-to-files", &json!({}), mime::ZIP, &book(), 150);
    survive("zip-to-files", &json!({}), mime::ZIP, &stored(&book()), 150);
    survive("files-to-zip", &json!({}), mime::ZIP, &book(), 20);
}

#[test]
fn texts_survive() {
    let text = include_bytes!("text/markdown_to_pdf/all.md");
    survive("markdown-to-html", &json!({}), mime::MARKDOWN, text, 150);
    survive("markdown-to-pdf", &json!({}), mime::MARKDOWN, text, 20);
}

#[test]
fn sounds_survive() {
    let samples: [(&str, &[u8]); 8] = [
        (mime::MP3, include_bytes!("audio/samples/tone.mp3")),
        (mime::M4A, include_bytes!("audio/samples/tone.m4a")),
        (mime::AAC, include_bytes!("audio/samples/tone.aac")),
        (mime::FLAC, include_bytes!("audio/samples/tone.flac")),
        (mime::OGG, include_bytes!("audio/samples/tone.ogg")),
        (mime::MKA, include_bytes!("audio/samples/tone.mka")),
        (mime::AIFF, include_bytes!("audio/samples/tone.aiff")),
        (mime::MP4, include_bytes!("audio/samples/film.mp4")),
    ];
    for (mime, sample) in samples {
        survive("audio-to-wav", &json!({"channels": "stereo"}), mime, sample, 50);
        survive("media-probe", &json!({}), mime, sample, 50);
    }
}
