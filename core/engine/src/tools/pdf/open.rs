//! Opening one PDF document within the limits.
use super::tree::{self, Page};
use crate::{Code, Failure, Limits};
use lopdf::{DecompressError, Document, EncryptionState, Error, LoadOptions};
use std::io::ErrorKind;

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
        // The document is in memory: what ends too early, or is prepared in no known way, is the document.
        Error::IO(cause) if matches!(cause.kind(), ErrorKind::UnexpectedEof | ErrorKind::InvalidData) => {
            Failure::broken(cause)
        }
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

#[cfg(test)]
mod tests {
    use super::super::samples::one_page;
    use crate::{Code, TOOLS, stage::convert};
    use lopdf::{Document, Stream, dictionary};
    use serde_json::{Value, json};

    /// What a tool needs to be told.
    fn options(tool: &str) -> Value {
        match tool {
            "pdf-rotate" => json!({ "angle": 90 }),
            "pdf-delete-pages" => json!({ "pages": "1" }),
            "pdf-reorder" => json!({ "order": [1] }),
            "pdf-watermark" => json!({ "text": "Draft" }),
            "pdf-crop" => json!({ "margins": { "left": 1 } }),
            "pdf-redact" => {
                json!({ "areas": [{ "page": 1, "area": { "left": 0, "top": 0, "width": 9, "height": 9 } }] })
            }
            "pdf-protect" => json!({ "userPassword": "x" }),
            "pdf-unprotect" => json!({ "password": "x" }),
            _ => json!({}),
        }
    }

    /// Every tool of ours that takes a document makes something of it, or says that it is the document's fault.
    fn blamed(content: &[u8], what: &str) {
        for tool in TOOLS.iter().filter(|tool| tool.about.accepts == [super::super::PDF]) {
            let id = tool.about.id;
            if tool.about.engine != crate::Engine::Inside {
                continue;
            }
            let files: Vec<_> =
                (0..tool.about.files.0).map(|_| ("a.pdf", super::super::PDF, content)).collect();
            let ended = convert(id, options(id), &files).map_err(|failure| failure.code);
            let fits = matches!(ended, Ok(_) | Err(Code::FileBroken | Code::OptionsDoNotFit));
            assert!(fits, "{id}, {what}: {ended:?}");
        }
    }

    /// A content whose rows begin with `row`, and are said to be prepared so (ISO 32000-1 section 7.4.4.4).
    fn prepared(predictor: i64, row: u8) -> Stream {
        let rows = [[row, b'0', b' ', b'0', b' '], [row, b'm', b' ', b'\n', b'S']].concat();
        let mut stream = Stream::new(dictionary! {}, rows);
        stream.dict.set("DecodeParms", dictionary! { "Predictor" => predictor, "Columns" => 4 });
        stream.dict.set("Filter", "FlateDecode");
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut packed, &stream.content).expect("memory");
        stream.set_content(packed.finish().expect("memory"));
        stream
    }

    #[test]
    fn rows_that_are_prepared_in_no_known_way_are_the_documents_fault() {
        for (predictor, row) in [(3, 0), (9, 0), (16, 0), (255, 0), (-1, 0), (1 << 40, 0), (12, 5), (15, 255)]
        {
            let mut document = Document::load_mem(&one_page("", &[])).expect("a document");
            document.objects.insert((4, 0), prepared(predictor, row).into());
            let mut content = Vec::new();
            document.save_to(&mut content).expect("memory");
            blamed(&content, &format!("a content, {predictor}, {row}"));
            blamed(&table(predictor, row), &format!("a table, {predictor}, {row}"));
        }
    }

    /// A document of nothing but a table of objects that is prepared so.
    fn table(predictor: i64, row: u8) -> Vec<u8> {
        let mut content = b"%PDF-1.7\n".to_vec();
        let stream = prepared(predictor, row);
        let dictionary = format!(
            "3 0 obj\n<< /Type /XRef /Size 3 /W [1 2 1] /Filter /FlateDecode /DecodeParms \
             << /Predictor {predictor} /Columns 4 >> /Length {} >>\nstream\n",
            stream.content.len()
        );
        content.extend(dictionary.bytes().chain(stream.content));
        content.extend(b"\nendstream\nendobj\nstartxref\n9\n%%EOF\n");
        content
    }
}
