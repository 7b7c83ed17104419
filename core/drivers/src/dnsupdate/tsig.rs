//! Signatures by a secret that both sides know (TSIG, RFC 8945).
//!
//! The library's own verifier wants a signature on every message of a transfer, and another build of the library; what
//! is signed is put together here.
use crate::{
    message::{Answer, LENGTH_MAX},
    records::name,
};
use aws_lc_rs::hmac;
use hickory_proto::{
    rr::{
        Name, RData, RecordType,
        rdata::{
            TSIG,
            tsig::{TsigAlgorithm, TsigError},
        },
    },
    serialize::binary::{BinDecoder, BinEncodable, BinEncoder, Restrict},
};

/// How far the clocks of both sides may differ, in seconds (RFC 8945 section 10).
const FUDGE: u16 = 300;
/// How many messages of a transfer may follow each other without a signature (RFC 8945 section 5.3.1).
const UNSIGNED_MAX: usize = 99;
/// Where a message says how many additional records it has (RFC 1035 section 4.1.1).
const ADDITIONALS: std::ops::Range<usize> = 10..12;

/// What the signatures are made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Sha256,
    Sha384,
    Sha512,
}

impl Algorithm {
    /// The algorithm that is called `text`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().trim_end_matches('.') {
            "hmac-sha256" => Ok(Self::Sha256),
            "hmac-sha384" => Ok(Self::Sha384),
            "hmac-sha512" => Ok(Self::Sha512),
            _ => Err("it is hmac-sha256, hmac-sha384 or hmac-sha512".to_owned()),
        }
    }

    fn code(self) -> hmac::Algorithm {
        match self {
            Self::Sha256 => hmac::HMAC_SHA256,
            Self::Sha384 => hmac::HMAC_SHA384,
            Self::Sha512 => hmac::HMAC_SHA512,
        }
    }

    fn named(self) -> TsigAlgorithm {
        match self {
            Self::Sha256 => TsigAlgorithm::HmacSha256,
            Self::Sha384 => TsigAlgorithm::HmacSha384,
            Self::Sha512 => TsigAlgorithm::HmacSha512,
        }
    }
}

/// A key.
pub(super) struct Key {
    name: Name,
    algorithm: Algorithm,
    secret: hmac::Key,
}

/// Why an answer is not trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distrust {
    /// The server did not take our signature, and says why.
    Said(TsigError),
    /// There is no signature where one has to be.
    Unsigned,
    /// The signature is not of this key, or not of this message.
    Forged,
    /// It was signed too long ago, or not yet.
    Time,
}

impl Key {
    pub(super) fn new(name: Name, algorithm: Algorithm, secret: &[u8]) -> Self {
        Self { name, algorithm, secret: hmac::Key::new(algorithm.code(), secret) }
    }

    /// `message`, signed at `now` (seconds since 1970), and what its answers are verified by; nothing where it would
    /// be longer than a message can be.
    pub(super) fn sign(&self, mut message: Vec<u8>, now: u64) -> Option<(Vec<u8>, Chain<'_>)> {
        let id = u16::from_be_bytes(message.get(..2)?.try_into().ok()?);
        let stub = TSIG::new(self.algorithm.named(), now, FUDGE, vec![], id, None, vec![]);
        let mut signed = message.clone();
        signed.extend(self.variables(&stub)?);
        let mac = hmac::sign(&self.secret, &signed).as_ref().to_vec();
        let data = stub.set_mac(mac.clone()).to_bytes().ok()?;
        name::put(&mut message, &self.name);
        // Its type, the class ANY, no time to live (RFC 8945 section 4.2).
        message.extend([0, 250, 0, 255, 0, 0, 0, 0]);
        message.extend(u16::try_from(data.len()).ok()?.to_be_bytes());
        message.extend(data);
        additionals(&mut message, |count| count.checked_add(1))?;
        let chain = Chain { key: self, mac, unsigned: vec![], count: 0, first: true };
        (message.len() <= LENGTH_MAX).then_some((message, chain))
    }

    /// What is signed beside a message (RFC 8945 section 4.3.3).
    fn variables(&self, tsig: &TSIG) -> Option<Vec<u8>> {
        let mut variables = vec![];
        tsig.emit_tsig_for_mac(&mut BinEncoder::new(&mut variables), &self.name).ok()?;
        Some(variables)
    }
}

/// Changes how many additional records `message` says that it has.
fn additionals(message: &mut [u8], change: impl FnOnce(u16) -> Option<u16>) -> Option<()> {
    let count = message.get_mut(ADDITIONALS)?;
    let changed = change(u16::from_be_bytes([count[0], count[1]]))?;
    count.copy_from_slice(&changed.to_be_bytes());
    Some(())
}

/// The answers to one question: each signature covers the one before, the question's first (RFC 8945 section 5.3).
pub(super) struct Chain<'a> {
    key: &'a Key,
    mac: Vec<u8>,
    unsigned: Vec<u8>,
    count: usize,
    first: bool,
}

impl Chain<'_> {
    /// Verifies `answer`, which was received as `octets` at `now`. From the second on it may have no signature, and is
    /// verified by that of a later one: see [`Self::ends`].
    pub(super) fn verify(&mut self, octets: &[u8], answer: &Answer, now: u64) -> Result<(), Distrust> {
        let last = answer.additionals.last().filter(|last| last.kind == RecordType::TSIG);
        let Some(last) = last else {
            self.unsigned.extend(octets);
            self.count += 1;
            return match self.first || self.count > UNSIGNED_MAX {
                true => Err(Distrust::Unsigned),
                false => Ok(()),
            };
        };
        let length = u16::try_from(last.data.len()).map_err(|_| Distrust::Forged)?;
        let read = RData::read(&mut BinDecoder::new(&last.data), last.kind, Restrict::new(length));
        let Ok(RData::TSIG(tsig)) = read else { return Err(Distrust::Forged) };
        if let Some(said) = tsig.error {
            return Err(Distrust::Said(said));
        }
        let ours = self.key.algorithm.named().to_name();
        if last.name != self.key.name || tsig.algorithm.to_name() != ours {
            return Err(Distrust::Forged);
        }
        let signed = self.signed(octets, answer.last, &tsig).ok_or(Distrust::Forged)?;
        hmac::verify(&self.key.secret, &signed, &tsig.mac).map_err(|_| Distrust::Forged)?;
        if now.abs_diff(tsig.time) > u64::from(tsig.fudge) {
            return Err(Distrust::Time);
        }
        self.mac = tsig.mac;
        self.unsigned.clear();
        (self.count, self.first) = (0, false);
        Ok(())
    }

    /// Whether an answer may be the last: all of them are verified.
    pub(super) fn ends(&self) -> Result<(), Distrust> {
        match self.unsigned.is_empty() && !self.first {
            true => Ok(()),
            false => Err(Distrust::Unsigned),
        }
    }

    /// What is signed of an answer whose signature begins at `end`.
    fn signed(&self, octets: &[u8], end: usize, tsig: &TSIG) -> Option<Vec<u8>> {
        let mut message = octets.get(..end)?.to_vec();
        message.get_mut(..2)?.copy_from_slice(&tsig.oid.to_be_bytes());
        additionals(&mut message, |count| count.checked_sub(1))?;
        let mut signed = u16::try_from(self.mac.len()).ok()?.to_be_bytes().to_vec();
        signed.extend(&self.mac);
        signed.extend(&self.unsigned);
        signed.extend(message);
        match self.first {
            true => signed.extend(self.key.variables(tsig)?),
            false => {
                signed.extend(&tsig.time.to_be_bytes()[2..]);
                signed.extend(tsig.fudge.to_be_bytes());
            }
        }
        Some(signed)
    }
}

#[cfg(test)]
mod tests;
