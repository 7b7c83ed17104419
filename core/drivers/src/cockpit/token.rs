//! Tokens that the helper beside Cockpit takes: once, for a minute.
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use hosting_kernel::values::{
    clock::{Clock, SystemClock},
    secret::random,
};
use serde_json::json;

/// How long a token is taken: it is used at once.
const LIFE: TimeDelta = TimeDelta::minutes(1);

/// What tokens are signed with (HMAC-SHA-256, RFC 2104).
pub(super) struct Key(hmac::Key);

/// What a token is for.
pub(super) enum Purpose<'a> {
    /// A browser is let in as the user of a site.
    Site(&'a str),
    /// The platform is, to have the helper do something.
    Operator,
}

impl Key {
    pub(super) fn new(password: &str) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, password.as_bytes()))
    }

    /// A token: what it is for, as JSON, and the signature of that, each in base64 (RFC 4648 section 5).
    pub(super) fn token(&self, purpose: &Purpose<'_>) -> String {
        let id: String = random::<16>().iter().map(|byte| format!("{byte:02x}")).collect();
        let until = SystemClock.now().plus(LIFE).millis() / 1000;
        let site = match purpose {
            Purpose::Site(site) => Some(*site),
            Purpose::Operator => None,
        };
        let said =
            BASE64_URL_SAFE_NO_PAD.encode(json!({ "site": site, "until": until, "id": id }).to_string());
        let signature = hmac::sign(&self.0, said.as_bytes());
        format!("{said}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }
}
