//! Files that are archives within.
use super::bytes;
use crate::{Code, Failure};
use std::{fs::File, io::Read};
use zip::ZipArchive;

/// Whether an archive is a package of Office with a part whose name begins with `part`.
pub fn is_office(file: File, head: &[u8], part: &str) -> Result<bool, Failure> {
    if bytes::is_old_office(head) {
        return locked(file);
    }
    if !bytes::is_zip(head) {
        return Ok(false);
    }
    let archive = ZipArchive::new(file).map_err(Failure::broken)?;
    let has = |wanted: &dyn Fn(&[u8]) -> bool| archive.file_names_raw().any(wanted);
    Ok(has(&|name| name == b"[Content_Types].xml") && has(&|name| name.starts_with(part.as_bytes())))
}

/// An encrypted package is wrapped into a file of the old kind.
fn locked(mut file: File) -> Result<bool, Failure> {
    let mut all = Vec::new();
    file.read_to_end(&mut all)?;
    match is_old(&all, &["EncryptedPackage"]) {
        true => Err(encrypted()),
        false => Ok(false),
    }
}

/// Whether an archive says that it is of the type `mime`, as those of `OpenDocument` and EPUB do.
pub fn says(file: File, head: &[u8], mime: &str) -> Result<bool, Failure> {
    if !bytes::is_zip(head) {
        return Ok(false);
    }
    let mut archive = ZipArchive::new(file).map_err(Failure::broken)?;
    let said = beginning(&mut archive, "mimetype", 200)?;
    // The parts of an encrypted document are, but not the list of them.
    let parts = beginning(&mut archive, "META-INF/manifest.xml", 1 << 20)?;
    match parts.windows(SECRET.len()).any(|part| part == SECRET) {
        true => Err(encrypted()),
        false => Ok(said.trim_ascii() == mime.as_bytes()),
    }
}

/// How a list of parts says that one of them is encrypted.
const SECRET: &[u8] = b"encryption-data";

/// The first bytes of an entry; none where it is not there.
fn beginning(archive: &mut ZipArchive<File>, name: &str, most: u64) -> Result<Vec<u8>, Failure> {
    let mut read = Vec::new();
    if let Ok(entry) = archive.by_name(name) {
        entry.take(most).read_to_end(&mut read).map_err(Failure::broken)?;
    }
    Ok(read)
}

fn encrypted() -> Failure {
    Failure::new(Code::FileEncrypted, "the file is encrypted: remove its password first")
}

/// Whether `file` is of the old kind and has a stream of one of these names.
pub fn is_old(file: &[u8], streams: &[&str]) -> bool {
    let has = |stream: &&str| {
        // A name fills 64 bytes of an entry, and ends with a zero.
        let name: Vec<u8> = stream.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
        file.as_chunks::<128>().0.iter().any(|entry| entry.starts_with(&name))
    };
    bytes::is_old_office(file) && streams.iter().any(has)
}
