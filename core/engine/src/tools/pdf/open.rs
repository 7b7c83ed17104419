//! Opening one PDF document within the limits.
use super::tree::{self, Page};
use crate::{Code, Failure, Limits};
use lopdf::{DecompressError, Document, EncryptionState, Error, LoadOptions};
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
    paged(document, bytes, limits)
}

/// The document in `bytes` that `password` opens; it is encrypted no longer.
pub fn unlock(bytes: &[u8], limits: &Limits, password: &str) -> Result<Pdf, Failure> {
    known(bytes)?;
    let options = LoadOptions { password: Some(password.to_owned()), ..LoadOptions::default() };
    let mut document = read(bytes, limits, options)?;
    let state = document.encryption_state.take();
    if document.trailer.has(b"Encrypt") || state.is_some_and(|state| !opens(&state, &document, password)) {
        return Err(encrypted());
    }
    paged(document, bytes, limits)
}

/// Whether it opens the document: one that anybody may read was opened without being asked for it.
fn opens(state: &EncryptionState, document: &Document, password: &str) -> bool {
    let Ok(said) = state.encode() else { return false };
    let mut locked = Document::new();
    if let Ok(id) = document.trailer.get(b"ID") {
        locked.trailer.set("ID", id.clone());
    }
    let said = locked.add_object(said);
    locked.trailer.set("Encrypt", said);
    locked.authenticate_password(password).is_ok()
}

fn paged(document: Document, bytes: &[u8], limits: &Limits) -> Result<Pdf, Failure> {
    let pages = tree::pages(&document, limits)?;
    Ok(Pdf { document, pages, unpacked: unpacked(bytes, limits) })
}

/// Other bytes may come first (ISO 32000-1 annex H.3.4.1).
fn known(bytes: &[u8]) -> Result<(), Failure> {
    match bytes.get(..bytes.len().min(1024)).unwrap_or_default().windows(5).any(|part| part == b"%PDF-") {
        true => Ok(()),
        false => Err(Failure::new(Code::FileTypeMismatch, "the file is no PDF document")),
    }
}

/// The document in `bytes`, decrypted if that needs no password.
pub fn load(bytes: &[u8], limits: &Limits) -> Result<Document, Failure> {
    known(bytes)?;
    read(bytes, limits, LoadOptions::default())
}

/// The document of the objects that are found in `bytes`, whatever its table says of them.
pub fn load_by_objects(bytes: &[u8], limits: &Limits) -> Result<Document, Failure> {
    read(bytes, limits, LoadOptions { force_reconstruct: true, ..LoadOptions::default() })
}

fn read(bytes: &[u8], limits: &Limits, options: LoadOptions) -> Result<Document, Failure> {
    let options = LoadOptions { max_decompressed_size: Some(unpacked(bytes, limits)), ..options };
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
