//! Documents that were read, counted and found valid: each is judged once.
use crate::{keys, positions, root_field, schema};
use async_graphql::{ServerError, parser::types::ExecutableDocument};
use lru::LruCache;
use sha2::{Digest, Sha256};
use std::{
    fmt,
    num::NonZeroUsize,
    str::FromStr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Documents that are kept at most.
const KEPT: NonZeroUsize = NonZeroUsize::new(1000).expect("more than none");
/// Bytes of their texts at most; a document in memory is some ten times as large.
const BYTES: usize = 2 << 20;

/// What a document is known by: the SHA-256 of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash([u8; 32]);

impl Hash {
    /// That of `text`.
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "is not a SHA-256: 64 hexadecimal digits".to_owned();
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let mut hash = [0; 32];
        if text.len() != 2 * hash.len() {
            return Err(wrong());
        }
        for (byte, pair) in hash.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte =
                digit(pair[0]).zip(digit(pair[1])).map(|(high, low)| high << 4 | low).ok_or_else(wrong)?;
        }
        Ok(Self(hash))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A document that was read.
#[derive(Debug)]
pub(crate) struct Document {
    pub hash: Hash,
    pub parsed: ExecutableDocument,
    /// Bytes of its text.
    pub bytes: usize,
}

impl Document {
    /// Reads `text`, of which `check` then sees what it holds.
    pub fn read(
        hash: Hash,
        text: &str,
        check: impl FnOnce(&ExecutableDocument) -> Result<(), ServerError>,
    ) -> Result<Self, ServerError> {
        let mut parsed = async_graphql::parser::parse_query(text)?;
        check(&parsed)?;
        root_field::check(&mut parsed)?;
        keys::fill(schema::types(), &mut parsed);
        positions::check(schema::types(), &parsed)?;
        Ok(Self { hash, parsed, bytes: text.len() })
    }
}

/// The documents that are kept: those that were asked for last.
pub(crate) struct Documents(Mutex<Kept>);

struct Kept {
    documents: LruCache<Hash, Arc<Document>>,
    bytes: usize,
}

impl Default for Documents {
    fn default() -> Self {
        Self(Mutex::new(Kept { documents: LruCache::new(KEPT), bytes: 0 }))
    }
}

impl Documents {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A document that is kept.
    pub fn get(&self, hash: Hash) -> Option<Arc<Document>> {
        self.lock().documents.get(&hash).cloned()
    }

    /// Keeps a document that was found valid, and forgets those that were not asked for longest.
    pub fn keep(&self, document: Arc<Document>) {
        let mut kept = self.lock();
        kept.bytes += document.bytes;
        if let Some((_, other)) = kept.documents.push(document.hash, document) {
            kept.bytes -= other.bytes;
        }
        while kept.bytes > BYTES {
            match kept.documents.pop_lru() {
                Some((_, oldest)) => kept.bytes -= oldest.bytes,
                None => kept.bytes = 0,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Arc<Document> {
        Arc::new(Document::read(Hash::of(text), text, |_| Ok(())).expect("a document"))
    }

    #[test]
    fn a_hash_is_read_back_and_another_text_is_refused() {
        let hash = Hash::of("{ account { id } }");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert_eq!(hash.to_string().to_uppercase().parse(), Ok(hash));
        for wrong in ["", "00", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert!(wrong.parse::<Hash>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_kept_is_bounded_by_number_and_by_bytes() {
        let documents = Documents::default();
        for n in 0..2 * KEPT.get() {
            documents.keep(document(&format!("{{ a{n} }}")));
        }
        assert_eq!(documents.lock().documents.len(), KEPT.get());
        assert!(documents.get(Hash::of("{ a0 }")).is_none());
        assert!(documents.get(Hash::of(&format!("{{ a{} }}", 2 * KEPT.get() - 1))).is_some());
        let sum: usize = documents.lock().documents.iter().map(|(_, one)| one.bytes).sum();
        assert_eq!(documents.lock().bytes, sum);
        for n in 0..100 {
            documents.keep(document(&format!("{{ a{n} }} #{}", "x".repeat(60 << 10))));
        }
        assert!(documents.lock().bytes <= BYTES);
        let sum: usize = documents.lock().documents.iter().map(|(_, one)| one.bytes).sum();
        assert_eq!(documents.lock().bytes, sum);
        let again = document("{ a }");
        documents.keep(Arc::clone(&again));
        documents.keep(again);
        let sum: usize = documents.lock().documents.iter().map(|(_, one)| one.bytes).sum();
        assert_eq!(documents.lock().bytes, sum, "the same twice counts once");
    }
}
