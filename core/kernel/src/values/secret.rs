//! The server's secret, and what is derived from it.
use chacha20poly1305::{
    ChaCha20Poly1305,
    aead::{Aead, Nonce},
};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};
use subtle::ConstantTimeEq;

/// The server's secret: one key for each purpose is derived from it, and none is ever shown; cheap to clone, and all
/// clones learn of another secret together.
///
/// What is looked up by a hash is looked up by the key of the first secret that a database had, so that a hash stays
/// what it is; what is sealed and what is signed goes by the secret of its time.
#[derive(Clone)]
pub struct Secret {
    lookup: Arc<Lookup>,
    keys: Arc<RwLock<Keys>>,
}

/// The secrets of a database, in the order in which they came; the first of all is always among them.
#[derive(Clone, PartialEq, Eq)]
pub struct Keyring {
    /// All that are read.
    pub secrets: Vec<Vec<u8>>,
    /// Which of them is sealed and signed with.
    pub current: usize,
    /// From which on signatures are taken.
    pub trusted: usize,
}

/// What is looked up by.
struct Lookup {
    token: Hmac<Sha256>,
    subject: Hmac<Sha256>,
    fingerprint: Hmac<Sha256>,
}

/// What is sealed and signed with.
struct Key {
    link: Hmac<Sha256>,
    seal: ChaCha20Poly1305,
}

struct Keys {
    all: Vec<Key>,
    ring: Keyring,
}

/// Sealed bytes that are not ours, or not whole.
#[derive(Debug, thiserror::Error)]
#[error("sealed under another secret, or damaged")]
pub struct Broken;

impl Secret {
    /// The only secret that there ever was.
    pub fn new(secret: &[u8]) -> Self {
        Self::of(&Keyring { secrets: vec![secret.to_vec()], current: 0, trusted: 0 })
    }

    /// The secrets of a database.
    ///
    /// # Panics
    ///
    /// Panics where there is none.
    pub fn of(ring: &Keyring) -> Self {
        let root = keyed(&ring.secrets[0]);
        let lookup = Lookup {
            token: keyed(&derived(&root, "token")),
            subject: keyed(&derived(&root, "subject")),
            fingerprint: keyed(&derived(&root, "fingerprint")),
        };
        Self { lookup: Arc::new(lookup), keys: Arc::new(RwLock::new(Keys::of(ring))) }
    }

    /// Goes by these secrets from now on: they begin with the same first one.
    pub fn turn(&self, ring: &Keyring) {
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Keys::of(ring);
    }

    /// The secrets that it goes by.
    pub fn ring(&self) -> Keyring {
        self.with(|keys| keys.ring.clone())
    }

    /// What tells a secret from every other, and nothing of it.
    pub fn mark(secret: &[u8]) -> [u8; 32] {
        derived(&keyed(secret), "mark")
    }

    /// What is kept of a token (HMAC-SHA-256, RFC 2104).
    pub fn token(&self, token: &str) -> [u8; 32] {
        self.lookup.token.clone().chain_update(token).finalize().into_bytes().into()
    }

    /// What somebody whom an issuer calls `subject` is looked up by; no issuer's name holds a line break.
    pub fn subject(&self, issuer: &str, subject: &str) -> [u8; 32] {
        let keyed = self.lookup.subject.clone();
        keyed.chain_update(issuer).chain_update("\n").chain_update(subject).finalize().into_bytes().into()
    }

    /// What is kept of a request: enough to tell it from another, and nothing to read.
    pub fn fingerprint(&self, request: &[u8]) -> [u8; 32] {
        self.lookup.fingerprint.clone().chain_update(request).finalize().into_bytes().into()
    }

    /// The signature of an address that we give out (HMAC-SHA-256, RFC 2104).
    pub fn sign(&self, link: &[u8]) -> [u8; 32] {
        self.with(|keys| keys.current().signature(link))
    }

    /// Whether `signature` is ours, of now or of a while ago.
    pub fn signed(&self, link: &[u8], signature: &[u8]) -> bool {
        self.with(|keys| {
            keys.all[keys.ring.trusted..].iter().any(|key| key.signature(link).ct_eq(signature).into())
        })
    }

    /// Encrypts `plain` (ChaCha20-Poly1305, RFC 8439); a fresh nonce stands in front.
    pub fn seal(&self, plain: &[u8]) -> Vec<u8> {
        self.with(|keys| keys.current().seal(plain))
    }

    /// Decrypts what [`Self::seal`] made, with whichever secret.
    pub fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, Broken> {
        self.with(|keys| keys.all.iter().rev().find_map(|key| key.open(sealed))).ok_or(Broken)
    }

    /// The same sealed anew, where it was sealed with another secret than the current one.
    pub fn reseal(&self, sealed: &[u8]) -> Result<Option<Vec<u8>>, Broken> {
        if self.with(|keys| keys.current().open(sealed)).is_some() {
            return Ok(None);
        }
        self.open(sealed).map(|plain| Some(self.seal(&plain)))
    }

    fn with<T>(&self, read: impl FnOnce(&Keys) -> T) -> T {
        read(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Keys {
    fn of(ring: &Keyring) -> Self {
        let all = ring.secrets.iter().map(|secret| Key::of(secret)).collect();
        Self { all, ring: ring.clone() }
    }

    fn current(&self) -> &Key {
        &self.all[self.ring.current]
    }
}

impl Key {
    fn of(secret: &[u8]) -> Self {
        let root = keyed(secret);
        Self {
            link: keyed(&derived(&root, "link")),
            seal: ChaCha20Poly1305::new(&derived(&root, "seal").into()),
        }
    }

    fn signature(&self, link: &[u8]) -> [u8; 32] {
        self.link.clone().chain_update(link).finalize().into_bytes().into()
    }

    fn seal(&self, plain: &[u8]) -> Vec<u8> {
        let nonce: [u8; 12] = random();
        let sealed = self.seal.encrypt(&Nonce::<ChaCha20Poly1305>::from(nonce), plain);
        [&nonce[..], &sealed.expect("the cipher takes up to 256 GiB")].concat()
    }

    fn open(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<12>()?;
        self.seal.decrypt(&Nonce::<ChaCha20Poly1305>::from(*nonce), sealed).ok()
    }
}

/// Encrypts `plain` for whoever has `secret`.
pub fn seal_with(secret: &[u8], plain: &[u8]) -> Vec<u8> {
    Key::of(secret).seal(plain)
}

/// Decrypts what [`seal_with`] made with the same secret.
pub fn open_with(secret: &[u8], sealed: &[u8]) -> Result<Vec<u8>, Broken> {
    Key::of(secret).open(sealed).ok_or(Broken)
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keyring of {}", self.secrets.len())
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

/// The key for `purpose` that is derived from `root`.
fn derived(root: &Hmac<Sha256>, purpose: &str) -> [u8; 32] {
    root.clone().chain_update(purpose).finalize().into_bytes().into()
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

    fn ring(secrets: &[&str], current: usize, trusted: usize) -> Keyring {
        let secrets = secrets.iter().map(|secret| secret.as_bytes().to_vec()).collect();
        Keyring { secrets, current, trusted }
    }

    #[test]
    fn another_secret_reads_what_the_one_before_wrote_and_finds_what_it_hashed() {
        let before = Secret::new(b"one");
        let (sealed, token, signature) = (before.seal(b"a link"), before.token("key"), before.sign(b"there"));
        let clone = before.clone();
        before.turn(&ring(&["one", "two"], 1, 0));
        for secret in [before, clone, Secret::of(&ring(&["one", "two"], 1, 0))] {
            assert_eq!(secret.open(&sealed).unwrap(), b"a link");
            assert_eq!(secret.token("key"), token);
            assert!(secret.signed(b"there", &signature));
            assert_ne!(secret.sign(b"there"), signature, "it signs with the newer one");
            let anew = secret.reseal(&sealed).unwrap().expect("sealed with another");
            assert_eq!(Secret::new(b"two").open(&anew).unwrap(), b"a link");
            assert_eq!(secret.reseal(&anew).unwrap(), None);
        }
    }

    #[test]
    fn a_secret_that_is_not_trusted_any_more_signs_nothing_and_still_opens() {
        let (old, now) = (Secret::new(b"one"), Secret::of(&ring(&["one", "two"], 1, 1)));
        assert!(!now.signed(b"there", &old.sign(b"there")));
        assert_eq!(now.open(&old.seal(b"a link")).unwrap(), b"a link");
    }

    #[test]
    fn one_that_is_only_read_yet_writes_nothing() {
        let soon = Secret::of(&ring(&["one", "two"], 0, 0));
        assert_eq!(Secret::new(b"one").open(&soon.seal(b"a link")).unwrap(), b"a link");
        assert_eq!(soon.open(&Secret::new(b"two").seal(b"a link")).unwrap(), b"a link");
        assert!(soon.signed(b"there", &Secret::new(b"two").sign(b"there")));
    }
}
