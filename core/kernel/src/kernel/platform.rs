//! The handle: what a platform is made of, and where it keeps it; it does nothing by itself.
use super::{
    call::Call,
    changes::hub::Hub,
    credential::{self, Issuers, token::Prefixes},
    limit::Limits,
    queue::{lane::Lane, wakeups::Wakeups},
    settings::{BillingTerms, FileBudget, FreeHosting, Retention},
    usage,
};
use crate::{
    database::Database,
    providers::{Port, Providers, backends::Backends},
    refusals::error::Result,
    values::{clock::Clock, secret::Secret},
};
use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use uuid::Uuid;

/// Makes the private half of a new RSA key of 2048 bits (PKCS #8, RFC 5958); takes a while.
pub type NewRsaKey = fn() -> Result<Vec<u8>>;

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
    /// Whose access tokens are taken beside ours.
    pub issuers: Issuers,
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
    /// When services are charged, and what becomes of those that are not paid.
    pub billing_terms: BillingTerms,
    /// How much of its conversions an account may keep at one time.
    pub file_budget: FileBudget,
    /// Files that are converted at once.
    pub conversions_at_once: usize,
    /// Where new RSA keys come from.
    pub new_rsa_key: NewRsaKey,
}

/// The platform: everything a facade needs to serve its callers; cheap to clone.
#[derive(Clone)]
pub struct Platform(Arc<dyn Holds>);

/// Whoever holds a platform while waiting is asked by the compiler whether all that it is made of may go from thread to
/// thread, each time anew; behind this, the answer is known. It was a third of what compiling the areas took.
trait Holds: Send + Sync {
    fn inner(&self) -> &Inner;
}

impl Holds for Inner {
    fn inner(&self) -> &Inner {
        self
    }
}

struct Inner {
    parts: Parts,
    credentials: credential::Cache,
    guesses: credential::Guesses,
    log: usage::Log,
    lanes: Vec<Lane>,
    wakeups: Wakeups,
    changes: Hub,
    memories: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Platform {
    /// A platform of `parts`; its usage log begins to run.
    pub fn new(parts: Parts) -> Self {
        let log = usage::Log::start(parts.database.clone());
        let lanes = lanes(&parts.providers);
        Self(Arc::new(Inner {
            parts,
            credentials: credential::Cache::default(),
            guesses: credential::Guesses::default(),
            log,
            wakeups: Wakeups::of(&lanes),
            lanes,
            changes: Hub::default(),
            memories: Mutex::default(),
        }))
    }

    fn inner(&self) -> &Inner {
        self.0.inner()
    }

    /// A new id, for a request.
    pub fn id(&self) -> Uuid {
        self.clock().id()
    }

    /// Where the time comes from.
    pub fn clock(&self) -> &dyn Clock {
        &*self.inner().parts.clock
    }

    /// Where the data is.
    pub fn database(&self) -> &Database {
        &self.inner().parts.database
    }

    /// The same on behalf of who calls: where many wait for it, in turns of the accounts.
    pub(crate) fn database_of(&self, call: &Call) -> Database {
        self.database().on_behalf_of(call.credential.account)
    }

    /// Who counts requests.
    pub fn limits(&self) -> &Limits {
        &self.inner().parts.limits
    }

    /// The drivers.
    pub fn providers(&self) -> &Providers {
        &self.inner().parts.providers
    }

    /// The ways of queued work: one to each backend, and those that lead to none.
    pub fn lanes(&self) -> &[Lane] {
        &self.inner().lanes
    }

    /// What an area keeps in memory, for as long as the process lives.
    pub fn memory<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut memories = self.inner().memories.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = memories.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        Arc::clone(memory).downcast().expect("it is kept under its own type")
    }

    /// What addresses that it gives out start with; no slash ends it.
    pub fn base_url(&self) -> &str {
        self.inner().parts.base_url.trim_end_matches('/')
    }

    /// How long is kept what does not stay for ever.
    pub fn retention(&self) -> Retention {
        self.inner().parts.retention
    }

    /// When what is due is asked for, and what becomes of what is not paid.
    pub fn billing_terms(&self) -> BillingTerms {
        self.inner().parts.billing_terms
    }

    /// What hosting that costs nothing has.
    pub fn free_hosting(&self) -> FreeHosting {
        self.inner().parts.free_hosting
    }

    /// The server's secret.
    pub fn secret(&self) -> &Secret {
        &self.inner().parts.secret
    }

    /// Wakes the workers: there is something to do.
    pub fn wake(&self) {
        self.inner().wakeups.wake();
    }

    pub(crate) fn wakeups(&self) -> &Wakeups {
        &self.inner().wakeups
    }

    pub(crate) fn changes(&self) -> &Hub {
        &self.inner().changes
    }

    /// How much of its conversions an account may keep at one time.
    pub fn file_budget(&self) -> FileBudget {
        self.inner().parts.file_budget
    }

    /// How many files are converted at the same time.
    pub fn conversions_at_once(&self) -> usize {
        self.inner().parts.conversions_at_once
    }

    /// Where new RSA keys come from.
    pub fn new_rsa_key(&self) -> NewRsaKey {
        self.inner().parts.new_rsa_key
    }

    /// Credentials seen a moment ago.
    pub(super) fn credentials(&self) -> &credential::Cache {
        &self.inner().credentials
    }

    /// What came of tokens a moment ago.
    pub(super) fn guesses(&self) -> &credential::Guesses {
        &self.inner().guesses
    }

    /// How tokens begin.
    pub(super) fn prefixes(&self) -> &Prefixes {
        &self.inner().parts.prefixes
    }

    /// Whose access tokens are taken beside ours.
    pub fn issuers(&self) -> &Issuers {
        &self.inner().parts.issuers
    }

    /// The way of usage entries into the database.
    pub(super) fn usage(&self) -> &usage::Log {
        &self.inner().log
    }
}

/// The ways to all backends, and those that lead to none.
fn lanes(providers: &Providers) -> Vec<Lane> {
    fn to<T: ?Sized>(lanes: &mut Vec<Lane>, port: Port, backends: &Backends<T>) {
        lanes.extend(backends.iter().map(|backend| Lane::to(port, &backend.id)));
    }
    let Providers { registrar, dns, panel, mail, billing, lxc, kvm, store: _, converter: _ } = providers;
    let mut lanes = vec![Lane::PLATFORM, Lane::CONVERTER];
    to(&mut lanes, Port::Registrar, registrar);
    to(&mut lanes, Port::Dns, dns);
    to(&mut lanes, Port::Panel, panel);
    to(&mut lanes, Port::Mail, mail);
    to(&mut lanes, Port::Containers, lxc);
    to(&mut lanes, Port::Machines, kvm);
    if let Some(billing) = billing {
        to(&mut lanes, Port::Billing, billing);
    }
    // What was queued before its record named a backend is the default's.
    for port in [Port::Panel, Port::Mail, Port::Containers, Port::Machines] {
        if !lanes.contains(&Lane::of(port)) {
            lanes.push(Lane::of(port));
        }
    }
    lanes
}
