//! The door.
use crate::{
    database::Database,
    hosting::FreeHosting,
    kernel::{
        call::{Allowance, Barred, Call, Request, Tab},
        changes,
        context::Context,
        credential::{self, Credential, token::Prefixes},
        idempotency::{self, Done},
        limit::{Key, Limits, Verdict, Window},
        operation::{Effect, Operation},
        queue::{self, Lane},
        retention::Retention,
        usage::{self, Asked, UsageEntry},
    },
    providers::Providers,
    refusals::error::{Detail, Error, Result},
    search::Search,
    values::{clock::Clock, secret::Secret, time::Time},
};
use sea_orm::DatabaseExecutor;
use serde_json::value::RawValue;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{Notify, watch},
    task::JoinSet,
};
use uuid::Uuid;

/// What a platform is made of.
pub struct Parts {
    /// Where its data is.
    pub database: Database,
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// The server's secret.
    pub secret: Secret,
    /// How tokens begin.
    pub prefixes: Prefixes,
    /// Who counts requests.
    pub limits: Limits,
    /// The drivers.
    pub providers: Providers,
    /// How long things are kept.
    pub retention: Retention,
    /// What addresses that it gives out start with, for example `https://api.example.com`.
    pub base_url: String,
    /// How long Free Hosting lives that nobody uses.
    pub free_hosting: FreeHosting,
    /// Files that are converted at once.
    pub conversions_at_once: usize,
}

/// The platform: everything a facade needs to serve its callers; cheap to clone.
#[derive(Clone)]
pub struct Platform(Arc<Inner>);

struct Inner {
    parts: Parts,
    credentials: credential::Cache,
    log: usage::Log,
    search: Search,
    work: Notify,
    conversions: Notify,
    changes: changes::Hub,
}

/// What an operation gave, and whether it gave it before.
#[derive(Debug)]
pub struct Answer<T> {
    data: Data<T>,
    /// The call that did the work: an earlier one where the answer is a replay.
    pub request_id: Uuid,
    /// Whether this was done for an earlier call under the same key.
    pub replayed: bool,
}

#[derive(Debug)]
enum Data<T> {
    Fresh(T),
    Both(T, Box<RawValue>),
    Stored(Box<RawValue>),
}

impl<T: serde::Serialize + serde::de::DeserializeOwned> Answer<T> {
    /// What the customer asked for.
    pub fn data(self) -> Result<T> {
        match self.data {
            Data::Fresh(data) | Data::Both(data, _) => Ok(data),
            Data::Stored(json) => {
                serde_json::from_str(json.get()).map_err(|cause| Error::Internal(cause.to_string()))
            }
        }
    }

    /// The same, where this call made it.
    pub const fn fresh(&self) -> Option<&T> {
        match &self.data {
            Data::Fresh(data) | Data::Both(data, _) => Some(data),
            Data::Stored(_) => None,
        }
    }

    /// Room that the JSON will most likely fit into, in bytes.
    pub fn size_hint(&self) -> usize {
        match &self.data {
            Data::Fresh(_) => 8 << 10,
            Data::Both(_, json) | Data::Stored(json) => json.get().len() + 128,
        }
    }

    /// The same as JSON; a replay gives the very bytes of the first answer.
    pub fn json(&self, into: &mut Vec<u8>) -> Result<()> {
        match &self.data {
            Data::Fresh(data) => {
                serde_json::to_writer(into, data).map_err(|cause| Error::Internal(cause.to_string()))
            }
            Data::Both(_, json) | Data::Stored(json) => {
                into.extend_from_slice(json.get().as_bytes());
                Ok(())
            }
        }
    }
}

impl Platform {
    /// A platform of `parts`; its usage log begins to run.
    pub fn new(parts: Parts) -> Self {
        let log = usage::Log::start(parts.database.clone());
        let search = Search::default();
        Self(Arc::new(Inner {
            parts,
            credentials: credential::Cache::default(),
            log,
            search,
            work: Notify::new(),
            conversions: Notify::new(),
            changes: changes::Hub::default(),
        }))
    }

    /// Starts to work off the queue and to do what time brings, until `stop` turns true.
    pub fn start(&self, stop: &watch::Receiver<bool>) -> JoinSet<()> {
        let mut tasks = queue::start(self, stop);
        let (platform, mut stop) = (self.clone(), stop.clone());
        tasks.spawn(async move {
            while !*stop.borrow() {
                platform.limits().sweep(platform.clock().now().utc());
                platform.turn().await;
                tokio::select! {
                    () = tokio::time::sleep(Duration::from_mins(1)) => {}
                    _ = stop.changed() => {}
                }
            }
        });
        tasks
    }

    /// A new id, for a request.
    pub fn id(&self) -> Uuid {
        self.clock().id()
    }

    /// Where the time comes from.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.parts.clock
    }

    /// Where the data is.
    pub fn database(&self) -> &Database {
        &self.0.parts.database
    }

    /// Who counts requests.
    pub fn limits(&self) -> &Limits {
        &self.0.parts.limits
    }

    /// The drivers.
    pub fn providers(&self) -> &Providers {
        &self.0.parts.providers
    }

    /// The public search.
    pub fn search(&self) -> &Search {
        &self.0.search
    }

    /// What addresses that it gives out start with; no slash ends it.
    pub fn base_url(&self) -> &str {
        self.0.parts.base_url.trim_end_matches('/')
    }

    pub(crate) fn retention(&self) -> Retention {
        self.0.parts.retention
    }

    pub(crate) fn free_hosting(&self) -> FreeHosting {
        self.0.parts.free_hosting
    }

    /// The server's secret.
    pub fn secret(&self) -> &Secret {
        &self.0.parts.secret
    }

    /// Tells a worker that there is something to do.
    pub(crate) fn wake(&self) {
        self.0.work.notify_one();
        self.0.conversions.notify_one();
    }

    pub(crate) async fn woken(&self, lane: Lane) {
        match lane {
            Lane::Calls => self.0.work.notified().await,
            Lane::Conversions => self.0.conversions.notified().await,
        }
    }

    pub(crate) fn changes(&self) -> &changes::Hub {
        &self.0.changes
    }

    pub(crate) fn conversions_at_once(&self) -> usize {
        self.0.parts.conversions_at_once
    }

    /// Takes a credential back; from now on it opens nothing.
    pub async fn revoke(&self, credential: Uuid) -> Result<bool> {
        let known = credential::revoke(self.database(), self.clock(), credential).await?;
        self.0.credentials.clear();
        self.changes().look();
        Ok(known)
    }

    /// Who asks: the call of `request`, which came with `token`. It counts against the
    /// credential's limit.
    pub async fn admit(&self, token: Option<&str>, request: Request) -> Result<Call> {
        let mut call = self.recognise(token, request).await?;
        if call.barred.is_none() {
            self.count(&mut call).await;
        }
        Ok(call)
    }

    /// The same for what is no request yet: it does not count.
    pub async fn recognise(&self, token: Option<&str>, request: Request) -> Result<Call> {
        let token =
            token.filter(|token| self.0.parts.prefixes.recognise(token)).ok_or(Error::InvalidToken)?;
        let now = request.at;
        let hash = self.secret().token(token);
        let known = self.0.credentials.find(self.database(), hash, now).await.inspect_err(|cause| {
            tracing::error!(request_id = %request.id, ?cause, "no credential could be looked up");
        });
        let credential = known?.ok_or(Error::InvalidToken)?;
        let barred = barred(&credential, now);
        Ok(Call { request, credential, barred, allowance: None, tab: None })
    }

    /// Looks again what is known of the credential of a call that lasts.
    pub(crate) async fn recall(&self, call: &mut Call) -> Result<()> {
        let now = self.clock().now();
        let known = self.0.credentials.find(self.database(), call.credential.hash, now).await?;
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

    /// Performs `operation` for `call`: the only way to run one.
    ///
    /// A request that could not be read comes through it too, and is refused and recorded.
    pub async fn perform<O: Operation>(
        &self,
        call: &Call,
        operation: Result<O>,
    ) -> Result<Answer<O::Output>> {
        let asked = Asked { id: O::ID, scope: O::SCOPE, effect: O::EFFECT };
        let answer = match admissible(call, operation) {
            Ok(operation) if O::EFFECT.is_mutation() => self.change(call, asked, operation).await,
            Ok(operation) => self.read(call, operation).await,
            Err(refusal) => Err(refusal),
        };
        match &answer {
            // The entry of a change stands in its transaction.
            Ok(answer) if O::EFFECT.is_mutation() && !answer.replayed => {}
            _ => self.record(call, Some(asked), answer.as_ref().err()).await?,
        }
        answer
    }

    /// Writes down what was noted on the call's tab; only then may anyone be told.
    pub async fn settle(&self, call: &Call) -> Result<()> {
        let entries = call.tab.as_ref().map(Tab::take).unwrap_or_default();
        match entries.is_empty() {
            true => Ok(()),
            false => self.enter(call, entries).await,
        }
    }

    /// Refuses a request that asks for no operation, and records it.
    pub async fn refuse(&self, call: &Call, refusal: Error) -> Error {
        let refusal = call.bar().err().unwrap_or(refusal);
        self.record(call, None, Some(&refusal)).await.err().unwrap_or(refusal)
    }

    async fn read<O: Operation>(&self, call: &Call, operation: O) -> Result<Answer<O::Output>> {
        let operation = match O::asks(self.providers()) {
            true => self.read_asking(call, operation).await?,
            false => operation,
        };
        let data = self.look(call, operation).await?;
        Ok(Answer { data: Data::Fresh(data), request_id: call.id(), replayed: false })
    }

    /// What a read shows, by what the database knows.
    pub(crate) async fn look<O: Operation>(&self, call: &Call, operation: O) -> Result<O::Output> {
        let reader = self.database().reader(O::SNAPSHOT).await?;
        let executor = reader.executor();
        let cx = Context { lane: reader.lane(), ..self.context(call, &executor) };
        operation.perform(&cx).await
    }

    async fn change<O: Operation>(
        &self,
        call: &Call,
        asked: Asked,
        operation: O,
    ) -> Result<Answer<O::Output>> {
        let fingerprint = idempotency::fingerprint(self, &operation);
        if let Some((json, request_id)) = self.replay(call, &fingerprint).await? {
            return Ok(Answer { data: Data::Stored(json), request_id, replayed: true });
        }
        let done = match O::asks(self.providers()) {
            true => self.change_asking(call, asked, fingerprint, operation).await?,
            false => self.change_once(call.clone(), asked, fingerprint, operation).await?,
        };
        Ok(match done {
            Done::Now(data, json) => {
                if O::EFFECT == Effect::Queues {
                    self.wake();
                }
                Answer { data: Data::Both(data, json), request_id: call.id(), replayed: false }
            }
            Done::Before(json, request_id) => Answer { data: Data::Stored(json), request_id, replayed: true },
        })
    }

    /// A key seen before is looked up by a read first, so that a replay is cheap.
    async fn replay(&self, call: &Call, fingerprint: &[u8; 32]) -> Result<Option<(Box<RawValue>, Uuid)>> {
        let reader = self.database().reader(false).await?;
        idempotency::before(self, &reader.executor(), call, fingerprint).await
    }

    /// One transaction: the claim of the key, the effect, queued work, the stored answer, the
    /// usage entry.
    async fn change_once<O: Operation>(
        &self,
        call: Call,
        asked: Asked,
        fingerprint: [u8; 32],
        operation: O,
    ) -> Result<Done<O::Output>> {
        let platform = self.clone();
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    let done =
                        idempotency::once(&platform.context(&call, db), fingerprint, operation).await?;
                    if matches!(done, Done::Now(..)) {
                        usage::record(db, usage::entry(&call, Some(asked), None, platform.clock())).await?;
                    }
                    Ok(done)
                })
            })
            .await
    }

    /// Writes down what was asked and how it ended, before anyone is told.
    pub(crate) async fn record(
        &self,
        call: &Call,
        asked: Option<Asked>,
        refusal: Option<&Error>,
    ) -> Result<()> {
        if let Some(Error::Internal(cause)) = refusal {
            tracing::error!(request_id = %call.id(), operation = asked.map(|asked| asked.id), cause, "failed");
        }
        let entry = usage::entry(call, asked, refusal, self.clock());
        match &call.tab {
            Some(tab) => {
                tab.note(entry);
                Ok(())
            }
            None => self.enter(call, vec![entry]).await,
        }
    }

    async fn enter(&self, call: &Call, entries: Vec<UsageEntry>) -> Result<()> {
        self.0.log.record(entries).await.inspect_err(|cause| {
            tracing::error!(request_id = %call.id(), ?cause, "no usage entry: the request is refused");
        })
    }

    pub(crate) fn context<'a>(&'a self, call: &'a Call, db: &'a DatabaseExecutor<'a>) -> Context<'a> {
        Context { platform: self, call, db, lane: None, now: self.clock().now(), claim: None }
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

/// The checks that need no database, in the order of the contract.
fn admissible<O: Operation>(call: &Call, operation: Result<O>) -> Result<O> {
    admitted::<O>(call)?;
    let operation = operation?;
    bounded(&operation)?;
    Ok(operation)
}

/// Whether this call may ask for this operation at all.
pub(crate) fn admitted<O: Operation>(call: &Call) -> Result<()> {
    call.allow(O::SCOPE)?;
    if O::EFFECT.is_mutation() {
        call.key()?;
    }
    Ok(())
}

/// Whether what is asked keeps its bounds.
pub(crate) fn bounded<O: Operation>(operation: &O) -> Result<()> {
    match operation.validate() {
        Ok(()) => Ok(()),
        Err(report) => Err(Error::InvalidRequest(report.iter().map(broken).collect())),
    }
}

/// A broken bound, under the name that the customer knows.
fn broken((path, error): &(garde::Path, garde::Error)) -> Detail {
    let pointer = path.to_string().split(['.', '[']).fold(String::new(), |pointer, part| {
        pointer + "/" + &camel(part.trim_end_matches(']').trim_start_matches("r#"))
    });
    Detail { pointer, rule: "bounds".to_owned(), message: error.message().to_owned() }
}

/// `name_servers` is `nameServers` to the customer.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let initial = letters.next().map(|letter| letter.to_ascii_uppercase());
        name + &initial.into_iter().chain(letters).collect::<String>()
    })
}
