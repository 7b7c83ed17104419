//! The server's secret, and what is derived from it.
use chacha20poly1305::{
    ChaCha20Poly1305,
    aead::{Aead, Nonce},
};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

/// The server's secret: one key for each purpose is derived from it, and none is ever shown.
#[derive(Clone)]
pub struct Secret {
    token: Hmac<Sha256>,
    subject: Hmac<Sha256>,
    fingerprint: Hmac<Sha256>,
    link: Hmac<Sha256>,
    seal: ChaCha20Poly1305,
}

/// Sealed bytes that are not ours, or not whole.
#[derive(Debug, thiserror::Error)]
#[error("sealed under another secret, or damaged")]
pub struct Broken;

impl Secret {
    /// The secret that the server was started with.
    pub fn new(secret: &[u8]) -> Self {
        let root = keyed(secret);
        let key = |purpose: &str| root.clone().chain_update(purpose).finalize().into_bytes();
        Self {
            token: keyed(&key("token")),
            subject: keyed(&key("subject")),
            fingerprint: keyed(&key("fingerprint")),
            link: keyed(&key("link")),
            seal: ChaCha20Poly1305::new(&key("seal")),
        }
    }

    /// What is kept of a token (HMAC-SHA-256, RFC 2104).
    pub fn token(&self, token: &str) -> [u8; 32] {
        self.token.clone().chain_update(token).finalize().into_bytes().into()
    }

    /// What somebody whom an issuer calls `subject` is looked up by; no issuer's name holds a line break.
    pub fn subject(&self, issuer: &str, subject: &str) -> [u8; 32] {
        self.subject
            .clone()
            .chain_update(issuer)
            .chain_update("\n")
            .chain_update(subject)
            .finalize()
            .into_bytes()
            .into()
    }

    /// What is kept of a request: enough to tell it from another, and nothing to read.
    pub fn fingerprint(&self, request: &[u8]) -> [u8; 32] {
        self.fingerprint.clone().chain_update(request).finalize().into_bytes().into()
    }

    /// The signature of an address that we give out (HMAC-SHA-256, RFC 2104).
    pub fn link(&self, link: &[u8]) -> [u8; 32] {
        self.link.clone().chain_update(link).finalize().into_bytes().into()
    }

    /// Encrypts `plain` (ChaCha20-Poly1305, RFC 8439); a fresh nonce stands in front.
    pub(crate) fn seal(&self, plain: &[u8]) -> Vec<u8> {
        let nonce: [u8; 12] = random();
        let sealed = self.seal.encrypt(&Nonce::<ChaCha20Poly1305>::from(nonce), plain);
        [&nonce[..], &sealed.expect("the cipher takes up to 256 GiB")].concat()
    }

    /// Decrypts what [`Self::seal`] made.
    pub(crate) fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, Broken> {
        let (nonce, sealed) = sealed.split_first_chunk::<12>().ok_or(Broken)?;
        self.seal.decrypt(&Nonce::<ChaCha20Poly1305>::from(*nonce), sealed).map_err(|_| Broken)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Random bytes of the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_can_be_opened_by_the_same_secret_only() {
        let secret = Secret::new(b"one");
        let sealed = secret.seal(b"a link");
        assert_eq!(secret.open(&sealed).unwrap(), b"a link");
        assert!(Secret::new(b"two").open(&sealed).is_err());
        assert!(secret.open(&sealed[..11]).is_err());
        assert_ne!(sealed, secret.seal(b"a link"), "a nonce is used once");
    }
}
