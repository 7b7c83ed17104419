//! Operations that ask a backend before they can answer (`contract.md` §4).
//!
//! The key is claimed for a while, the backend is asked while nothing is locked, and what came of it
//! is written down together with the answer. Whoever dies in between leaves a claim that ends by itself.
use crate::{
    kernel::{
        call::Call,
        idempotency::{self, Claim, Done, Replay},
        operation::Operation,
        platform::Platform,
        usage::{self, Asked},
    },
    providers::within,
    refusals::{
        code::Kind,
        error::{Error, Result},
    },
};
use std::time::Duration;

/// How long a backend has: less than a client waits, and than the claim lasts.
const PATIENCE: Duration = Duration::from_secs(20);

impl Platform {
    /// Asks for a read; gives the operation with what it learned.
    pub(crate) async fn read_asking<O: Operation>(&self, call: &Call, mut operation: O) -> Result<O> {
        {
            let reader = self.database().reader(O::SNAPSHOT).await?;
            operation.prepare(&self.context(call, &reader.executor())).await?;
        }
        within(PATIENCE, operation.ask(self.providers(), call.id())).await?;
        Ok(operation)
    }

    /// Claims the key, asks, and completes.
    pub(crate) async fn change_asking<O: Operation>(
        &self,
        call: &Call,
        asked: Asked,
        fingerprint: [u8; 32],
        operation: O,
    ) -> Result<Done<O::Output>> {
        let (mut operation, claim) = match self.begin(call, fingerprint, operation).await? {
            Ok(begun) => begun,
            Err((json, request)) => return Ok(Done::Before(json, request)),
        };
        let answered = within(PATIENCE, operation.ask(self.providers(), claim.work)).await;
        let done = match answered {
            Ok(()) => self.complete(call.clone(), asked, claim, operation).await,
            Err(failure) => Err(failure.into()),
        };
        if let Err(refusal) = &done {
            self.release(call.clone(), claim, refusal).await;
        }
        done
    }

    async fn begin<O: Operation>(
        &self,
        call: &Call,
        fingerprint: [u8; 32],
        mut operation: O,
    ) -> Result<Result<(O, Claim), Replay>> {
        let (platform, asking) = (self.clone(), call.clone());
        let begun = self.database().write(move |db| {
            Box::pin(async move {
                let mut cx = platform.context(&asking, db);
                let claim = match idempotency::begin(&cx, fingerprint).await? {
                    Ok(claim) => claim,
                    Err(earlier) => return Ok(Err(earlier)),
                };
                cx.claim = Some(claim);
                operation.prepare(&cx).await?;
                Ok(Ok((operation, claim)))
            })
        });
        let begun = begun.await;
        if let Err(refusal) = &begun
            && leaves_no_claim(refusal)
        {
            let (platform, call) = (self.clone(), call.clone());
            let forget = self.database().write(move |db| {
                Box::pin(async move { idempotency::forget(&platform.context(&call, db), fingerprint).await })
            });
            forget.await?;
        }
        begun
    }

    async fn complete<O: Operation>(
        &self,
        call: Call,
        asked: Asked,
        claim: Claim,
        operation: O,
    ) -> Result<Done<O::Output>> {
        let platform = self.clone();
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let done = idempotency::finish(&platform.context(&call, db), claim, operation).await?;
                    usage::record(db, usage::entry(&call, Some(asked), None, platform.clock())).await?;
                    Ok(done)
                })
            })
            .await
    }

    /// Gives the key back. A backend that failed may have done its part: then the key is kept for the same request.
    async fn release(&self, call: Call, claim: Claim, refusal: &Error) {
        let (platform, keep, id) = (self.clone(), !leaves_no_claim(refusal), call.id());
        let released = self.database().write(move |db| {
            Box::pin(async move { idempotency::release(&platform.context(&call, db), claim, keep).await })
        });
        match released.await {
            Ok(()) => self.wake(),
            Err(cause) => tracing::error!(request_id = %id, %cause, "a claim ends only with its lease"),
        }
    }
}

/// Whether a request that was refused so can be corrected and sent again under its key.
fn leaves_no_claim(refusal: &Error) -> bool {
    let held = matches!(refusal, Error::RequestInProgress | Error::IdempotencyKeyConflict);
    let ours =
        matches!(refusal.kind(), Kind::Internal | Kind::BackendFailed | Kind::BackendLate | Kind::Busy);
    !held && !ours
}
