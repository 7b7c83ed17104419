//! The keys that mail of a domain is signed with: made once, and kept sealed.
use super::{merge::Key, row};
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der, PublicKeyX509Der},
    error::Unspecified,
    rsa::{KeyPair, KeySize},
    signature::{Ed25519KeyPair, KeyPair as _},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hosting_kernel::{
    kernel::platform::NewRsaKey,
    providers::mail::{MailDomain, Profile, SigningKey},
    refusals::error::{Error, Result},
    values::secret::Secret,
};

/// A new pair: what a zone says of it, and its private half (PKCS #8, RFC 5958).
pub(super) struct Pair {
    pub public: String,
    pub private: Vec<u8>,
}

/// An RSA key of 2048 bits (RFC 6376, RFC 8301), and an Ed25519 key (RFC 8463); takes a while.
pub(super) fn make(new_rsa_key: NewRsaKey) -> Result<(Pair, Pair)> {
    let rsa = new_rsa_key()?;
    let public = public_rsa(&rsa).map_err(unmade)?;
    Ok((Pair { public, private: rsa }, ed25519().map_err(unmade)?))
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
    Ok(Pair { public: text("ed25519", pair.public_key().as_ref()), private: private.as_ref().to_vec() })
}

/// What a zone says of a key (RFC 6376 section 3.6.1).
fn text(kind: &str, public: &[u8]) -> String {
    format!("v=DKIM1; k={kind}; p={}", STANDARD.encode(public))
}

impl row::Model {
    /// The keys as a zone publishes them; none before they are made.
    pub(super) fn published(&self, profile: &Profile) -> Vec<Key> {
        let key = |selector: &String, text: &Option<String>| {
            Some(Key { selector: selector.clone(), text: text.clone()? })
        };
        let rsa = key(&profile.rsa_selector, &self.rsa_key);
        [rsa, key(&profile.ed25519_selector, &self.ed25519_key)].into_iter().flatten().collect()
    }

    /// The domain as mail servers are told of it.
    pub(super) fn mail_domain(&self, profile: &Profile, secret: &Secret) -> Result<MailDomain> {
        Ok(MailDomain {
            name: self.domain_name.clone(),
            service: self.service_id,
            mailbox_limit: self.mailbox_limit,
            storage_bytes_per_mailbox: self.storage_bytes_per_mailbox,
            keys: self.opened(profile, secret)?,
        })
    }

    /// Whether both keys were made: of mail that was taken before the platform came, they are not until it is set up.
    pub(super) const fn has_keys(&self) -> bool {
        self.rsa_private.is_some() && self.ed25519_private.is_some()
    }

    /// The keys as mail servers sign with them; none before they are made.
    fn opened(&self, profile: &Profile, secret: &Secret) -> Result<Vec<SigningKey>> {
        if !self.has_keys() {
            return Ok(Vec::new());
        }
        let key = |selector: &String, sealed: &Option<Vec<u8>>| -> Result<SigningKey> {
            let private = secret.open(sealed.as_deref().unwrap_or_default());
            let private = private.map_err(|cause| Error::Internal(cause.to_string()))?;
            Ok(SigningKey { selector: selector.clone(), private })
        };
        let rsa = key(&profile.rsa_selector, &self.rsa_private)?;
        Ok(vec![rsa, key(&profile.ed25519_selector, &self.ed25519_private)?])
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
        STANDARD.decode(pair.public.strip_prefix(&start).unwrap()).unwrap()
    }

    #[test]
    fn what_the_private_halves_sign_the_zone_lets_anyone_verify() {
        let (rsa, ed25519) = make(new_rsa_key).unwrap();
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
        let (one, other) = (make(new_rsa_key).unwrap(), make(new_rsa_key).unwrap());
        assert_ne!(one.0.public, other.0.public);
        assert_ne!(one.1.public, other.1.public);
    }
}
