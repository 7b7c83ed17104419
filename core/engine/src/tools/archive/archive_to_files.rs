//! Taking an archive of whatever kind apart.
use super::{seven, tar, zip_to_files};
use crate::{
    About, Category, Code, Convert, Engine, Failure, Input, Work, bounded, mime, sniff::bytes, work,
};
use flate2::read::MultiGzDecoder;
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    fs::File,
    io::{BufReader, Read, Seek},
};

/// How an archive is taken apart.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ArchiveToFiles {}

impl Convert for ArchiveToFiles {
    const ABOUT: About = About {
        id: "archive-to-files",
        name: "Archive to files",
        description: "Takes an archive apart: tar, tar.gz, 7z or ZIP. Its files come out without their folders; \
                      archives within stay as they are. A file that is only packed with gzip is unpacked.",
        category: Category::Archive,
        accepts: &[mime::TAR, mime::GZIP, mime::SEVEN, mime::ZIP],
        produces: mime::ALL,
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        files.iter().try_for_each(|file| take_apart(work, file).map_err(|failure| failure.about(file.id)))
    }
}

fn take_apart(work: &mut Work, file: &Input) -> Result<(), Failure> {
    let packed = Packed::open(work, file)?;
    match mime::meant(&file.mime).as_str() {
        mime::SEVEN => seven::take_apart(work, packed.file),
        mime::GZIP => unpack(work, &packed, &file.name),
        mime::TAR => tar::take_apart(work, &packed.file, &packed),
        _ => zip_to_files::take_apart(work, file),
    }
}

/// A file that is read from its beginning to its end.
pub(super) struct Packed {
    file: File,
    size: u64,
    /// How many bytes may come of it.
    pub most: u64,
}

impl Packed {
    fn open(work: &Work, file: &Input) -> Result<Self, Failure> {
        let file = File::open(work.path(file))?;
        let size = file.metadata()?.len();
        Ok(Self { file, size, most: work.limits().unpacked(size) })
    }

    /// Says how much of it was read.
    pub fn tell(&self, work: &mut Work) {
        let read = (&self.file).stream_position().unwrap_or_default();
        work.progress(read, self.size);
    }
}

/// What gzip packed: an archive of tar, or any other file.
fn unpack(work: &mut Work, packed: &Packed, name: &str) -> Result<(), Failure> {
    let mut from = MultiGzDecoder::new(BufReader::new(&packed.file));
    let mut head = Vec::new();
    from.by_ref().take(512).read_to_end(&mut head).map_err(bounded::unread)?;
    let mut whole = head.as_slice().chain(from);
    if bytes::is_tar(&head) {
        return tar::take_apart(work, whole, packed);
    }
    let name = unpacked(name);
    let mut left = packed.most;
    bounded::unpack(&mut whole, &mut work.artifact(&name, mime::of_name(&name))?, &mut left)
}

/// What a file was called before it was packed.
fn unpacked(name: &str) -> String {
    let stem = work::renamed(name, "").trim_end_matches('.').to_owned();
    match name.to_lowercase().ends_with(".tgz") {
        true => format!("{stem}.tar"),
        false => stem,
    }
}

/// An archive in which there is nothing: nothing could be fetched either.
pub(super) fn empty() -> Failure {
    Failure::new(Code::FileUnsupported, "the archive holds no file")
}

/// An entry that is no file: to follow it, or to make it, could lead anywhere.
pub(super) fn no_file(name: &str, what: &str) -> Failure {
    Failure::new(Code::FileUnsupported, format!("{name} is {what}, not a file"))
}

#[cfg(test)]
mod tests;
