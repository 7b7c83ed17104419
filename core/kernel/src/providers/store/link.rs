//! Addresses that are signed and end by themselves.
use super::Key;
use crate::values::{secret::Secret, time::Time};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use std::fmt;

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To send a file of exactly this size, in bytes.
    Upload {
        /// The size.
        size: i64,
    },
    /// To fetch a file.
    Download,
}

/// A signed address.
#[derive(Clone, Debug)]
pub struct Link {
    /// The file.
    pub key: Key,
    /// What it is for.
    pub purpose: Purpose,
    /// The second in which it ends, since the first of January 1970.
    pub expires: i64,
    /// HMAC-SHA-256 over all of that (RFC 2104), in base64url.
    pub signature: String,
}

/// Why an address is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// It was not made here, or was changed.
    Forged,
    /// Its time is over.
    Expired,
}

impl Link {
    /// An address for `purpose` until `until`.
    pub fn new(key: &Key, purpose: Purpose, until: Time, secret: &Secret) -> Self {
        let mut link = Self {
            key: key.clone(),
            purpose,
            expires: until.millis().div_euclid(1000),
            signature: String::new(),
        };
        link.signature = BASE64_URL_SAFE_NO_PAD.encode(secret.sign(link.to_string().as_bytes()));
        link
    }

    /// As customers get it.
    pub fn url(&self, base: &str) -> String {
        let Self { key: Key { job, name }, expires, signature, .. } = self;
        let size = match &self.purpose {
            Purpose::Upload { size } => format!("size={size}&"),
            Purpose::Download => String::new(),
        };
        format!("{base}/files/{job}/{name}?{size}expires={expires}&signature={signature}")
    }

    /// Refuses what is not ours first: to nobody else is told when it ended.
    pub fn check(&self, secret: &Secret, now: Time) -> Result<(), Stale> {
        let given = BASE64_URL_SAFE_NO_PAD.decode(&self.signature).map_err(|_| Stale::Forged)?;
        match secret.signed(self.to_string().as_bytes(), &given) {
            true if now.millis() < self.expires.saturating_mul(1000) => Ok(()),
            true => Err(Stale::Expired),
            false => Err(Stale::Forged),
        }
    }
}

/// What is signed: a line each, none of which can hold a line's end.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key: Key { job, name }, expires, .. } = self;
        match &self.purpose {
            Purpose::Upload { size } => write!(f, "PUT\n{job}\n{name:?}\n{expires}\n{size}"),
            Purpose::Download => write!(f, "GET\n{job}\n{name:?}\n{expires}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn link(until: i64) -> (Link, Secret) {
        let secret = Secret::new(b"one");
        let key = Key { job: Uuid::from_u128(1), name: "a".to_owned() };
        let purpose = Purpose::Upload { size: 5 };
        (Link::new(&key, purpose, Time::of_millis(until), &secret), secret)
    }

    #[test]
    fn an_address_is_taken_until_it_ends() {
        let (link, secret) = link(60_000);
        assert_eq!(link.check(&secret, Time::of_millis(59_999)), Ok(()));
        assert_eq!(link.check(&secret, Time::of_millis(60_000)), Err(Stale::Expired));
        assert_eq!(link.check(&Secret::new(b"two"), Time::of_millis(0)), Err(Stale::Forged));
    }

    #[test]
    fn every_part_of_an_address_is_signed() {
        let (good, secret) = link(60_000);
        let key = |job, name: &str| Key { job: Uuid::from_u128(job), name: name.to_owned() };
        let changed = [
            Link { key: key(2, "a"), ..good.clone() },
            Link { key: key(1, "b"), ..good.clone() },
            Link { purpose: Purpose::Upload { size: 6 }, ..good.clone() },
            Link { purpose: Purpose::Download, ..good.clone() },
            Link { expires: 61, ..good.clone() },
            Link { signature: String::new(), ..good.clone() },
            Link { signature: good.signature[1..].to_owned(), ..good.clone() },
        ];
        for link in changed {
            assert_eq!(link.check(&secret, Time::of_millis(0)), Err(Stale::Forged), "{link:?}");
        }
    }
}
