//! Packing files into one archive of tar.
use super::files_to_zip::unlike;
use crate::{About, Category, Convert, Engine, Failure, Work, bounded::Bounded, mime, work};
use flate2::{Compression, write::GzEncoder};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    collections::HashSet,
    fs::File,
    io::{Read, Write},
};
use tar::{Builder, Header};

/// How files are packed.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct FilesToTarGz {
    /// How hard to pack: 0 only stores, 9 takes the longest.
    #[garde(range(max = 9))]
    #[schemars(range(max = 9))]
    level: u8,
    /// The archive's name.
    #[garde(length(chars, min = 1, max = 100))]
    #[schemars(length(min = 1, max = 100))]
    name: String,
}

impl Default for FilesToTarGz {
    fn default() -> Self {
        Self { level: 6, name: "files.tar.gz".to_owned() }
    }
}

impl Convert for FilesToTarGz {
    const ABOUT: About = About {
        id: "files-to-tar-gz",
        name: "Files to tar.gz",
        description: "Packs files into one tar archive, and that with gzip.",
        category: Category::Archive,
        accepts: mime::ALL,
        produces: &[mime::GZIP],
        files: (1, 10),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        let mut left = work.limits().output;
        let out = Bounded::new(work.artifact(&archive_name(&self.name), mime::GZIP)?, &mut left);
        let mut archive = Builder::new(GzEncoder::new(out, Compression::new(self.level.into())));
        let mut names = HashSet::new();
        for (number, file) in (1u64..).zip(&files) {
            let open = File::open(work.path(file))?;
            let size = open.metadata()?.len();
            let name = unlike(&work::plain(&file.name), &mut names);
            archive.append_data(&mut header(size), name, open.take(size))?;
            work.progress(number, files.len() as u64);
        }
        Ok(archive.into_inner()?.finish()?.flush()?)
    }
}

/// What an archive says of a file: anyone may read it, and nobody says when it was written.
fn header(size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_size(size);
    header.set_mode(0o644);
    header
}

/// `name` with the extension of such archives, which it may have already.
fn archive_name(name: &str) -> String {
    let plain = work::plain(name);
    let stem = [".tar.gz", ".tgz", ".tar", ".gz"].iter().find_map(|end| plain.strip_suffix(end));
    work::plain(&format!("{}.tar.gz", stem.unwrap_or(&plain)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Limits, stage};
    use serde_json::json;

    #[test]
    fn files_come_out_of_the_archive_as_they_were() {
        let large = b"abc".repeat(100_000);
        let long = format!("{}.txt", "n".repeat(150));
        let files: [(&str, &str, &[u8]); 4] = [
            ("../a.txt", mime::TEXT, b"one"),
            ("A.TXT", mime::TEXT, &large),
            ("b", mime::BYTES, &[0, 255]),
            (&long, mime::TEXT, b"long"),
        ];
        for level in [0, 9] {
            let options = json!({"level": level, "name": "my/pack.tgz"});
            let made = stage::convert("files-to-tar-gz", options, &files).expect("an archive");
            let [(name, kind, archive)] = &made[..] else { panic!("one file: {}", made.len()) };
            assert_eq!((name.as_str(), kind.as_str()), ("pack.tar.gz", mime::GZIP));
            assert_eq!(archive.len() > large.len(), level == 0);
            let held = stage::convert("archive-to-files", json!({}), &[(name, mime::GZIP, archive)]);
            let held: Vec<_> =
                held.expect("files").into_iter().map(|(name, _, content)| (name, content)).collect();
            let expected =
                [("a.txt", b"one".as_slice()), ("A (2).TXT", &large), ("b", &[0, 255]), (&long, b"long")];
            assert_eq!(held, expected.map(|(name, content)| (name.to_owned(), content.to_vec())));
        }
    }

    #[test]
    fn an_archive_is_called_as_archives_are() {
        for (asked, name) in [("files.tar.gz", "files.tar.gz"), ("a", "a.tar.gz"), (".tgz", "tgz.tar.gz")] {
            assert_eq!(archive_name(asked), name);
        }
    }

    #[test]
    fn an_archive_larger_than_may_be_made_is_refused() {
        let limits = Limits { output: 1000, ..Limits::default() };
        let files: [(&str, &str, &[u8]); 1] = [("a", mime::BYTES, &[7; 2000])];
        let failure = stage::convert_within(limits, "files-to-tar-gz", json!({"level": 0}), &files)
            .expect_err("too large");
        assert_eq!(failure.code, Code::OutputTooLarge);
    }
}
