//! Packing files into one archive.
use crate::{About, Category, Code, Convert, Engine, Failure, Work, bounded::Bounded, mime, work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    collections::HashSet,
    fs::File,
    io::{self, Read, Write},
};
use zip::{CompressionMethod, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// How files are packed.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct FilesToZip {
    /// How hard to pack: 0 only stores, 9 takes the longest.
    #[serde(default = "usual_level")]
    #[garde(range(max = 9))]
    #[schemars(range(max = 9))]
    level: u8,
    /// The archive's name.
    #[serde(default = "usual_name")]
    #[garde(length(chars, min = 1, max = 100))]
    #[schemars(length(min = 1, max = 100))]
    name: String,
}

fn usual_level() -> u8 {
    6
}

fn usual_name() -> String {
    "files.zip".to_owned()
}

impl Convert for FilesToZip {
    const ABOUT: About = About {
        id: "files-to-zip",
        name: "Files to ZIP",
        description: "Packs files into one ZIP archive.",
        category: Category::Archive,
        accepts: mime::ALL,
        produces: &[mime::ZIP],
        files: (1, 10),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        let sizes =
            files.iter().map(|file| Ok(work.path(file).metadata()?.len())).collect::<io::Result<Vec<_>>>()?;
        let all = sizes.iter().sum();
        let mut left = work.limits().output;
        let out = work.artifact(&work::renamed(&self.name, "zip"), mime::ZIP)?;
        let mut archive = ZipWriter::new(Bounded::new(out, &mut left));
        let mut names = HashSet::new();
        let mut done = 0;
        for file in &files {
            let name = unlike(&work::plain(&file.name), &mut names);
            archive.start_file(name, self.packing()).map_err(failed)?;
            let mut open = File::open(work.path(file))?;
            done = pack(&mut open, &mut archive, work, done, all)?;
        }
        archive.finish().map_err(failed)?.flush()?;
        Ok(())
    }
}

impl FilesToZip {
    fn packing(&self) -> SimpleFileOptions {
        let options = SimpleFileOptions::default();
        match self.level {
            0 => options.compression_method(CompressionMethod::Stored),
            level => {
                options.compression_method(CompressionMethod::Deflated).compression_level(Some(level.into()))
            }
        }
    }
}

/// Copies a file into the archive, and says how much of all is done.
fn pack(
    from: &mut File,
    into: &mut impl Write,
    work: &mut Work,
    done: u64,
    all: u64,
) -> Result<u64, Failure> {
    let mut piece = vec![0; 256 << 10];
    let mut done = done;
    loop {
        let count = from.read(&mut piece)?;
        if count == 0 {
            return Ok(done);
        }
        into.write_all(&piece[..count])?;
        done += count as u64;
        work.progress(done, all);
    }
}

/// A name that no entry has yet, in whatever case.
pub(super) fn unlike(name: &str, names: &mut HashSet<String>) -> String {
    let (stem, extension) =
        name.rsplit_once('.').map_or((name, String::new()), |(s, e)| (s, format!(".{e}")));
    let others = (2..).map(|number| format!("{stem} ({number}){extension}"));
    let mut all = std::iter::once(name.to_owned()).chain(others);
    all.find(|name| names.insert(name.to_lowercase())).expect("numbers do not end")
}

fn failed(cause: ZipError) -> Failure {
    match cause {
        ZipError::Io(cause) => cause.into(),
        other => Failure::new(Code::ConversionFailed, format!("the archive cannot be written: {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, stage};
    use serde_json::json;
    use zip::ZipArchive;

    fn entries(archive: Vec<u8>) -> Vec<(String, Vec<u8>)> {
        let mut archive = ZipArchive::new(io::Cursor::new(archive)).expect("an archive");
        let all = archive.len();
        let entry = |at| {
            let mut entry = archive.by_index(at).expect("an entry");
            let mut content = Vec::new();
            entry.read_to_end(&mut content).expect("its content");
            (entry.name().expect("a name").into_owned(), content)
        };
        (0..all).map(entry).collect()
    }

    #[test]
    fn files_are_in_the_archive_as_they_were() {
        let large = b"abc".repeat(100_000);
        let files: [(&str, &str, &[u8]); 3] =
            [("../a.txt", mime::TEXT, b"one"), ("A.TXT", mime::TEXT, &large), ("b", mime::BYTES, &[0, 255])];
        for level in [0, 1, 9] {
            let made = stage::convert("files-to-zip", json!({"level": level, "name": "my/pack.zip"}), &files)
                .expect("a zip");
            let [(name, kind, archive)] = &made[..] else { panic!("one file: {}", made.len()) };
            assert_eq!((name.as_str(), kind.as_str()), ("pack.zip", mime::ZIP));
            assert_eq!(archive.len() > large.len(), level == 0);
            let expected = [("a.txt", b"one".as_slice()), ("A (2).TXT", &large), ("b", &[0, 255])];
            let held = entries(archive.clone());
            assert_eq!(held, expected.map(|(name, content)| (name.to_owned(), content.to_vec())));
        }
    }

    #[test]
    fn an_archive_larger_than_may_be_made_is_refused() {
        let limits = Limits { output: 1000, ..Limits::default() };
        let files: [(&str, &str, &[u8]); 1] = [("a", mime::BYTES, &[7; 2000])];
        let failure = stage::convert_within(limits, "files-to-zip", json!({"level": 0}), &files)
            .expect_err("too large");
        assert_eq!(failure.code, Code::OutputTooLarge);
    }
}
