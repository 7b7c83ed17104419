//! The company's login: an issuer of access tokens.
use crate::signer::{SigningKey, unsigned};
use hosting_core::providers::{Failure, issuer::Issuer};
use serde_json::{Value, json};
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

/// How its tokens name it.
pub const LOGIN: &str = "https://login.host.example";

/// The login of a scenario.
pub struct Login {
    key: Mutex<SigningKey>,
    /// What it says of that key beside what it is.
    said: Mutex<Option<Value>>,
    /// What it publishes instead of all that.
    instead: Mutex<Option<Vec<Value>>>,
    away: AtomicBool,
    asked: AtomicU32,
}

impl Login {
    /// One with a key of its own.
    pub fn new() -> Self {
        let key = Mutex::new(SigningKey::new("first", "ES256"));
        Self {
            key,
            said: Mutex::default(),
            instead: Mutex::default(),
            away: AtomicBool::new(false),
            asked: AtomicU32::new(0),
        }
    }

    /// A token that says `claims`.
    pub fn token(&self, claims: &Value) -> String {
        self.key().token(claims)
    }

    /// A token with another header than usual.
    pub fn sign(&self, change: impl FnOnce(&mut Value), claims: &Value) -> String {
        let key = self.key();
        let mut header = key.header();
        change(&mut header);
        key.sign(&header, claims)
    }

    /// A token that says `claims`, without a signature.
    pub fn unsigned(&self, claims: &Value) -> String {
        let mut header = self.key().header();
        header["alg"] = json!("none");
        unsigned(&header, claims)
    }

    /// Signs with another key from now on, and publishes that alone.
    pub fn change_keys(&self) {
        *self.key() = SigningKey::new("second", "ES256");
    }

    /// Says these members of its key from now on.
    pub fn say(&self, said: Value) {
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) = Some(said);
    }

    /// Publishes these keys alone from now on.
    pub fn publish(&self, keys: Vec<Value>) {
        *self.instead.lock().unwrap_or_else(PoisonError::into_inner) = Some(keys);
    }

    /// How often it was asked for its keys.
    pub fn asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    /// The key as it publishes it; where more is said of it, beside another that nothing is said of.
    fn published(&self) -> Vec<Value> {
        if let Some(keys) = &*self.instead.lock().unwrap_or_else(PoisonError::into_inner) {
            return keys.clone();
        }
        let (mut key, said) = (self.key().jwk(), self.said.lock().unwrap_or_else(PoisonError::into_inner));
        let Some(said) = &*said else { return vec![key] };
        for (name, value) in said.as_object().into_iter().flatten() {
            key[name] = value.clone();
        }
        vec![key, SigningKey::new("next", "ES256").jwk()]
    }

    /// Cannot be reached from now on.
    pub fn go_away(&self) {
        self.away.store(true, Ordering::Relaxed);
    }

    fn key(&self) -> MutexGuard<'_, SigningKey> {
        self.key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait::async_trait]
impl Issuer for Login {
    fn id(&self) -> &str {
        LOGIN
    }

    async fn keys(&self) -> Result<Value, Failure> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match self.away.load(Ordering::Relaxed) {
            true => Err(Failure::ours("out of order")),
            false => Ok(json!({ "keys": self.published() })),
        }
    }
}
