//! Who asks: from a token to a call.
use super::{
    call::{Allowance, Barred, Call, Request},
    credential::{self, Credential},
    limit::{Key, Verdict, Window},
    platform::Platform,
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
        let token = token.filter(|token| self.prefixes().recognise(token)).ok_or(Error::InvalidToken)?;
        let now = request.at;
        let hash = self.secret().token(token);
        let known = self.credentials().find(self.database(), hash, now).await.inspect_err(|cause| {
            tracing::error!(request_id = %request.id, ?cause, "no credential could be looked up");
        });
        let credential = known?.ok_or(Error::InvalidToken)?;
        let barred = barred(&credential, now);
        Ok(Call { request, credential, barred, allowance: None, tab: None, secret: Arc::default() })
    }

    /// Looks again what is known of the credential of a call that lasts.
    pub(crate) async fn recall(&self, call: &mut Call) -> Result<()> {
        let now = self.clock().now();
        let known = self.credentials().find(self.database(), call.credential.hash, now).await?;
        call.credential = known.ok_or(Error::InvalidToken)?;
        call.barred = barred(&call.credential, now);
        call.bar()
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
