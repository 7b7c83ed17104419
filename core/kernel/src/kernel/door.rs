//! The door: the only way to run an operation.
use super::{
    account::check_standing,
    admission::in_standing,
    answer::Answer,
    bounds::bounded,
    call::{Call, Tab},
    context::Context,
    idempotency::{self, Changed, Claimed, Replay},
    inquiry,
    operation::{Operation, at_once},
    platform::Platform,
    spans,
    usage::{Asked, UsageEntry, entry_of},
    way::Way,
};
use crate::{
    kernel::effect::Effect,
    refusals::error::{Error, Result},
};
use futures_util::future::BoxFuture;
use serde_json::{Value, value::RawValue};
use tracing::Instrument;

/// An operation that keeps its bounds, ready to be performed.
struct Ready {
    way: Way,
    /// What a mutation was asked with, as it is told from others under the same key.
    input: Value,
    snapshot: bool,
}

/// What came of it.
enum Done {
    /// It was read.
    Read(Way),
    /// This call did it; what it gave, also as it is stored.
    Changed(Way, Box<RawValue>),
    /// An earlier call under the same key did it.
    Before(Replay),
    /// This call did it, and the database's word for it was lost; its entry stands.
    Unheard(Replay),
}

impl Platform {
    /// Performs `operation` for `call`: the only way to run one.
    ///
    /// A request that could not be read comes through it too, and is refused and recorded.
    pub async fn perform<O: Operation>(
        &self,
        call: &Call,
        operation: Result<O>,
    ) -> Result<Answer<O::Output>> {
        let asked = Asked::of::<O>();
        let ready = match call.allow(asked.scope) {
            Ok(()) => match made_ready(call, operation, self) {
                // Who may change nothing is told that first. Else it is looked up where the key is claimed.
                Err(refusal) if asked.effect.is_mutation() => {
                    Err(in_standing(self, call).await.err().unwrap_or(refusal))
                }
                ready => ready,
            },
            Err(refusal) => Err(refusal),
        };
        let span = spans::operation(asked.id, asked.scope, call.request.via.facade);
        let done = answer(self, call, asked, ready).instrument(span).await?;
        if O::SECRET {
            call.note_secret();
        }
        match done {
            Done::Read(way) => Ok(Answer::read(way.output()?, call.id())),
            Done::Changed(way, json) => Ok(Answer::changed(way.output()?, json, call.id())),
            Done::Before((json, request_id)) => Ok(Answer::replayed(json, request_id)),
            Done::Unheard((json, request_id)) => Ok(Answer::stored(json, request_id)),
        }
    }

    /// What a read shows, by what the database knows; for calls that are recorded elsewhere.
    pub async fn load<O: Operation>(&self, call: &Call, operation: O) -> Result<O::Output> {
        load(self, call, O::SNAPSHOT, at_once(operation)).await?.output()
    }

    /// Writes down what was noted on the call's tab; only then may anyone be told.
    pub fn settle<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let entries = call.tab.as_ref().map(Tab::take).unwrap_or_default();
            match entries.is_empty() {
                true => Ok(()),
                false => self.enter(call, entries).await,
            }
        })
    }

    /// Refuses a request that asks for no operation, and records it.
    pub fn refuse<'a>(&'a self, call: &'a Call, refusal: Error) -> BoxFuture<'a, Error> {
        Box::pin(async move {
            let refusal = call.bar().err().unwrap_or(refusal);
            self.record(call, None, Some(&refusal)).await.err().unwrap_or(refusal)
        })
    }

    /// Refuses the whole of a request that asks for several things: what was done of it is not told either.
    pub fn refuse_whole<'a>(&'a self, call: &'a Call, refusal: Error) -> BoxFuture<'a, Error> {
        Box::pin(async move {
            if let Some(tab) = &call.tab {
                tab.refuse((call.request.via.status)(Err(refusal.kind())), refusal.code());
            }
            self.refuse(call, refusal).await
        })
    }

    /// Writes down what was asked and how it ended, before anyone is told.
    pub async fn record(&self, call: &Call, asked: Option<Asked>, refusal: Option<&Error>) -> Result<()> {
        if let Some(Error::Internal(cause)) = refusal {
            tracing::error!(request_id = %call.id(), operation = asked.map(|asked| asked.id), cause, "failed");
        }
        let entry = entry_of(call, asked, refusal, self.clock());
        match &call.tab {
            Some(tab) => {
                tab.note(entry);
                Ok(())
            }
            None => self.enter(call, vec![entry]).await,
        }
    }

    async fn enter(&self, call: &Call, entries: Vec<UsageEntry>) -> Result<()> {
        self.usage().record(entries, call.settling()).await.inspect_err(|cause| {
            tracing::error!(request_id = %call.id(), ?cause, "no usage entry: the request is refused");
        })
    }
}

/// An operation that keeps its bounds, and has a key where it needs one.
fn made_ready<O: Operation>(call: &Call, operation: Result<O>, platform: &Platform) -> Result<Ready> {
    if O::EFFECT.is_mutation() {
        call.key()?;
    }
    let operation = operation?;
    bounded(&operation)?;
    let input = match O::EFFECT.is_mutation() {
        true => serde_json::to_value(&operation).expect("inputs are plain data"),
        false => Value::Null,
    };
    let snapshot = operation.snapshot();
    Ok(Ready { way: operation.way(platform.providers()), input, snapshot })
}

/// Performs and records: what is the same for every operation, and so compiled once.
fn answer<'a>(
    platform: &'a Platform,
    call: &'a Call,
    asked: Asked,
    ready: Result<Ready>,
) -> BoxFuture<'a, Result<Done>> {
    Box::pin(async move {
        let done = match ready {
            Ok(ready) if asked.effect.is_mutation() => {
                return finished(platform.clone(), call.clone(), asked, ready).await;
            }
            Ok(ready) => read(platform, call, ready).await,
            Err(refusal) => Err(refusal),
        };
        platform.record(call, Some(asked), done.as_ref().err()).await?;
        done
    })
}

/// Performs a mutation in a task of its own: what was begun is finished and recorded, whether or not the client
/// still waits. What would be noted on the call's tab is written down here.
async fn finished(platform: Platform, call: Call, asked: Asked, ready: Ready) -> Result<Done> {
    let call = Call { tab: None, ..call };
    let change = async move {
        let done = change(&platform, &call, asked, ready).await;
        // The entry of a change stands in its transaction.
        if !matches!(done, Ok(Done::Changed(..) | Done::Unheard(_))) {
            platform.record(&call, Some(asked), done.as_ref().err()).await?;
        }
        done
    };
    match tokio::spawn(change.in_current_span()).await {
        Ok(done) => done,
        Err(ended) => match ended.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(Error::ShuttingDown),
        },
    }
}

async fn read(platform: &Platform, call: &Call, Ready { mut way, snapshot, .. }: Ready) -> Result<Done> {
    if way.asks() {
        inquiry::read(platform, call, snapshot, &mut way).await?;
    }
    Ok(Done::Read(load(platform, call, snapshot, way).await?))
}

fn load<'a>(
    platform: &'a Platform,
    call: &'a Call,
    snapshot: bool,
    mut way: Way,
) -> BoxFuture<'a, Result<Way>> {
    Box::pin(async move {
        let database = platform.database_of(call);
        let reader = database.reader(snapshot).await?;
        let executor = reader.executor();
        let cx = Context::new(platform, call, &executor);
        database.in_time(way.perform(&cx)).await?;
        Ok(way)
    })
}

async fn change(
    platform: &Platform,
    call: &Call,
    asked: Asked,
    Ready { way, input, .. }: Ready,
) -> Result<Done> {
    let fingerprint = idempotency::fingerprint(platform, asked.id, input);
    // A file is read beside its writer, so that a replay is cheap. A server finds how the account stands, and what was
    // before, as the key is claimed: to ask it twice would be one more way there for every change.
    if platform.database().is_file() {
        let reader = platform.database_of(call).reader(false).await?;
        let executor = reader.executor();
        check_standing(&executor, call.credential.account).await?;
        if let Some(before) = idempotency::before(platform, &executor, call, &fingerprint).await? {
            return Ok(Done::Before(before));
        }
    }
    let changed = match way.asks() {
        true => inquiry::change(platform, call, asked, fingerprint, way).await,
        false => change_once(platform.clone(), call.clone(), asked, fingerprint, way).await,
    };
    let changed = match changed {
        Err(refusal @ Error::OutcomeUnknown) => {
            return unheard(platform, call, asked, &fingerprint, refusal).await;
        }
        changed => changed?,
    };
    Ok(match changed {
        Claimed::Mine((way, json)) => {
            if asked.effect == Effect::Queues {
                platform.wake();
            }
            Done::Changed(way, json)
        }
        Claimed::Before(before) => Done::Before(before),
    })
}

/// What came of a change whose commit was sent, and of which the database said nothing: it may have been done.
async fn unheard(
    platform: &Platform,
    call: &Call,
    asked: Asked,
    fingerprint: &[u8; 32],
    refusal: Error,
) -> Result<Done> {
    match replay(platform, call, fingerprint).await {
        Ok(Some(done)) if done.1 == call.id() => {
            if asked.effect == Effect::Queues {
                platform.wake();
            }
            Ok(Done::Unheard(done))
        }
        _ => Err(refusal),
    }
}

/// What an earlier call under the same key came to, read outside of any transaction.
async fn replay(platform: &Platform, call: &Call, fingerprint: &[u8; 32]) -> Result<Option<Replay>> {
    let database = platform.database_of(call);
    let reader = database.reader(false).await?;
    database.in_time(idempotency::before(platform, &reader.executor(), call, fingerprint)).await
}

/// One transaction: the claim of the key, the effect, queued work, the stored answer, the usage entry.
async fn change_once(
    platform: Platform,
    call: Call,
    asked: Asked,
    fingerprint: [u8; 32],
    way: Way,
) -> Result<Changed> {
    let database = platform.database_of(&call);
    database
        .write(move |db| {
            Box::pin(async move {
                idempotency::once(&Context::new(&platform, &call, db), &fingerprint, asked, way).await
            })
        })
        .await
}
