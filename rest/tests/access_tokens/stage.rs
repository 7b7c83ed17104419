//! A platform that takes the access tokens of an issuer, and a clock that can be moved.
use crate::{
    signer::SigningKey,
    support::{Answer, Server},
    web::Web,
};
use chrono::TimeDelta;
use hosting_core::{
    Scope, Time,
    clock::{Clock, SystemClock},
    credential::{CredentialKind, Issuers, Linked, NewCredential, Subject, link},
};
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// The audience of the tokens.
pub const AUDIENCE: &str = "http://127.0.0.1:8080";

/// The machine's clock, put forward.
#[derive(Default)]
pub struct Ahead(AtomicI64);

impl Clock for Ahead {
    fn now(&self) -> Time {
        SystemClock.now().plus(TimeDelta::seconds(self.0.load(Ordering::SeqCst)))
    }
}

/// A platform whose account "Ama" is linked to the subject `ama` of an issuer.
pub struct Stage {
    pub web: Web,
    pub server: Server,
    clock: Arc<Ahead>,
}

impl Stage {
    /// One whose issuer publishes `keys`.
    pub async fn new(keys: &[&SigningKey]) -> Self {
        let web = Web::start(keys).await;
        let clock = Arc::new(Ahead::default());
        let issuers = Issuers::new(vec![web.driver()], AUDIENCE.to_owned());
        let server = Server::trusting(issuers, clock.clone()).await;
        let stage = Self { web, server, clock };
        stage.link("ama").await;
        stage
    }

    /// Links one more subject to the account.
    pub async fn link(&self, subject: &str) {
        let new = NewCredential {
            account: self.server.account,
            kind: CredentialKind::Oauth,
            name: "a link".to_owned(),
            scopes: Scope::ALL.to_vec(),
            networks: Vec::new(),
            requests_per_minute: 100_000,
            expires_in: None,
        };
        let (platform, secret) = (&self.server.platform, &self.server.secret);
        let subject = Subject { issuer: self.web.id.clone(), name: subject.to_owned() };
        let made = link(platform.database(), platform.clock(), secret, subject, new).await;
        assert!(matches!(made, Ok(Linked::Made(_))), "{made:?}");
    }

    /// Lets seconds pass.
    pub fn pass(&self, seconds: i64) {
        self.clock.0.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Seconds since 1970.
    pub fn now(&self) -> i64 {
        self.clock.now().millis() / 1000
    }

    /// What a right token says, but for what `other` says otherwise; null takes a claim away.
    pub fn claims(&self, other: &Value) -> Value {
        let mut claims = json!({
            "iss": self.web.id,
            "sub": "ama",
            "aud": AUDIENCE,
            "exp": self.now() + 600,
            "iat": self.now(),
            "jti": "0001",
            "client_id": "assistant",
            "scope": "openid account:read domains:read",
        });
        merge(&mut claims, other);
        claims
    }

    /// Looks the account up with `token`.
    pub async fn look(&self, token: &str) -> Answer {
        let bearer = format!("Bearer {token}");
        self.server.send_with("GET", "/v1/account", &[("authorization", &bearer)], b"").await
    }

    /// How that ends: `ok`, or the code of the refusal.
    pub async fn ending(&self, token: &str) -> String {
        let answer = self.look(token).await;
        if answer.status.as_u16() == 200 { "ok".to_owned() } else { answer.code() }
    }
}

/// Puts the members of `other` in the place of those of `value`; null takes one away.
pub fn merge(value: &mut Value, other: &Value) {
    let members = value.as_object_mut().expect("an object");
    for (name, new) in other.as_object().expect("an object") {
        match new {
            Value::Null => members.remove(name),
            new => members.insert(name.clone(), new.clone()),
        };
    }
}
