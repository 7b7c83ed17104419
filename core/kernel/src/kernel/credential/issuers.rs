//! Access tokens of other issuers: JWTs as RFC 9068 profiles them.
use super::{
    grant::{Claims, Grant},
    keyring::Keyring,
    recent::Recent,
};
use crate::{
    providers::issuer::Issuer,
    refusals::error::{Error, Result},
    values::time::Time,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use futures_util::future::join_all;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use std::sync::Arc;

/// Bytes of a token at most.
const LONGEST: usize = 8 << 10;
/// A token is verified once in this time.
const FRESH: TimeDelta = TimeDelta::minutes(1);

/// The issuers whose access tokens are taken.
pub struct Issuers {
    /// What a token has to be for (`aud`).
    audience: String,
    keyrings: Vec<Arc<Keyring>>,
    verified: Recent<Grant>,
}

impl Default for Issuers {
    fn default() -> Self {
        Self::new(Vec::new(), String::new())
    }
}

impl Issuers {
    /// Takes the tokens of `issuers` that are for `audience`.
    pub fn new(issuers: Vec<Arc<dyn Issuer>>, audience: String) -> Self {
        let keyrings = issuers.into_iter().map(|issuer| Arc::new(Keyring::new(issuer))).collect();
        Self { audience, keyrings, verified: Recent::new(FRESH) }
    }

    /// The identifiers of the issuers.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.keyrings.iter().map(|keyring| keyring.id())
    }

    /// Whether `token` could be one of theirs: known without a look at it.
    pub(crate) fn recognise(&self, token: &str) -> bool {
        !self.keyrings.is_empty() && token.len() <= LONGEST && token.split('.').count() == 3
    }

    /// What `token` grants, which hashes to `hash`.
    pub async fn grant(&self, token: &str, hash: [u8; 32], now: Time) -> Result<Arc<Grant>> {
        if let Some(grant) = self.verified.get(&hash, now) {
            return Ok(grant);
        }
        let refused = |why: &'static str| {
            tracing::debug!(why, "an access token is refused");
            Error::InvalidToken
        };
        let (header, issuer) = Self::named(token).map_err(refused)?;
        let keyring = self.keyrings.iter().find(|keyring| keyring.id() == issuer);
        let keyring = keyring.ok_or_else(|| refused("its issuer is none of ours"))?;
        let key = keyring.key(&header.kid, header.alg, now).await?;
        let key = key.ok_or_else(|| refused("its issuer publishes no such key for this algorithm"))?;
        let claims = self.verified_claims(token, &header, &key, keyring.id()).map_err(refused)?;
        let grant = Arc::new(claims.grant(now).map_err(refused)?);
        self.verified.keep(hash, now, Arc::clone(&grant));
        Ok(grant)
    }

    /// Asks the issuers for their keys again, where that is due.
    pub(crate) async fn refresh(&self, now: Time) {
        join_all(self.keyrings.iter().map(|keyring| keyring.refresh(now))).await;
    }

    /// What a token says of itself, before anything of it is believed.
    fn named(token: &str) -> Result<(Header, String), &'static str> {
        let mut parts = token.split('.');
        let header: Header = parts.next().and_then(part).ok_or("its header is none that we take")?;
        let issuer = parts.next().and_then(part::<Named>).ok_or("it names no issuer")?.iss;
        let kind = header.typ.to_ascii_lowercase();
        if kind.strip_prefix("application/").unwrap_or(&kind) != "at+jwt" {
            return Err("it is no access token (RFC 9068 section 2.1)");
        }
        if header.crit.is_some() {
            return Err("it needs an extension that is not known here (RFC 7515 section 4.1.11)");
        }
        Ok((header, issuer))
    }

    /// The claims of a token that `key` signed for us.
    fn verified_claims(
        &self,
        token: &str,
        header: &Header,
        key: &DecodingKey,
        issuer: &str,
    ) -> Result<Claims, &'static str> {
        let mut rules = Validation::new(header.alg);
        rules.set_issuer(&[issuer]);
        rules.set_audience(&[&self.audience]);
        rules.set_required_spec_claims(&["iss", "sub", "aud", "exp"]);
        // By the platform's clock, see `Claims::grant`.
        (rules.validate_exp, rules.validate_nbf) = (false, false);
        let verified = jsonwebtoken::decode::<Claims>(token, key, &rules);
        Ok(verified.map_err(|_| "its signature, its audience or another claim is wrong")?.claims)
    }
}

/// The header of a token (RFC 7515 section 4.1); what else it holds is not looked at.
#[derive(Deserialize)]
struct Header {
    alg: Algorithm,
    typ: String,
    kid: String,
    crit: Option<Value>,
}

/// The claim by which the key of a token is found.
#[derive(Deserialize)]
struct Named {
    iss: String,
}

fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}
