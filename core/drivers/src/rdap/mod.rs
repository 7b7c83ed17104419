//! The registries of the world, asked which names are free by RDAP (RFC 7480, 9082, 9083): for the search alone.
//!
//! Each name is looked up at the server that IANA's file names for its longest suffix; what the registry does not know
//! is free. RDAP knows no prices, and not which free names are kept back or cost more. Nothing is kept here of what is
//! answered: the search does that.
mod bootstrap;
mod client;
mod meaning;
mod options;
mod retry_after;
mod server;

use async_trait::async_trait;
use bootstrap::Bootstrap;
use client::{Asker, Missed};
use futures_util::future::{join_all, select_ok};
use hosting_kernel::{
    providers::{
        Failure,
        registrar::{Acceptance, Availability, Ds, Environment, Host, Message, Registered, Registrar},
        within,
    },
    time::Time,
};
use server::Base;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;
use uuid::Uuid;

pub use options::Options;

/// How long a name is waited for: the whole search waits for 2 s.
const PATIENCE: Duration = Duration::from_millis(1500);
/// For how long a server that answered counts as reached.
const LATELY: Duration = Duration::from_secs(30);
/// How many servers are asked at most whether any can be reached.
const PROBES: usize = 3;

/// The registries that answer by RDAP.
pub struct Rdap {
    asker: Asker,
    bootstrap: Bootstrap,
    /// The addresses of each service of `bootstrap`.
    bases: Vec<Vec<Base>>,
    suffixes: Vec<String>,
    patience: Duration,
    /// When a registry answered last.
    answered: Mutex<Option<Instant>>,
}

impl Rdap {
    /// Those that `options` name; what is wrong with them, in words that name the option.
    ///
    /// A name is waited for for 1.5 s, of that half for a connection.
    pub fn new(options: &Options) -> Result<Self, String> {
        Self::with_patience(options, PATIENCE)
    }

    /// The same, with each name waited for no longer than `patience`.
    pub fn with_patience(options: &Options, patience: Duration) -> Result<Self, String> {
        let (bootstrap, suffixes) = options.read()?;
        // Half of it, so that another address can be tried.
        let asker = Asker::new(patience / 2)?;
        let (bases, answered) = (server::bases(&bootstrap), Mutex::default());
        Ok(Self { asker, bootstrap, bases, suffixes, patience, answered })
    }

    /// The addresses that answer for `name`.
    fn bases(&self, name: &str) -> &[Base] {
        self.bootstrap.place(name).map_or(&[], |place| &self.bases[place])
    }

    /// What the first server that is reached says of `name`.
    async fn look_up(&self, name: &str) -> Result<Availability, Failure> {
        let mut failure = Failure::Refused("no registry is known that answers for the name".to_owned());
        for base in self.bases(name) {
            let _place = base.server.place().await?;
            let reply = match self.asker.get(base.domain(name)).await {
                Ok(reply) => reply,
                Err(Missed::Broken(failure)) => return Err(failure),
                Err(Missed::Away(cause)) => {
                    failure = cause;
                    continue;
                }
            };
            let said = meaning::availability(name, &reply);
            match &said {
                Ok(_) => self.has_answered(),
                Err(Failure::NotNow { wait, .. }) => base.server.leave_alone(*wait),
                Err(_) => {
                    tracing::warn!(url = %base.domain(name), status = %reply.status, "no answer of RDAP");
                }
            }
            return said;
        }
        Err(failure)
    }

    /// Whether the server at `base` can be asked: what it answers is its own matter, since not all know `help`.
    async fn reach(&self, base: &Base) -> Result<(), Failure> {
        base.server.is_asked()?;
        match self.asker.get(base.help()).await {
            Ok(reply) if reply.status.is_server_error() => {
                Err(Failure::Unavailable(format!("the registry answers {}", reply.status.as_u16())))
            }
            Ok(_) => Ok(()),
            Err(Missed::Away(failure) | Missed::Broken(failure)) => Err(failure),
        }
    }

    /// The first servers of the suffixes, each once.
    fn probes(&self) -> Vec<&Base> {
        let mut probes: Vec<&Base> = Vec::new();
        for base in self.suffixes.iter().filter_map(|suffix| self.bases(suffix).first()) {
            if probes.len() < PROBES && !probes.iter().any(|known| Arc::ptr_eq(&known.server, &base.server)) {
                probes.push(base);
            }
        }
        probes
    }

    fn has_answered(&self) {
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn has_answered_lately(&self) -> bool {
        let answered = *self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        answered.is_some_and(|at| at.elapsed() < LATELY)
    }
}

#[async_trait]
impl Registrar for Rdap {
    fn environment(&self) -> Environment {
        Environment::Production
    }

    fn suffixes(&self) -> Option<&[String]> {
        Some(&self.suffixes)
    }

    fn keeps_domains(&self) -> bool {
        false
    }

    async fn check(&self, names: &[String]) -> Result<Vec<Result<Availability, Failure>>, Failure> {
        // Each has its own time: a server that is slow holds up its own names alone.
        let each = names.iter().map(|name| within(self.patience, self.look_up(name)));
        Ok(join_all(each).await)
    }

    async fn info(&self, _: &str) -> Result<Registered, Failure> {
        Err(keeps_none())
    }

    async fn set_name_servers(&self, _: Uuid, _: &str, _: &[Host]) -> Result<Acceptance, Failure> {
        Err(keeps_none())
    }

    async fn set_ds(&self, _: Uuid, _: &str, _: &[Ds]) -> Result<Acceptance, Failure> {
        Err(keeps_none())
    }

    async fn renew(&self, _: Uuid, _: &str, _: Time, _: u8) -> Result<Acceptance<Time>, Failure> {
        Err(keeps_none())
    }

    async fn message(&self) -> Result<Option<Message>, Failure> {
        Ok(None)
    }

    async fn acknowledge(&self, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn driver(&self) -> &'static str {
        "rdap"
    }

    /// Nothing is asked where a registry answered in the last 30 s; else one of the first three servers of the suffixes
    /// has to be reached.
    async fn ping(&self) -> Result<(), Failure> {
        if self.has_answered_lately() {
            return Ok(());
        }
        let probes = self.probes();
        let asked = select_ok(probes.iter().map(|base| Box::pin(self.reach(base))));
        within(self.patience, async { asked.await.map(|_| ()) }).await?;
        self.has_answered();
        Ok(())
    }
}

fn keeps_none() -> Failure {
    let why =
        "RDAP only says which names are free: domains have to be with another backend of the port registrar";
    Failure::Misconfigured(why.to_owned())
}
