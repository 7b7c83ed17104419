//! A registry that is asked by EPP over TLS (RFC 5730 to 5734), with keys (RFC 5910), fees (RFC 8748), grace periods
//! (RFC 3915) and its messages.
//!
//! The protocol is spoken here, over `tokio-rustls`, with `roxmltree` to read: both are part of the platform anyway. The
//! crate `instant-epp` (0.5) was looked at and does not serve: it writes whole commands into the log, the password among
//! them; it fails where an answer has more than it expects, and drops what comes with a failure; it has no fees of RFC 8748,
//! no long passwords, and messages of a few kinds only; and it goes on with a connection whose command was given up.
//!
//! Every change begins with a look at what the registry shows, on the same session: what is as it shall be is not asked
//! for, what was cut off is not done twice, and an idle session that has ended is noticed before anything is at stake.
mod check;
mod codes;
mod command;
mod frame;
mod greeting;
mod hosts;
mod info;
mod keys;
mod names;
mod options;
mod poll;
mod pool;
mod privacy;
mod renew;
mod session;
mod shown;
mod tls;
mod update;
mod xml;

use async_trait::async_trait;
use hosting_kernel::{
    providers::{
        Failure,
        registrar::{Acceptance, Availability, Ds, Environment, Host, Message, Registered, Registrar},
        within,
    },
    values::time::Time,
};
use pool::Pool;
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

pub use options::Options;

/// How long the registry is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the connection, with its TLS.
    pub connect: Duration,
    /// For each answer.
    pub answer: Duration,
    /// For all of a call, which can be several commands.
    pub whole: Duration,
    /// How long nothing may be heard on a session before it says hello; registries close after some 10 minutes.
    pub keepalive: Duration,
    /// How long it is left alone after it did not let us in: registries lock an account after a few wrong passwords.
    pub barred: Duration,
}

impl Default for Patience {
    /// 5 s, 15 s, 45 s, 2 minutes and 5 minutes.
    fn default() -> Self {
        let [connect, answer, whole, keepalive, barred] = [5, 15, 45, 120, 300].map(Duration::from_secs);
        Self { connect, answer, whole, keepalive, barred }
    }
}

/// A registry that is asked by EPP.
pub struct Epp {
    pool: Arc<Pool>,
    patience: Patience,
}

impl Epp {
    /// The registry of `options`; what is wrong with them, in words that name the option.
    pub fn new(options: Options) -> Result<Self, String> {
        Self::with_patience(options, Patience::default())
    }

    /// The same, waited for as long as `patience` says.
    pub fn with_patience(options: Options, patience: Patience) -> Result<Self, String> {
        Ok(Self { pool: Pool::new(options.read()?, patience), patience })
    }

    async fn within<T>(&self, call: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        within(self.patience.whole, call).await
    }
}

#[async_trait]
impl Registrar for Epp {
    fn environment(&self) -> Environment {
        self.pool.settings.environment
    }

    fn suffixes(&self) -> Option<&[String]> {
        Some(&self.pool.settings.suffixes)
    }

    async fn check(&self, names: &[String]) -> Result<Vec<Result<Availability, Failure>>, Failure> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        self.within(async { check::check(&mut self.pool.line().await?, names).await }).await
    }

    async fn info(&self, domain: &str) -> Result<Registered, Failure> {
        self.within(async { info::info(&mut self.pool.line().await?, domain).await }).await
    }

    async fn set_name_servers(&self, _: Uuid, domain: &str, hosts: &[Host]) -> Result<Acceptance, Failure> {
        self.within(async { update::set_name_servers(&mut self.pool.line().await?, domain, hosts).await })
            .await
    }

    async fn set_ds(&self, _: Uuid, domain: &str, ds: &[Ds]) -> Result<Acceptance, Failure> {
        self.within(async { keys::set_ds(&mut self.pool.line().await?, domain, ds).await }).await
    }

    async fn renew(
        &self,
        _: Uuid,
        domain: &str,
        current: Time,
        years: u8,
    ) -> Result<Acceptance<Time>, Failure> {
        self.within(async { renew::renew(&mut self.pool.line().await?, domain, current, years).await }).await
    }

    async fn message(&self) -> Result<Option<Message>, Failure> {
        self.within(async { poll::message(&mut self.pool.line().await?).await }).await
    }

    async fn acknowledge(&self, id: &str) -> Result<(), Failure> {
        self.within(async { poll::acknowledge(&mut self.pool.line().await?, id).await }).await
    }

    fn driver(&self) -> &'static str {
        "epp"
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.within(async { self.pool.line().await?.hello().await }).await
    }
}
