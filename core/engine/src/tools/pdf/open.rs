//! Opening one PDF document within the limits.
use super::tree::{self, Page};
use crate::{Code, Failure, Limits};
use lopdf::{DecompressError, Document, Error, LoadOptions};
use std::io;

/// A document that was opened, and its pages.
pub struct Pdf {
    /// The document.
    pub document: Document,
    /// Its pages, in their order.
    pub pages: Vec<Page>,
    /// How many bytes each of its streams may be unpacked to.
    pub unpacked: usize,
}

/// The document in `bytes`, unless it is encrypted.
pub fn open(bytes: &[u8], limits: &Limits) -> Result<Pdf, Failure> {
    let document = load(bytes, limits)?;
    if is_encrypted(&document) {
        return Err(encrypted());
    }
    let pages = tree::pages(&document, limits)?;
    Ok(Pdf { document, pages, unpacked: unpacked(bytes, limits) })
}

/// The document in `bytes`, decrypted if that needs no password.
pub fn load(bytes: &[u8], limits: &Limits) -> Result<Document, Failure> {
    // Other bytes may come first (ISO 32000-1 annex H.3.4.1).
    if !bytes.get(..bytes.len().min(1024)).unwrap_or_default().windows(5).any(|part| part == b"%PDF-") {
        return Err(Failure::new(Code::FileTypeMismatch, "the file is no PDF document"));
    }
    read(bytes, limits, false)
}

/// The document of the objects that are found in `bytes`, whatever its table says of them.
pub fn load_by_objects(bytes: &[u8], limits: &Limits) -> Result<Document, Failure> {
    read(bytes, limits, true)
}

fn read(bytes: &[u8], limits: &Limits, force_reconstruct: bool) -> Result<Document, Failure> {
    let max_decompressed_size = Some(unpacked(bytes, limits));
    let options = LoadOptions { max_decompressed_size, force_reconstruct, ..LoadOptions::default() };
    Document::load_mem_with_options(bytes, options).map_err(failure)
}

/// Whether it is or was encrypted.
pub fn is_encrypted(document: &Document) -> bool {
    document.was_encrypted() || document.trailer.has(b"Encrypt")
}

/// The refusal of a document that is encrypted.
pub fn encrypted() -> Failure {
    Failure::new(Code::FileEncrypted, "the document is encrypted")
}

/// What went wrong, in our words.
pub fn failure(error: Error) -> Failure {
    match error {
        Error::InvalidPassword | Error::Decryption(_) | Error::UnsupportedSecurityHandler(_) => encrypted(),
        Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => too_large(),
        Error::RecursionLimit | Error::ReferenceLimit => {
            Failure::new(Code::NestingTooDeep, "the document holds too much within itself")
        }
        // The document is in memory: what ends too early is the document.
        Error::IO(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => Failure::broken(cause),
        Error::IO(cause) => cause.into(),
        other => Failure::broken(other),
    }
}

/// The refusal of a stream that grows too much.
pub fn too_large() -> Failure {
    Failure::new(Code::ExpansionTooLarge, "the document grows too much when it is unpacked")
}

/// How many bytes each stream of such a document may be unpacked to.
pub fn unpacked(bytes: &[u8], limits: &Limits) -> usize {
    usize::try_from(limits.unpacked(bytes.len() as u64)).unwrap_or(usize::MAX)
}
