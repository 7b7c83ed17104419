//! Who asks: from a token to a call, and whether it may.
use super::{
    account,
    call::{Allowance, Barred, Call, Request},
    credential::{self, Credential, Grant},
    limit::{Key, Verdict, Window},
    platform::Platform,
    usage::Asked,
};
use crate::{
    refusals::error::{Error, Result},
    values::time::Time,
};
use futures_util::future::BoxFuture;
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

impl Platform {
    /// Takes a credential back; from now on it opens nothing.
    pub async fn revoke(&self, credential: Uuid) -> Result<bool> {
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

    /// The same for what is no request yet: it does not count.
    pub async fn recognise(&self, token: Option<&str>, request: Request) -> Result<Call> {
        let now = request.at;
        let credential = self.known(token.ok_or(Error::InvalidToken)?, now).await.inspect_err(|cause| {
            if matches!(cause, Error::Internal(_)) {
                tracing::error!(request_id = %request.id, ?cause, "no credential could be looked up");
            }
        })?;
        let barred = barred(&credential, now);
        Ok(Call { request, credential, barred, allowance: None, tab: None, secret: Arc::default() })
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

    /// The credential that `token` opens.
    async fn known(&self, token: &str, now: Time) -> Result<Arc<Credential>> {
        if self.prefixes().recognise(token) {
            return self.credential(self.secret().token(token), now).await;
        }
        if !self.issuers().recognise(token) {
            return Err(Error::InvalidToken);
        }
        let grant = self.issuers().grant(token, self.secret().token(token), now).await?;
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

    async fn count(&self, call: &mut Call) {
        let window = Window { limit: call.credential.requests_per_minute, span: Duration::from_mins(1) };
        let key = Key::Credential(call.credential.id);
        let verdict = self.limits().check(key, window, call.request.at.utc()).await;
        let Verdict { allowed, limit, remaining, retry_after } = verdict;
        call.allowance = Some(Allowance { limit, remaining });
        call.barred = (!allowed).then_some(Barred::TooOften { limit, retry_after });
    }
}

/// Whether this call may ask for this operation at all.
pub(super) fn admitted<'a>(
    platform: &'a Platform,
    call: &'a Call,
    asked: Asked,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        call.allow(asked.scope)?;
        if asked.effect.is_mutation() {
            let reader = platform.database().reader(false).await?;
            account::check_standing(&reader.executor(), call.credential.account).await?;
            call.key()?;
        }
        Ok(())
    })
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
