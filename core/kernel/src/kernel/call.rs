//! Who asks, from where, by which way, and under which key.
use crate::{
    kernel::{
        credential::Credential,
        effect::Effect,
        ending::Ending,
        facade::Facade,
        limit,
        usage::{self, Settling, UsageEntry},
    },
    refusals::{
        code::{Code, Kind},
        error::{Error, Result},
        scope::Scope,
    },
    values::time::Time,
};
use std::{
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use uuid::Uuid;

/// How a request reached us, as its usage entries say it.
#[derive(Clone, Debug)]
pub struct Via {
    /// The facade.
    pub facade: Facade,
    /// The HTTP method.
    pub method: String,
    /// The route: the template, where ids have no values.
    pub route: String,
    /// The HTTP status of a success and of a refusal on this facade.
    pub status: fn(std::result::Result<Effect, Kind>) -> u16,
}

/// What a facade knows of a request before it knows who asks.
#[derive(Clone, Debug)]
pub struct Request {
    /// Identifies the request.
    pub id: Uuid,
    /// When it arrived.
    pub at: Time,
    /// How it came.
    pub via: Via,
    /// The client's address.
    pub address: IpAddr,
    /// What the client calls itself.
    pub user_agent: Option<String>,
    /// The idempotency key, where one was sent.
    pub key: Option<String>,
}

/// One call: a request whose credential is known.
#[derive(Clone, Debug)]
pub struct Call {
    /// The request.
    pub request: Request,
    /// The credential it came with.
    pub credential: Arc<Credential>,
    /// What stops this credential whatever it asks.
    pub(crate) barred: Option<Barred>,
    /// How many requests the credential may make.
    pub allowance: Option<Allowance>,
    /// Where its usage entries are noted until they are written together.
    pub(crate) tab: Option<Tab>,
    /// Whether it was given a link, a ticket or a signed address.
    pub secret: Arc<AtomicBool>,
    /// How it ends.
    pub ending: Ending,
}

/// How many requests a credential may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// In any 60 seconds.
    pub limit: u32,
    /// More at this moment.
    pub remaining: u32,
}

/// The usage entries of one request that asks for several things: written in one go, before it is answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tab(Arc<Mutex<Vec<UsageEntry>>>);

impl Tab {
    pub fn note(&self, entry: UsageEntry) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
    }

    /// What was noted is refused with the whole.
    pub fn refuse(&self, status: u16, code: Code) {
        for entry in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
            usage::refuse(entry, status, code);
        }
    }

    pub fn take(&self) -> Vec<UsageEntry> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What stops a known credential whatever it asks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Barred {
    Expired,
    Revoked,
    TooOften { limit: u32, retry_after: u32 },
    TooManyAtOnce(usize),
}

impl Call {
    /// The same call for a request that asks for several things: what reads, and what is refused, is noted,
    /// and written down by [`Platform::settle`](crate::kernel::platform::Platform::settle) before anyone is told.
    #[must_use]
    pub fn on_tab(self) -> Self {
        Self { tab: Some(Tab::default()), ..self }
    }

    /// The same call, whose time may be over before it is answered.
    #[must_use]
    pub fn ending(self, ending: Ending) -> Self {
        Self { ending, ..self }
    }

    /// Says that its time is over: what is not written down by now is refused.
    pub fn cut_off(&self) {
        self.ending.cut_off();
    }

    /// What its entries say where its time is over.
    pub(crate) fn settling(&self) -> Settling {
        Settling::new(self.ending.clone(), (self.request.via.status)(Err(Kind::Busy)))
    }

    /// Identifies the request in its answer, the log and the usage entries.
    pub const fn id(&self) -> Uuid {
        self.request.id
    }

    /// How many more requests its credential may make.
    pub const fn allowance(&self) -> Option<Allowance> {
        self.allowance
    }

    /// Whether it was given a link, a ticket or a signed address: whoever reads its answer can use that.
    pub fn holds_secret(&self) -> bool {
        self.secret.load(Ordering::Relaxed)
    }

    /// Notes that it was given one.
    pub(crate) fn note_secret(&self) {
        self.secret.store(true, Ordering::Relaxed);
    }

    /// Whether the credential is stopped whatever it asks.
    pub fn bar(&self) -> Result<()> {
        match self.barred {
            None => Ok(()),
            Some(Barred::Expired) => Err(Error::CredentialExpired),
            Some(Barred::Revoked) => Err(Error::CredentialRevoked),
            Some(Barred::TooOften { limit, retry_after }) => {
                Err(Error::RateLimitExceeded { limit, retry_after })
            }
            Some(Barred::TooManyAtOnce(limit)) => Err(Error::TooManyAtOnce(limit)),
        }
    }

    /// Stops it whatever it asks: its account has `limit` requests that are worked on, which is as many as it may.
    #[must_use]
    pub fn one_too_many(self, limit: usize) -> Self {
        Self { barred: self.barred.or(Some(Barred::TooManyAtOnce(limit))), ..self }
    }

    /// Whether the credential allows `scope` from where it is used.
    pub fn allow(&self, scope: Scope) -> Result<()> {
        self.bar()?;
        if !self.credential.scopes.contains(&scope) {
            return Err(Error::InsufficientScope(scope));
        }
        match limit::networks_allow(&self.credential.networks, self.request.address) {
            true => Ok(()),
            false => Err(Error::IpNotAllowed(self.request.address)),
        }
    }

    /// The idempotency key of a mutation.
    pub fn key(&self) -> Result<&str> {
        let key = self.request.key.as_deref().ok_or(Error::IdempotencyKeyRequired)?;
        let usual = |c: u8| c.is_ascii_alphanumeric() || b"._:-".contains(&c);
        match (8..=128).contains(&key.len()) && key.bytes().all(usual) {
            true => Ok(key),
            false => Err(Error::IdempotencyKeyInvalid),
        }
    }
}
