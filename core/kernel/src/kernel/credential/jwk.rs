//! The keys of an issuer, and which algorithms each is for.
use jsonwebtoken::{
    Algorithm, DecodingKey,
    jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyOperations, PublicKeyUse},
};
use serde_json::Value;

/// Keys of an issuer that are read at most.
const MOST: usize = 100;

/// A key that signs access tokens.
pub struct Key {
    id: String,
    algorithms: Vec<Algorithm>,
    /// What verifies.
    pub decoding: DecodingKey,
}

/// The keys of an issuer.
#[derive(Default)]
pub struct KeySet(Vec<Key>);

impl KeySet {
    /// Those of a JWK Set that can be used; others are none of ours (RFC 7517 section 5).
    pub fn read(set: &Value) -> Self {
        let all = set["keys"].as_array().map(Vec::as_slice).unwrap_or_default();
        Self(all.iter().take(MOST).filter_map(Key::read).collect())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key that is called `id`, if it is for `algorithm`.
    pub fn find(&self, id: &str, algorithm: Algorithm) -> Option<&Key> {
        self.0.iter().find(|key| key.id == id && key.algorithms.contains(&algorithm))
    }
}

impl Key {
    fn read(jwk: &Value) -> Option<Self> {
        let jwk: Jwk = serde_json::from_value(jwk.clone()).ok()?;
        let signs = jwk.common.public_key_use.as_ref().is_none_or(|what| *what == PublicKeyUse::Signature);
        let verifies =
            jwk.common.key_operations.as_ref().is_none_or(|what| what.contains(&KeyOperations::Verify));
        let mut algorithms = algorithms(&jwk.algorithm).to_vec();
        if let Some(named) = jwk.common.key_algorithm {
            algorithms.retain(|algorithm| named == (*algorithm).into());
        }
        if !signs || !verifies || algorithms.is_empty() {
            return None;
        }
        let decoding = DecodingKey::from_jwk(&jwk).ok()?;
        Some(Self { id: jwk.common.key_id?, algorithms, decoding })
    }
}

/// What a key of this kind is for; nothing that is signed by a secret that we would share.
const fn algorithms(key: &AlgorithmParameters) -> &'static [Algorithm] {
    match key {
        AlgorithmParameters::RSA(_) => &[Algorithm::RS256, Algorithm::PS256],
        AlgorithmParameters::EllipticCurve(key) => match key.curve {
            EllipticCurve::P256 => &[Algorithm::ES256],
            EllipticCurve::P384 => &[Algorithm::ES384],
            _ => &[],
        },
        AlgorithmParameters::OctetKeyPair(key) => match key.curve {
            EllipticCurve::Ed25519 => &[Algorithm::EdDSA],
            _ => &[],
        },
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Whether a key like this signs by `algorithm`.
    fn signs(mut key: Value, other: &Value, algorithm: Algorithm) -> bool {
        key["kid"] = json!("one");
        key.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
        KeySet::read(&json!({ "keys": [{ "kty": "AKP" }, 7, key] })).find("one", algorithm).is_some()
    }

    fn rsa() -> Value {
        json!({ "kty": "RSA", "n": "AQAB", "e": "AQAB" })
    }

    fn curve(kind: &str, name: &str) -> Value {
        json!({ "kty": kind, "crv": name, "x": "AQAB", "y": "AQAB" })
    }

    #[test]
    fn a_key_is_for_the_algorithms_of_its_kind() {
        let kinds = [
            (rsa(), vec![Algorithm::RS256, Algorithm::PS256]),
            (curve("EC", "P-256"), vec![Algorithm::ES256]),
            (curve("EC", "P-384"), vec![Algorithm::ES384]),
            (curve("EC", "P-521"), vec![]),
            (curve("OKP", "Ed25519"), vec![Algorithm::EdDSA]),
            (curve("OKP", "Ed448"), vec![]),
            (json!({ "kty": "oct", "k": "AQAB" }), vec![]),
            (json!({ "kty": "oct", "k": "AQAB", "alg": "HS256" }), vec![]),
        ];
        let all = [
            "HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256",
            "ES384", "EdDSA",
        ];
        for (kind, right) in kinds {
            for algorithm in all.map(|name| name.parse().unwrap()) {
                assert_eq!(
                    signs(kind.clone(), &json!({}), algorithm),
                    right.contains(&algorithm),
                    "{kind} {algorithm:?}"
                );
            }
        }
    }

    #[test]
    fn a_key_is_for_what_its_issuer_says() {
        assert!(signs(rsa(), &json!({ "alg": "PS256" }), Algorithm::PS256));
        assert!(!signs(rsa(), &json!({ "alg": "PS256" }), Algorithm::RS256));
        assert!(!signs(rsa(), &json!({ "alg": "RS384" }), Algorithm::RS256));
        assert!(!signs(rsa(), &json!({ "alg": "something new" }), Algorithm::RS256));
        assert!(signs(rsa(), &json!({ "use": "sig", "key_ops": ["verify"] }), Algorithm::RS256));
        assert!(!signs(rsa(), &json!({ "use": "enc" }), Algorithm::RS256));
        assert!(!signs(rsa(), &json!({ "key_ops": ["wrapKey"] }), Algorithm::RS256));
    }

    #[test]
    fn keys_without_a_name_and_sets_without_keys_are_none() {
        for set in [json!({ "keys": [rsa()] }), json!({ "keys": 7 }), json!({}), json!([]), json!("keys")] {
            assert!(KeySet::read(&set).is_empty(), "{set}");
        }
    }
}
