//! What a customer says of a file's content (`contract.md` §8.8).
use md5::Md5;
use sha1::Sha1;
use sha2::{
    Digest, Sha256, Sha512,
    digest::{DynDigest, Output},
};

/// Content, as it passes.
pub(super) struct Hashing {
    sha256: Sha256,
    said: Option<(String, Box<dyn DynDigest + Send + Sync>)>,
}

/// What the content was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
    /// Whether the customer was right; `None` where nothing was said that we understand.
    pub as_said: Option<bool>,
}

impl Hashing {
    /// Content of which `checksum` was said.
    pub fn new(checksum: Option<&str>) -> Self {
        Self { sha256: Sha256::new(), said: checksum.and_then(read) }
    }

    /// The next piece.
    pub fn update(&mut self, piece: &[u8]) {
        Digest::update(&mut self.sha256, piece);
        if let Some((_, digest)) = &mut self.said {
            digest.update(piece);
        }
    }

    /// All of it has passed.
    pub fn finish(self) -> Content {
        let as_said = self.said.map(|(said, digest)| hex(&digest.finalize()) == said);
        let sha256: Output<Sha256> = Digest::finalize(self.sha256);
        Content { sha256: hex(&sha256), as_said }
    }
}

/// The SHA-256 that was said, in small letters; nothing where something else was.
pub(super) fn sha256(checksum: &str) -> Option<String> {
    let (digits, digest) = read(checksum)?;
    // Of those that are understood, one has as many digits.
    (digest.output_size() * 8 == 256).then_some(digits)
}

/// `sha256:<hex>`, or hexadecimal of a known length; in small letters, with what computes it.
fn read(checksum: &str) -> Option<(String, Box<dyn DynDigest + Send + Sync>)> {
    let checksum = checksum.trim().to_ascii_lowercase();
    let (name, digits) = match checksum.split_once(':') {
        Some((name, digits)) => (Some(name), digits),
        None => (None, checksum.as_str()),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let digest: Box<dyn DynDigest + Send + Sync> = match (name, digits.len()) {
        (None | Some("sha256" | "sha-256"), 64) => Box::new(Sha256::new()),
        (None | Some("sha512" | "sha-512"), 128) => Box::new(Sha512::new()),
        (None | Some("sha1" | "sha-1"), 40) => Box::new(Sha1::new()),
        (None | Some("md5"), 32) => Box::new(Md5::new()),
        _ => return None,
    };
    Some((digits.to_owned(), digest))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(checksum: Option<&str>) -> Content {
        let mut hashing = Hashing::new(checksum);
        hashing.update(b"a");
        hashing.update(b"bc");
        hashing.finish()
    }

    /// The digests of "abc": FIPS 180-4 and RFC 1321, appendix A.5.
    const SHA256: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";
    const MD5: &str = "900150983cd24fb0d6963f7d28e17f72";
    const SHA512: &str = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                          2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";

    #[test]
    fn what_was_said_is_checked_where_it_is_understood() {
        for right in [SHA256, SHA512, SHA1, MD5] {
            assert_eq!(content(Some(right)).as_said, Some(true));
            assert_eq!(content(Some(&right.to_uppercase())).as_said, Some(true));
            let wrong = format!("0000{}", &right[4..]);
            assert_eq!(content(Some(&wrong)).as_said, Some(false));
        }
        for (name, digits) in [("sha256", SHA256), ("sha512", SHA512), ("sha1", SHA1), ("MD5", MD5)] {
            assert_eq!(content(Some(&format!("{name}:{digits}"))).as_said, Some(true), "{name}");
        }
        for unknown in ["", "crc32:cbf43926", "sha256:abc", &format!("md5:{SHA1}"), "no checksum at all"] {
            assert_eq!(content(Some(unknown)).as_said, None, "{unknown}");
        }
        assert_eq!(sha256(&format!("SHA-256:{}", SHA256.to_uppercase())).as_deref(), Some(SHA256));
        assert!([SHA512, SHA1, MD5, "sha256:abc"].iter().all(|other| sha256(other).is_none()));
        assert_eq!(content(None), Content { sha256: SHA256.to_owned(), as_said: None });
    }
}
