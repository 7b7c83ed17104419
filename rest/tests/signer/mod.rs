//! Keys that sign access tokens, and tokens of any kind, right and wrong ones.
use aws_lc_rs::{
    rand::SystemRandom,
    rsa::KeySize,
    signature::{
        ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
        KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA256, RsaKeyPair,
    },
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};

/// A key of an issuer.
pub struct SigningKey {
    /// What the issuer calls it.
    pub id: String,
    /// What it signs by.
    pub algorithm: &'static str,
    pair: Pair,
}

enum Pair {
    Rsa(Box<RsaKeyPair>),
    Ec(EcdsaKeyPair),
    Ed(Ed25519KeyPair),
}

impl SigningKey {
    /// A new key.
    pub fn new(id: &str, algorithm: &'static str) -> Self {
        let pair = match algorithm {
            "RS256" | "PS256" => RsaKeyPair::generate(KeySize::Rsa2048).map(|key| Pair::Rsa(Box::new(key))),
            "ES256" => EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map(Pair::Ec),
            "ES384" => EcdsaKeyPair::generate(&ECDSA_P384_SHA384_FIXED_SIGNING).map(Pair::Ec),
            _ => Ed25519KeyPair::generate().map(Pair::Ed),
        };
        Self { id: id.to_owned(), algorithm, pair: pair.expect("a key") }
    }

    /// As the issuer publishes it.
    pub fn jwk(&self) -> Value {
        let mut jwk = match &self.pair {
            Pair::Rsa(key) => {
                let public = key.public_key();
                let (n, e) = (public.modulus(), public.exponent());
                let [n, e] = [n, e].map(|number| base64(number.big_endian_without_leading_zero()));
                json!({ "kty": "RSA", "n": n, "e": e })
            }
            Pair::Ec(key) => {
                let point = &key.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                let curve = if x.len() == 32 { "P-256" } else { "P-384" };
                json!({ "kty": "EC", "crv": curve, "x": base64(x), "y": base64(y) })
            }
            Pair::Ed(key) => {
                json!({ "kty": "OKP", "crv": "Ed25519", "x": base64(key.public_key().as_ref()) })
            }
        };
        (jwk["kid"], jwk["alg"], jwk["use"]) = (json!(self.id), json!(self.algorithm), json!("sig"));
        jwk
    }

    /// Its public half.
    pub fn public(&self) -> Vec<u8> {
        match &self.pair {
            Pair::Rsa(key) => key.public_key().as_ref().to_vec(),
            Pair::Ec(key) => key.public_key().as_ref().to_vec(),
            Pair::Ed(key) => key.public_key().as_ref().to_vec(),
        }
    }

    /// The header of its tokens.
    pub fn header(&self) -> Value {
        json!({ "alg": self.algorithm, "kid": self.id, "typ": "at+jwt" })
    }

    /// A token that says `claims`.
    pub fn token(&self, claims: &Value) -> String {
        self.sign(&self.header(), claims)
    }

    /// A token with any header.
    pub fn sign(&self, header: &Value, claims: &Value) -> String {
        let said = unsigned(header, claims);
        let (random, said_bytes) = (SystemRandom::new(), said.as_bytes());
        let signature = match &self.pair {
            Pair::Rsa(key) => {
                let encoding = if self.algorithm == "PS256" { &RSA_PSS_SHA256 } else { &RSA_PKCS1_SHA256 };
                let mut signature = vec![0; key.public_modulus_len()];
                key.sign(encoding, &random, said_bytes, &mut signature).expect("a signature");
                signature
            }
            Pair::Ec(key) => key.sign(&random, said_bytes).expect("a signature").as_ref().to_vec(),
            Pair::Ed(key) => key.sign(said_bytes).as_ref().to_vec(),
        };
        format!("{said}.{}", base64(signature))
    }
}

/// What is signed of a token.
pub fn unsigned(header: &Value, claims: &Value) -> String {
    [header, claims].map(|part| base64(part.to_string())).join(".")
}

/// Bytes as tokens write them.
pub fn base64(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
