//! Taking an archive apart.
use super::archive_to_files::empty;
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, bounded, mime};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{fs::File, io::BufReader};
use zip::{SUPPORTED_COMPRESSION_METHODS, ZipArchive, read::ZipFileEntry, result::ZipError};

/// How an archive is taken apart.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ZipToFiles {}

impl Convert for ZipToFiles {
    const ABOUT: About = About {
        id: "zip-to-files",
        name: "ZIP to files",
        description: "Takes a ZIP archive apart: its files without their folders. Archives within stay as they are.",
        category: Category::Archive,
        accepts: &[mime::ZIP],
        produces: mime::ALL,
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        files.iter().try_for_each(|file| take_apart(work, file).map_err(|failure| failure.about(file.id)))
    }
}

/// A ZIP archive that is looked into.
pub(in crate::tools) type Archive = ZipArchive<BufReader<File>>;

/// Takes the ZIP archive `file` apart.
pub(super) fn take_apart(work: &mut Work, file: &Input) -> Result<(), Failure> {
    let open = File::open(work.path(file))?;
    let mut left = work.limits().unpacked(open.metadata()?.len());
    let mut archive = opened(open, work.limits().files)?;
    let all = archive.len() as u64;
    let mut held = false;
    for at in 0..archive.len() {
        if let Some(name) = name(&archive.by_index_data(at).map_err(broken)?)? {
            held = true;
            let mut out = work.artifact(&name, mime::of_name(&name))?;
            bounded::unpack(&mut archive.by_index(at).map_err(broken)?, &mut out, &mut left)?;
        }
        work.progress(at as u64 + 1, all);
    }
    if held { Ok(()) } else { Err(empty()) }
}

/// An archive with few enough entries, each with a name and bytes of its own.
pub(in crate::tools) fn opened(file: File, most: u64) -> Result<Archive, Failure> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(broken)?;
    let files = archive.file_names_raw().filter(|name| !name.ends_with(b"/")).count();
    if files as u64 > most {
        let message = format!("the archive has {files} files; at most {most} can be unpacked");
        return Err(Failure::new(Code::TooManyEntries, message));
    }
    if archive.has_duplicate_names() {
        return Err(Failure::broken("two of the archive's entries have the same name"));
    }
    // Bytes that are unpacked again and again for one entry after the other are a bomb.
    if archive.has_overlapping_entries().map_err(broken)? {
        return Err(Failure::new(Code::ExpansionTooLarge, "the archive's entries lie one over the other"));
    }
    Ok(archive)
}

/// What an entry is called; nothing for a folder.
fn name(entry: &ZipFileEntry<'_>) -> Result<Option<String>, Failure> {
    let name = entry.name().unwrap_or_else(|_| String::from_utf8_lossy(entry.name_raw()));
    match () {
        () if entry.encrypted() => Err(Failure::new(Code::FileEncrypted, format!("{name} is encrypted"))),
        () if entry.is_symlink() => {
            Err(Failure::new(Code::FileUnsupported, format!("{name} is a link, not a file")))
        }
        () if !SUPPORTED_COMPRESSION_METHODS.contains(&entry.compression()) => {
            let message = format!("{name} is packed with {}, which is not known", entry.compression());
            Err(Failure::new(Code::FileUnsupported, message))
        }
        () if entry.is_dir() => Ok(None),
        () => Ok(Some(name.into_owned())),
    }
}

/// What came of a ZIP archive that cannot be read.
pub(in crate::tools) fn broken(cause: ZipError) -> Failure {
    match cause {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            Failure::new(Code::FileEncrypted, "the archive is encrypted")
        }
        ZipError::UnsupportedArchive(_) => Failure::new(
            Code::FileUnsupported,
            format!("the archive needs something that is not known: {cause}"),
        ),
        other => Failure::broken(other),
    }
}

#[cfg(test)]
mod tests;
