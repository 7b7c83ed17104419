//! 7z archives: what LZMA, LZMA2 and the filters for programs packed.
use super::archive_to_files::{empty, no_file};
use crate::{Code, Failure, Work, bounded, mime};
use sevenz_rust2::{ArchiveEntry, ArchiveReader, Error, Password};
use std::{
    fs::File,
    io::{self, BufReader, ErrorKind, Read},
};

/// Where Unix keeps what kind of file an entry is: above the attributes of Windows.
const KIND: u32 = 0o170_000;
/// A file, as Unix says it.
const PLAIN: u32 = 0o100_000;
/// A link, as Windows says it.
const REPARSE_POINT: u32 = 0x400;

/// Takes the archive `file` apart.
pub fn take_apart(work: &mut Work, file: File) -> Result<(), Failure> {
    let mut left = work.limits().unpacked(file.metadata()?.len());
    // Dictionaries take memory as the archive says: half of all there is, and one at a time.
    let memory = usize::try_from(work.limits().memory / 2048).unwrap_or(usize::MAX);
    let file = BufReader::new(file);
    let mut archive =
        ArchiveReader::new_with_memory_limit(file, Password::empty(), memory).map_err(broken)?;
    archive.set_thread_count(1);
    let all = counted(&archive.archive().files, work.limits().files)?;
    let (mut done, mut failure) = (0, None);
    let ended = archive.for_each_entries(|entry, content| {
        let written = write(work, entry, content, &mut left);
        done += 1;
        work.progress(done, all);
        written.map(|()| true).map_err(|why| {
            failure = Some(why);
            Error::FileNotFound
        })
    });
    match (failure, ended) {
        (Some(failure), _) => Err(failure),
        (None, ended) => ended.map_err(broken),
    }
}

/// How many entries there are, where their files are not too many, and are files.
fn counted(entries: &[ArchiveEntry], most: u64) -> Result<u64, Failure> {
    let mut files = 0;
    for entry in entries.iter().filter(|entry| is_file(entry)) {
        let unix = (entry.windows_attributes >> 16) & KIND;
        if entry.windows_attributes & REPARSE_POINT != 0 || !matches!(unix, 0 | PLAIN) {
            return Err(no_file(&entry.name, "a link or a device"));
        }
        files += 1;
    }
    match files {
        0 => Err(empty()),
        _ if files > most => {
            let message = format!("the archive has {files} files; at most {most} can be unpacked");
            Err(Failure::new(Code::TooManyEntries, message))
        }
        _ => Ok(entries.len() as u64),
    }
}

/// Whether an entry is no folder, and not one of those that say what is to be removed.
fn is_file(entry: &ArchiveEntry) -> bool {
    !entry.is_directory && !entry.is_anti_item
}

fn write(
    work: &mut Work,
    entry: &ArchiveEntry,
    mut content: &mut dyn Read,
    left: &mut u64,
) -> Result<(), Failure> {
    match is_file(entry) {
        true => {
            let mut out = work.artifact(&entry.name, mime::of_name(&entry.name))?;
            bounded::unpack(&mut content, &mut out, left)
        }
        false => bounded::unpack(&mut content, &mut io::sink(), left),
    }
}

fn broken(cause: Error) -> Failure {
    match cause {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => {
            Failure::new(Code::FileEncrypted, "the archive is encrypted")
        }
        Error::MaxMemLimited { .. } => {
            Failure::new(Code::MemoryExceeded, "the archive needs more memory than there is for it")
        }
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => {
            Failure::new(Code::FileEncrypted, "the archive is encrypted")
        }
        Error::UnsupportedCompressionMethod(method) => Failure::new(
            Code::FileUnsupported,
            format!("the archive is packed with {method}, which is not known"),
        ),
        Error::UnsupportedVersion { .. } | Error::ExternalUnsupported | Error::Unsupported(_) => {
            Failure::new(Code::FileUnsupported, "the archive needs something that is not known")
        }
        Error::Io(cause, _) if cause.kind() != ErrorKind::Other => Failure::broken(cause),
        Error::Other(why) => Failure::broken(why),
        _ => Failure::broken("it is not as it should be"),
    }
}
