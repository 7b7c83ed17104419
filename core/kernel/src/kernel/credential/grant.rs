//! What an access token of an issuer says (RFC 9068 section 2.2).
use crate::{refusals::scope::Scope, values::time::Time};
use serde::{Deserialize, Serialize};

/// Seconds that the clocks of an issuer and ours may differ.
const LEEWAY: i64 = 60;
/// The last second of the year 9999: no token needs more.
const LATEST: i64 = 253_402_300_799;

/// What an access token grants: it narrows what the link of its subject allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Who issued it.
    pub issuer: String,
    /// Whom it is about.
    pub subject: String,
    /// The program that it was issued to.
    pub client: Option<String>,
    /// What it allows, as far as we know it.
    pub scopes: Vec<Scope>,
    /// When it ends.
    pub expires_at: Time,
}

/// The claims of an access token that matter to us.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    iss: String,
    sub: String,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    scope: Option<String>,
    client_id: Option<String>,
    /// What Keycloak calls the client.
    azp: Option<String>,
    /// The key that its holder has to prove to have (RFC 7800).
    cnf: Option<serde_json::Value>,
}

impl Claims {
    /// What they grant at `now`; why they grant nothing. What is over is granted, and is over.
    pub fn grant(self, now: Time) -> Result<Grant, &'static str> {
        let soon = now.millis() / 1000 + LEEWAY;
        if self.cnf.is_some() {
            return Err("its holder has to prove a key, which is not done here");
        }
        if self.nbf.is_some_and(|begin| begin > soon) {
            return Err("it is not valid yet");
        }
        if self.iat > soon {
            return Err("it was issued in the future");
        }
        let end = self.exp.clamp(0, LATEST - LEEWAY) + LEEWAY;
        let client = self.client_id.or(self.azp).map(|name| shown(&name)).filter(|name| !name.is_empty());
        Ok(Grant {
            issuer: self.iss,
            subject: self.sub,
            client,
            scopes: self.scope.unwrap_or_default().split(' ').filter_map(|word| word.parse().ok()).collect(),
            expires_at: Time::of_millis(end * 1000),
        })
    }
}

/// A name as usage entries show it.
fn shown(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const NOW: i64 = 1_800_000_000;

    fn grant(other: &Value) -> Result<Grant, &'static str> {
        let mut claims = json!({ "iss": "i", "sub": "s", "exp": NOW + 300, "iat": NOW });
        claims.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
        serde_json::from_value::<Claims>(claims).unwrap().grant(Time::of_millis(NOW * 1000))
    }

    #[test]
    fn scopes_are_those_that_are_ours_as_they_are_written() {
        let scopes = |text: &str| grant(&json!({ "scope": text })).unwrap().scopes;
        assert_eq!(scopes("openid domains:read  email:read"), [Scope::DomainsRead, Scope::EmailRead]);
        for nothing in ["", " ", "domains", "Domains:Read", "domains:read,email:read", "domains:*"] {
            assert_eq!(scopes(nothing), [], "{nothing}");
        }
        assert_eq!(grant(&json!({})).unwrap().scopes, []);
    }

    #[test]
    fn clocks_may_differ_by_a_minute() {
        for claim in ["nbf", "iat"] {
            assert!(grant(&json!({ claim: NOW + 60 })).is_ok(), "{claim}");
            assert!(grant(&json!({ claim: NOW + 61 })).is_err(), "{claim}");
            assert!(grant(&json!({ claim: i64::MAX })).is_err(), "{claim}");
        }
        let end = |exp: i64| grant(&json!({ "exp": exp })).unwrap().expires_at.millis() / 1000;
        assert_eq!(end(NOW), NOW + 60);
        assert_eq!(end(i64::MAX), LATEST);
        assert_eq!(end(i64::MIN), 60);
    }

    #[test]
    fn a_client_is_shown_by_a_short_name() {
        let client = |claims: Value| grant(&claims).unwrap().client;
        assert_eq!(client(json!({ "client_id": "web", "azp": "other" })).as_deref(), Some("web"));
        assert_eq!(client(json!({ "azp": "web\n2031 ERROR" })).as_deref(), Some("web2031 ERROR"));
        assert_eq!(client(json!({ "client_id": "é".repeat(300) })), Some("é".repeat(100)));
        assert_eq!(client(json!({ "client_id": "" })), None);
        assert_eq!(client(json!({})), None);
    }

    #[test]
    fn a_token_that_needs_a_proof_grants_nothing() {
        assert!(grant(&json!({ "cnf": { "jkt": "x" } })).is_err());
    }
}
