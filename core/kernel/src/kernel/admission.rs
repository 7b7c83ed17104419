//! Who asks: from a token to a call, and whether it may.
use super::{
    account,
    call::{Allowance, Barred, Call, Request},
    credential::{self, Credential, Grant},
    ending::Ending,
    figures::FIGURES,
    limit::{Key, Verdict, Window},
    platform::Platform,
};
use crate::{
    refusals::error::{Error, Result},
    values::time::Time,
};
use futures_util::future::BoxFuture;
use std::{net::IpAddr, sync::Arc, time::Duration};
use uuid::Uuid;

/// What an address may send without a credential that opens anything: documents, and as many such credentials.
const STRANGERS: Window = Window { limit: 120, span: Duration::from_mins(1) };

impl Platform {
    /// Takes a credential back; from now on it opens nothing.
    pub async fn revoke(&self, credential: Uuid) -> Result<Option<(Time, bool)>> {
        let known = credential::revoke(self.database(), self.clock(), credential).await?;
        self.credentials().clear();
        self.changes().check();
        Ok(known)
    }

    /// Who asks: the call of `request`, which came with `token`. It counts against the
    /// credential's limit.
    pub fn admit<'a>(&'a self, token: Option<&'a str>, request: Request) -> BoxFuture<'a, Result<Call>> {
        Box::pin(async move {
            let mut call = self.recognise(token, request).await?;
            if call.barred.is_none() {
                self.count(&mut call).await;
            }
            Ok(call)
        })
    }

    /// Counts what came from `address` at `now` without a credential.
    pub async fn admit_stranger(&self, address: IpAddr, now: Time) -> Result<()> {
        let verdict = self.limits().check(Key::stranger(address), STRANGERS, now.utc()).await;
        within(verdict)
    }

    /// The same for what is no request yet: it does not count.
    pub async fn recognise(&self, token: Option<&str>, request: Request) -> Result<Call> {
        let now = request.at;
        let known = self.known(token.ok_or(Error::InvalidToken)?, request.address, now);
        let credential = known.await.inspect_err(|cause| {
            if matches!(cause, Error::Internal(_)) {
                tracing::error!(request_id = %request.id, ?cause, "no credential could be looked up");
            }
        })?;
        let barred = barred(&credential, now);
        let (secret, ending) = (Arc::default(), Ending::default());
        Ok(Call { request, credential, barred, allowance: None, tab: None, secret, ending })
    }

    /// Looks again what is known of the credential of a call that lasts.
    pub(crate) async fn recall(&self, call: &mut Call) -> Result<()> {
        let now = self.clock().now();
        call.credential = match call.credential.grant.clone() {
            None => self.credential(call.credential.hash, now).await?,
            Some(grant) => self.granted(grant, now).await?,
        };
        call.barred = barred(&call.credential, now);
        call.bar()
    }

    /// The credential that `token` opens. To look up what was made up costs as much as to look up what was not: an
    /// address may send so many that open nothing.
    async fn known(&self, token: &str, address: IpAddr, now: Time) -> Result<Arc<Credential>> {
        let ours = self.prefixes().recognise(token);
        if !ours && !self.issuers().recognise(token) {
            return Err(Error::InvalidToken);
        }
        let (hash, guesses) = (self.secret().token(token), self.guesses());
        if ours && let Some(seen) = self.credentials().seen(&hash, now) {
            return Ok(seen);
        }
        if !guesses.is_known(&hash, now) {
            within(self.limits().look(Key::guesser(address), STRANGERS, now.utc()))?;
        }
        let found = match ours {
            true if guesses.is_unknown(&hash, now) => Err(Error::InvalidToken),
            true => self.credential(hash, now).await,
            false => self.grant(token, hash, now).await,
        };
        match &found {
            Ok(_) => guesses.succeeded(hash, now),
            Err(Error::InvalidToken) => {
                guesses.failed(hash, now);
                self.limits().check(Key::guesser(address), STRANGERS, now.utc()).await;
            }
            Err(_) => {}
        }
        found
    }

    /// The link that an access token of an issuer uses.
    async fn grant(&self, token: &str, hash: [u8; 32], now: Time) -> Result<Arc<Credential>> {
        let grant = self.issuers().grant(token, hash, now).await?;
        self.granted(grant, now).await
    }

    async fn credential(&self, hash: [u8; 32], now: Time) -> Result<Arc<Credential>> {
        let known = self.credentials().find(self.database(), hash, now).await?;
        known.ok_or(Error::InvalidToken)
    }

    /// The link of whom an access token is about, as the token may use it.
    async fn granted(&self, grant: Arc<Grant>, now: Time) -> Result<Arc<Credential>> {
        let link = self.credential(self.secret().subject(&grant.issuer, &grant.subject), now).await;
        let link = link.inspect_err(|cause| {
            tracing::debug!(?cause, ?grant, "no link for the subject of an access token");
        })?;
        Ok(Arc::new(link.granted(grant)))
    }

    /// The same call once more: what it asks for now counts by itself.
    pub async fn count_again(&self, call: &mut Call) {
        if call.barred.is_none() {
            self.count(call).await;
        }
    }

    async fn count(&self, call: &mut Call) {
        let window = Window { limit: call.credential.requests_per_minute, span: Duration::from_mins(1) };
        let key = Key::Credential(call.credential.id);
        let verdict = self.limits().check(key, window, call.request.at.utc()).await;
        let Verdict { allowed, limit, remaining, retry_after } = verdict;
        call.allowance = Some(Allowance { limit, remaining });
        if !allowed {
            FIGURES.limited.inc();
        }
        call.barred = (!allowed).then_some(Barred::TooOften { limit, retry_after });
    }
}

/// Refuses what would change something of an account that the company has stopped.
pub(super) async fn in_standing(platform: &Platform, call: &Call) -> Result<()> {
    let database = platform.database_of(call);
    let reader = database.reader(false).await?;
    let executor = reader.executor();
    database.in_time(account::check_standing(&executor, call.credential.account)).await
}

/// Refuses what is more than a window holds.
fn within(verdict: Verdict) -> Result<()> {
    match verdict {
        Verdict { allowed: true, .. } => Ok(()),
        Verdict { limit, retry_after, .. } => {
            FIGURES.limited.inc();
            Err(Error::RateLimitExceeded { limit, retry_after })
        }
    }
}

/// What stops `credential` at `now`, however often it asks.
fn barred(credential: &Credential, now: Time) -> Option<Barred> {
    if credential.revoked_at.is_some() {
        Some(Barred::Revoked)
    } else if credential.expires_at.is_some_and(|end| end <= now) {
        Some(Barred::Expired)
    } else {
        None
    }
}
