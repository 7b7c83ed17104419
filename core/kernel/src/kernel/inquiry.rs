//! Performing what asks a backend: claim, ask, complete.
use super::{
    asking::TIMEOUT,
    call::Call,
    context::{Claim, Context},
    figures::{self, backend_of},
    idempotency::{self, Changed, Claimed},
    platform::Platform,
    usage::Asked,
    way::Way,
};
use crate::{
    providers::within,
    refusals::{
        code::Kind,
        error::{Error, Result},
    },
};

/// Asks for a read.
pub(super) async fn read(platform: &Platform, call: &Call, snapshot: bool, way: &mut Way) -> Result<()> {
    {
        let database = platform.database_of(call);
        let reader = database.reader(snapshot).await?;
        database.in_time(way.prepare(&Context::new(platform, call, &reader.executor()))).await?;
    }
    within(TIMEOUT, way.ask(platform.providers(), call.id())).await?;
    Ok(())
}

/// Claims the key, asks, and completes.
pub(super) async fn change(
    platform: &Platform,
    call: &Call,
    asked: Asked,
    fingerprint: [u8; 32],
    way: Way,
) -> Result<Changed> {
    let (mut way, claim) = match begin(platform, call, fingerprint, way).await? {
        Claimed::Mine(begun) => begun,
        Claimed::Before(before) => return Ok(Claimed::Before(before)),
    };
    let backend = backend_of(asked.scope);
    let answered = figures::asked(backend, TIMEOUT, way.ask(platform.providers(), claim.work)).await;
    let done = match answered {
        Ok(()) => complete(platform.clone(), call.clone(), asked, claim, way).await,
        Err(failure) => Err(failure.into()),
    };
    if let Err(refusal) = &done {
        release(platform, call.clone(), claim, refusal).await;
    }
    done.map(Claimed::Mine)
}

async fn begin(
    platform: &Platform,
    call: &Call,
    fingerprint: [u8; 32],
    mut way: Way,
) -> Result<Claimed<(Way, Claim)>> {
    let (database, of, asking) = (platform.database_of(call), platform.clone(), call.clone());
    let begun = database.write(move |db| {
        Box::pin(async move {
            let mut cx = Context::new(&of, &asking, db);
            let claim = match idempotency::begin(&cx, &fingerprint).await? {
                Claimed::Mine(claim) => claim,
                Claimed::Before(before) => return Ok(Claimed::Before(before)),
            };
            cx.claim = Some(claim);
            way.prepare(&cx).await?;
            Ok(Claimed::Mine((way, claim)))
        })
    });
    let begun = begun.await;
    if let Err(refusal) = &begun
        && leaves_no_claim(refusal)
    {
        let (of, call) = (platform.clone(), call.clone());
        let remove = database.write(move |db| {
            Box::pin(
                async move { idempotency::remove_lapsed(&Context::new(&of, &call, db), &fingerprint).await },
            )
        });
        remove.await?;
    }
    begun
}

async fn complete(
    platform: Platform,
    call: Call,
    asked: Asked,
    claim: Claim,
    way: Way,
) -> Result<(Way, Box<serde_json::value::RawValue>)> {
    let database = platform.database_of(&call);
    database
        .write(move |db| {
            Box::pin(async move {
                idempotency::finish(&Context::new(&platform, &call, db), claim, asked, way).await
            })
        })
        .await
}

/// Gives the key back. A backend that failed may have done its part: then the key is kept for the same request.
async fn release(platform: &Platform, call: Call, claim: Claim, refusal: &Error) {
    let (of, keep, id) = (platform.clone(), !leaves_no_claim(refusal), call.id());
    let database = platform.database_of(&call);
    let released = database.write(move |db| {
        Box::pin(async move { idempotency::release(&Context::new(&of, &call, db), claim, keep).await })
    });
    match released.await {
        Ok(()) => platform.wake(),
        Err(cause) => tracing::error!(request_id = %id, %cause, "a claim ends only with its lease"),
    }
}

/// Whether a request that was refused so can be corrected and sent again under its key.
fn leaves_no_claim(refusal: &Error) -> bool {
    let held = matches!(refusal, Error::RequestInProgress | Error::IdempotencyKeyConflict);
    let ours =
        matches!(refusal.kind(), Kind::Internal | Kind::BackendFailed | Kind::BackendLate | Kind::Busy);
    !held && !ours
}
