//! The keys of a domain, kept sealed: as they are made, published, and told to mail servers.
use super::{
    Purpose,
    key::{self, ALGORITHMS, Algorithm, Stand},
    merge::Key,
    row,
};
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der, PublicKeyX509Der},
    error::Unspecified,
    rsa::{KeyPair, KeySize},
    signature::{Ed25519KeyPair, KeyPair as _},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hosting_kernel::{
    kernel::platform::{NewRsaKey, Platform},
    providers::mail::{MailDomain, Profile, SigningKey},
    refusals::error::{Error, Result},
    values::{secret::Secret, time::Time},
};

/// A new pair: what a zone says of it, and its private half (PKCS #8, RFC 5958).
pub(super) struct Pair {
    pub published: String,
    pub private: Vec<u8>,
}

impl Algorithm {
    /// What the next key of this algorithm is called.
    pub fn selector(self, profile: &Profile) -> &str {
        match self {
            Self::Rsa => &profile.rsa_selector,
            Self::Ed25519 => &profile.ed25519_selector,
        }
    }

    /// An RSA key of 2048 bits (RFC 6376, RFC 8301), which takes a while, or an Ed25519 key (RFC 8463).
    fn make(self, new_rsa_key: NewRsaKey) -> Result<Pair> {
        match self {
            Self::Rsa => {
                let private = new_rsa_key()?;
                Ok(Pair { published: public_rsa(&private).map_err(unmade)?, private })
            }
            Self::Ed25519 => ed25519().map_err(unmade),
        }
    }
}

/// A new key, its private half sealed.
pub(super) async fn make(platform: &Platform, algorithm: Algorithm) -> Result<Pair> {
    let new_rsa_key = platform.new_rsa_key();
    let made = tokio::task::spawn_blocking(move || algorithm.make(new_rsa_key)).await;
    let made = made.map_err(|cause| Error::Internal(cause.to_string()))??;
    Ok(Pair { private: platform.secret().seal(&made.private), ..made })
}

/// The private half of a new RSA key of 2048 bits (PKCS #8, RFC 5958); takes a while.
///
/// # Errors
/// [`Error::Internal`] where the system gives no random numbers.
pub fn new_rsa_key() -> Result<Vec<u8>> {
    let der = |pair: KeyPair| -> Result<Pkcs8V1Der<'static>, Unspecified> { pair.as_der() };
    let made = KeyPair::generate(KeySize::Rsa2048).and_then(der).map_err(unmade)?;
    Ok(made.as_ref().to_vec())
}

fn unmade(_: Unspecified) -> Error {
    Error::Internal("no key could be made".to_owned())
}

fn public_rsa(private: &[u8]) -> Result<String, Unspecified> {
    let pair = KeyPair::from_pkcs8(private).map_err(|_| Unspecified)?;
    let public: PublicKeyX509Der<'_> = pair.public_key().as_der()?;
    Ok(text("rsa", public.as_ref()))
}

fn ed25519() -> Result<Pair, Unspecified> {
    let pair = Ed25519KeyPair::generate()?;
    let private = pair.to_pkcs8v1()?;
    let published = text("ed25519", pair.public_key().as_ref());
    Ok(Pair { published, private: private.as_ref().to_vec() })
}

/// What a zone says of a key (RFC 6376 section 3.6.1).
fn text(kind: &str, public: &[u8]) -> String {
    format!("v=DKIM1; k={kind}; p={}", STANDARD.encode(public))
}

impl row::Model {
    /// The selector of the key of an algorithm that signs, or is to. Of one that an earlier release made, what was told
    /// of the zone says it; its operator may have changed the selectors since.
    pub(super) fn selector(&self, algorithm: Algorithm, profile: &Profile) -> String {
        let (noted, published) = match algorithm {
            Algorithm::Rsa => (&self.rsa_selector, &self.rsa_key),
            Algorithm::Ed25519 => (&self.ed25519_selector, &self.ed25519_key),
        };
        let told = || self.told_under(published.as_deref()?);
        noted.clone().or_else(told).unwrap_or_else(|| algorithm.selector(profile).to_owned())
    }

    /// The selector under which a key is among the records that were told.
    fn told_under(&self, published: &str) -> Option<String> {
        let mut records = self.dns_records.0.iter();
        let record = records.find(|one| one.purpose == Purpose::Dkim && one.content == published)?;
        Some(record.name.strip_suffix(&self.domain_name)?.strip_suffix("._domainkey.")?.to_owned())
    }

    /// The selectors of the keys that sign; none before they are made.
    pub(super) fn selectors(&self, profile: &Profile) -> Vec<String> {
        match self.has_keys() {
            true => ALGORITHMS.map(|algorithm| self.selector(algorithm, profile)).to_vec(),
            false => Vec::new(),
        }
    }

    /// The keys as a zone publishes them, those that sign and `others`; none before they are made.
    pub(super) fn published(&self, profile: &Profile, others: &[key::Model]) -> Vec<Key> {
        let signs = [(Algorithm::Rsa, &self.rsa_key), (Algorithm::Ed25519, &self.ed25519_key)];
        let signs = signs.into_iter().filter_map(|(algorithm, text)| {
            Some(Key { selector: self.selector(algorithm, profile), text: text.clone()? })
        });
        let others =
            others.iter().map(|key| Key { selector: key.selector.clone(), text: key.published.clone() });
        signs.chain(others).collect()
    }

    /// The domain as mail servers are told of it, with `others` of its keys.
    pub(super) fn mail_domain(
        &self,
        profile: &Profile,
        secret: &Secret,
        others: &[key::Model],
    ) -> Result<MailDomain> {
        Ok(MailDomain {
            name: self.domain_name.clone(),
            service: self.service_id,
            mailbox_limit: self.mailbox_limit,
            storage_bytes_per_mailbox: self.storage_bytes_per_mailbox,
            keys: self.opened(profile, secret, others)?,
        })
    }

    /// Whether both keys were made: of mail that was taken before the platform came, they are not until it is set up.
    pub(super) const fn has_keys(&self) -> bool {
        self.rsa_private.is_some() && self.ed25519_private.is_some()
    }

    /// The keys as mail servers know them; none before they are made.
    fn opened(&self, profile: &Profile, secret: &Secret, others: &[key::Model]) -> Result<Vec<SigningKey>> {
        let key = |selector: String, sealed: &[u8], signs: bool| -> Result<SigningKey> {
            let private = secret.open(sealed).map_err(|cause| Error::Internal(cause.to_string()))?;
            Ok(SigningKey { selector, private, signs })
        };
        let mut keys = Vec::new();
        if let (Some(rsa), Some(ed25519)) = (&self.rsa_private, &self.ed25519_private) {
            keys.push(key(self.selector(Algorithm::Rsa, profile), rsa, true)?);
            keys.push(key(self.selector(Algorithm::Ed25519, profile), ed25519, true)?);
        }
        for other in others {
            keys.push(key(other.selector.clone(), &other.private, false)?);
        }
        Ok(keys)
    }

    /// The key of an algorithm that signs, as one whose place another takes; nothing before it is made.
    pub(super) fn replaced(
        &self,
        algorithm: Algorithm,
        profile: &Profile,
        due_at: Time,
    ) -> Option<key::Model> {
        let (published, private) = match algorithm {
            Algorithm::Rsa => (&self.rsa_key, &self.rsa_private),
            Algorithm::Ed25519 => (&self.ed25519_key, &self.ed25519_private),
        };
        let (published, private) = published.clone().zip(private.clone())?;
        let (service_id, selector) = (self.service_id, self.selector(algorithm, profile));
        Some(key::Model {
            service_id,
            selector,
            algorithm,
            published,
            private,
            stand: Stand::Replaced,
            due_at,
        })
    }

    /// The same, signed with `key`, in place of the one of its algorithm.
    pub(super) fn signed_with(self, key: key::Model) -> Self {
        let (selector, published, private) = (Some(key.selector), Some(key.published), Some(key.private));
        match key.algorithm {
            Algorithm::Rsa => {
                Self { rsa_selector: selector, rsa_key: published, rsa_private: private, ..self }
            }
            Algorithm::Ed25519 => {
                Self { ed25519_selector: selector, ed25519_key: published, ed25519_private: private, ..self }
            }
        }
    }

    /// The same without any key.
    pub(super) fn without_keys(self) -> Self {
        Self {
            rsa_selector: None,
            rsa_key: None,
            rsa_private: None,
            ed25519_selector: None,
            ed25519_key: None,
            ed25519_private: None,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_lc_rs::{
        rand::SystemRandom,
        signature::{ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, UnparsedPublicKey},
    };

    fn public(pair: &Pair, kind: &str) -> Vec<u8> {
        let start = format!("v=DKIM1; k={kind}; p=");
        STANDARD.decode(pair.published.strip_prefix(&start).unwrap()).unwrap()
    }

    #[test]
    fn what_the_private_halves_sign_the_zone_lets_anyone_verify() {
        let [rsa, ed25519] = ALGORITHMS.map(|one| one.make(new_rsa_key).unwrap());
        let signer = RsaKeyPair::from_pkcs8(&rsa.private).unwrap();
        let mut signature = vec![0; signer.public_modulus_len()];
        signer.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), b"mail", &mut signature).unwrap();
        assert_eq!(signature.len(), 256, "2048 bits");
        let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public(&rsa, "rsa"));
        key.verify(b"mail", &signature).unwrap();
        assert!(key.verify(b"other mail", &signature).is_err());

        let signer = Ed25519KeyPair::from_pkcs8(&ed25519.private).unwrap();
        let bare = public(&ed25519, "ed25519");
        assert_eq!(bare.len(), 32, "the key alone (RFC 8463 section 4)");
        UnparsedPublicKey::new(&ED25519, bare).verify(b"mail", signer.sign(b"mail").as_ref()).unwrap();
    }

    #[test]
    fn no_two_are_alike() {
        for algorithm in ALGORITHMS {
            let [one, other] = [(); 2].map(|()| algorithm.make(new_rsa_key).unwrap());
            assert_ne!(one.published, other.published);
        }
    }
}
