//! A stream that is sealed under a passphrase, in pieces: a file of whatever size takes the memory of one.
//!
//! The key is derived by PBKDF2-HMAC-SHA-256 (RFC 8018) with a salt of its own, so that no two files have one key.
//! Each piece is sealed by ChaCha20-Poly1305 (RFC 8439) with its number, and whether it is the last, as the nonce: one
//! that is missing, moved, damaged or cut off is noticed (STREAM, Hoang and others 2015).
use aws_lc_rs::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey},
    pbkdf2::{PBKDF2_HMAC_SHA256, derive},
};
use hosting_core::secret::random;
use std::{
    io::{self, ErrorKind, Read, Write},
    num::NonZeroU32,
};

/// What such a file begins with.
const MAGIC: &[u8; 8] = b"HOSTBAK1";
const SALT: usize = 16;
/// Bytes of a piece before it is sealed.
const PIECE: usize = 64 * 1024;
const TAG: usize = 16;
/// How often the passphrase is hashed: an attacker tries each guess as often.
const ROUNDS: NonZeroU32 = NonZeroU32::new(600_000).unwrap();

/// Seals what is written to it.
pub struct Sealing<W> {
    to: W,
    key: LessSafeKey,
    number: u64,
    piece: Vec<u8>,
}

impl<W: Write> Sealing<W> {
    /// Begins a file in `to`.
    pub fn new(mut to: W, passphrase: &str) -> io::Result<Self> {
        let salt: [u8; SALT] = random();
        to.write_all(MAGIC)?;
        to.write_all(&salt)?;
        Ok(Self { to, key: key(passphrase, &salt), number: 0, piece: Vec::with_capacity(PIECE + TAG) })
    }

    /// Ends the file, and gives it back.
    pub fn finish(mut self) -> io::Result<W> {
        self.seal(true)?;
        Ok(self.to)
    }

    fn seal(&mut self, last: bool) -> io::Result<()> {
        let nonce = nonce(self.number, last);
        self.key
            .seal_in_place_append_tag(nonce, Aad::empty(), &mut self.piece)
            .map_err(|_| io::Error::other("not sealed"))?;
        self.to.write_all(&self.piece)?;
        self.piece.clear();
        self.number += 1;
        Ok(())
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A whole piece waits: it may be the last.
        if self.piece.len() == PIECE {
            self.seal(false)?;
        }
        let some = &bytes[..bytes.len().min(PIECE - self.piece.len())];
        self.piece.extend_from_slice(some);
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Gives what was sealed.
pub struct Opening<R> {
    from: R,
    key: LessSafeKey,
    number: u64,
    /// The next piece, sealed, as it was read ahead.
    next: Vec<u8>,
    piece: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<R: Read> Opening<R> {
    /// Opens the file that `from` gives.
    pub fn new(mut from: R, passphrase: &str) -> io::Result<Self> {
        let (mut magic, mut salt) = ([0; MAGIC.len()], [0; SALT]);
        from.read_exact(&mut magic).map_err(|_| foreign())?;
        if &magic != MAGIC {
            return Err(foreign());
        }
        from.read_exact(&mut salt).map_err(|_| foreign())?;
        let next = piece_of(&mut from)?;
        let key = key(passphrase, &salt);
        Ok(Self { from, key, number: 0, next, piece: Vec::new(), at: 0, ended: false })
    }

    fn open(&mut self) -> io::Result<()> {
        // Only the last is not followed by another.
        let after = match self.next.len() == PIECE + TAG {
            true => piece_of(&mut self.from)?,
            false => Vec::new(),
        };
        let last = after.is_empty();
        let mut piece = std::mem::replace(&mut self.next, after);
        let opened = self.key.open_in_place(nonce(self.number, last), Aad::empty(), &mut piece);
        let length = opened.map_err(|_| broken(self.number))?.len();
        piece.truncate(length);
        (self.piece, self.at, self.ended) = (piece, 0, last);
        self.number += 1;
        Ok(())
    }
}

impl<R: Read> Read for Opening<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() {
            if self.ended {
                return Ok(0);
            }
            self.open()?;
        }
        let some = &self.piece[self.at..];
        let length = some.len().min(into.len());
        into[..length].copy_from_slice(&some[..length]);
        self.at += length;
        Ok(length)
    }
}

/// The next sealed piece, whole or the last.
fn piece_of(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut piece = Vec::with_capacity(PIECE + TAG);
    from.by_ref().take((PIECE + TAG) as u64).read_to_end(&mut piece)?;
    Ok(piece)
}

fn key(passphrase: &str, salt: &[u8]) -> LessSafeKey {
    let mut key = [0; 32];
    derive(PBKDF2_HMAC_SHA256, ROUNDS, salt, passphrase.as_bytes(), &mut key);
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &key).expect("a key of 32 bytes"))
}

fn nonce(number: u64, last: bool) -> Nonce {
    let mut nonce = [0; 12];
    nonce[..8].copy_from_slice(&number.to_be_bytes());
    nonce[11] = last.into();
    Nonce::assume_unique_for_key(nonce)
}

fn foreign() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "is no backup of this platform")
}

fn broken(number: u64) -> io::Error {
    let why = match number {
        0 => "is sealed under another passphrase, or damaged",
        _ => "is damaged, or not whole",
    };
    io::Error::new(ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(plain: &[u8]) -> Vec<u8> {
        let mut sealing = Sealing::new(Vec::new(), "open sesame").unwrap();
        sealing.write_all(plain).unwrap();
        sealing.finish().unwrap()
    }

    fn opened(sealed: &[u8], passphrase: &str) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        Opening::new(sealed, passphrase)?.read_to_end(&mut plain)?;
        Ok(plain)
    }

    #[test]
    fn what_was_sealed_is_opened_whatever_its_size() {
        for size in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE] {
            let plain: Vec<u8> = (0..size).map(|at| u8::try_from(at % 251).unwrap()).collect();
            assert_eq!(opened(&sealed(&plain), "open sesame").unwrap(), plain, "{size}");
        }
    }

    #[test]
    fn another_passphrase_and_whatever_is_damaged_or_cut_off_is_noticed() {
        let whole = sealed(&vec![7; 2 * PIECE + 5]);
        assert!(opened(&whole, "open sesam").unwrap_err().to_string().contains("another passphrase"));
        let start = MAGIC.len() + SALT;
        for end in [0, start - 1, start, start + PIECE + TAG, start + 2 * (PIECE + TAG), whole.len() - 1] {
            assert!(opened(&whole[..end], "open sesame").is_err(), "{end}");
        }
        for at in [0, MAGIC.len(), start, start + PIECE + TAG, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            assert!(opened(&damaged, "open sesame").is_err(), "{at}");
        }
        let mut moved = whole.clone();
        moved[start..start + 2 * (PIECE + TAG)].rotate_left(PIECE + TAG);
        assert!(opened(&moved, "open sesame").is_err());
    }
}
