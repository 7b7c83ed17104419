//! An issuer, and the keys that it was seen to publish.
use super::jwk::KeySet;
use crate::{
    providers::{issuer::Issuer, within},
    refusals::error::{Error, Result},
    values::time::Time,
};
use chrono::TimeDelta;
use jsonwebtoken::{Algorithm, DecodingKey};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How long an issuer has to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long an issuer is left alone after it was asked: whoever makes keys up cannot make us hammer it.
const PAUSE: TimeDelta = TimeDelta::seconds(10);
/// A key that an issuer takes back opens nothing after this time, and a minute more.
const FRESH: TimeDelta = TimeDelta::minutes(5);

/// An issuer, and the keys that it was seen to publish.
///
/// Known keys are at hand whatever the issuer does; while it is away, they stay.
pub struct Keyring {
    issuer: Arc<dyn Issuer>,
    known: Mutex<Known>,
    /// When it was asked last; held while it is asked.
    asked: tokio::sync::Mutex<Option<Time>>,
}

#[derive(Default)]
struct Known {
    keys: KeySet,
    /// When they were published so.
    since: Option<Time>,
}

impl Keyring {
    /// The keyring of `issuer`, without a key yet.
    pub fn new(issuer: Arc<dyn Issuer>) -> Self {
        Self { issuer, known: Mutex::default(), asked: tokio::sync::Mutex::default() }
    }

    /// The issuer's identifier.
    pub fn id(&self) -> &str {
        self.issuer.id()
    }

    /// What verifies tokens that name the key `id` and this algorithm. Nobody waits for the issuer but those
    /// who name a key that is not known; refused where it was never reached.
    pub async fn key(
        self: &Arc<Self>,
        id: &str,
        algorithm: Algorithm,
        now: Time,
    ) -> Result<Option<DecodingKey>> {
        let find = || self.known().keys.find(id, algorithm).map(|key| key.decoding.clone());
        if let Some(key) = find() {
            return Ok(Some(key));
        }
        // On a task of its own: whoever hangs up does not undo it.
        let keyring = Arc::clone(self);
        let asking = tokio::spawn(async move { keyring.ask(now).await });
        asking.await.map_err(|cause| Error::Internal(cause.to_string()))?;
        match find() {
            None if self.known().since.is_none() => Err(Error::Overloaded),
            found => Ok(found),
        }
    }

    /// Asks the issuer again, where its keys have been known for long.
    pub async fn refresh(&self, now: Time) {
        let since = self.known().since;
        if !since.is_some_and(|since| within_span(since, now, FRESH)) {
            self.ask(now).await;
        }
    }

    /// Asks the issuer for its keys, unless it was asked a moment ago; who comes meanwhile waits.
    async fn ask(&self, now: Time) {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|last| within_span(last, now, PAUSE)) {
            return;
        }
        *asked = Some(now);
        match within(PATIENCE, self.issuer.keys()).await.map(|set| KeySet::read(&set)) {
            Ok(keys) if keys.is_empty() => {
                tracing::warn!(issuer = self.id(), "the issuer publishes no key that could be used");
            }
            Ok(keys) => *self.known() = Known { keys, since: Some(now) },
            Err(cause) => {
                tracing::warn!(issuer = self.id(), %cause, "the issuer's keys could not be fetched");
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether it is `since` for less than `span`; a clock that went back says nothing.
fn within_span(since: Time, now: Time, span: TimeDelta) -> bool {
    let age = now.utc() - since.utc();
    TimeDelta::zero() <= age && age < span
}
