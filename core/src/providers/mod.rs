//! The ports to what stands behind the platform: what each is asked, and what a driver of it must do.
//!
//! The drivers are a package of their own, `core/drivers`.
pub mod backends;
mod circuit;
pub mod converter;
pub mod dns;
pub mod hypervisor;
pub mod issuer;
pub mod mail;
pub mod panel;
pub mod registrar;
pub mod store;

use crate::{
    providers::{backends::Backends, hypervisor::InstanceKind},
    refusals::error::Error,
};
use futures_util::future::BoxFuture;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};

/// Why a backend did not do what it was asked to: in the words of the log. Customers are [`told`](Self::told) it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It will not; asking again is of no use.
    #[error("refused: {0}")]
    Refused(String),
    /// What it was asked about is not there.
    #[error("refused: {0}")]
    NotThere(String),
    /// What it has by now is not what the work was about: somebody else has changed it.
    #[error("unavailable: {0}")]
    Conflict(String),
    /// It cannot now.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// It is not to be asked before that long.
    #[error("unavailable: {why}; not before {} s", wait.as_secs())]
    NotNow {
        /// How long it is to be left alone.
        wait: Duration,
        /// Why.
        why: String,
    },
    /// It does not let the platform in, or not do this: the cause is for the operator alone.
    #[error("misconfigured: {0}")]
    Misconfigured(String),
    /// It did not answer in time; what was asked may have been done.
    #[error("timeout: no answer in time")]
    Timeout,
    /// The platform failed on the way to it: the cause is for the log alone.
    #[error("unavailable: {0}")]
    Ours(String),
}

impl Failure {
    /// The platform's own failure on the way to a backend.
    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
    pub fn ours(cause: impl ToString) -> Self {
        Self::Ours(cause.to_string())
    }

    /// What the customer is told of it.
    pub fn told(&self) -> String {
        match self {
            Self::Ours(_) | Self::Misconfigured(_) => {
                "unavailable: something went wrong on our side".to_owned()
            }
            Self::Refused(_)
            | Self::NotThere(_)
            | Self::Conflict(_)
            | Self::Unavailable(_)
            | Self::NotNow { .. }
            | Self::Timeout => self.to_string(),
        }
    }
}

impl From<Error> for Failure {
    fn from(cause: Error) -> Self {
        match cause {
            Error::Internal(cause) => Self::Ours(cause),
            other => Self::Unavailable(other.to_string()),
        }
    }
}

/// The database of a driver that keeps its own there: one that is away is a backend that is.
impl From<DbErr> for Failure {
    fn from(cause: DbErr) -> Self {
        Error::from(cause).into()
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(_)
            | Failure::NotThere(_)
            | Failure::Conflict(_)
            | Failure::Unavailable(_)
            | Failure::NotNow { .. } => Self::ProviderFailed(failure.told()),
            Failure::Misconfigured(ref cause) => {
                tracing::error!(cause, "a backend is misconfigured");
                Self::ProviderFailed(failure.told())
            }
            Failure::Timeout => Self::ProviderTimeout,
            Failure::Ours(cause) => Self::Internal(cause),
        }
    }
}

/// What the drivers of all sandboxes are called.
pub const SANDBOX: &str = "sandbox";

/// What a backend is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    /// Where names are registered.
    Registrar,
    /// Where zones are served.
    Dns,
    /// Where mail is taken.
    Mail,
    /// Where sites are.
    Panel,
    /// Where containers run.
    Containers,
    /// Where virtual machines run.
    Machines,
}

impl Port {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Registrar, Self::Dns, Self::Mail, Self::Panel, Self::Containers, Self::Machines];

    /// Its name in files, figures and the queue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registrar => "registrar",
            Self::Dns => "dns",
            Self::Mail => "mail",
            Self::Panel => "panel",
            Self::Containers => "containers",
            Self::Machines => "machines",
        }
    }
}

/// What stands behind a port, and whether it can be asked.
pub struct Check {
    /// What it is called: the backend's id, or the port's name where nobody named it.
    pub name: String,
    /// What drives it.
    pub driver: &'static str,
    /// Whether it can be asked.
    pub ping: BoxFuture<'static, bool>,
}

/// The drivers that were chosen, one for each port.
#[derive(Clone)]
pub struct Providers {
    /// Where names are registered.
    pub registrar: Arc<dyn registrar::Registrar>,
    /// Where zones are served.
    pub dns: Backends<dyn dns::Dns>,
    /// Where sites are.
    pub panel: Arc<dyn panel::Panel>,
    /// Where mail is taken.
    pub mail: Arc<dyn mail::Mail>,
    /// Where containers run.
    pub lxc: Arc<dyn hypervisor::Containers>,
    /// Where virtual machines run.
    pub kvm: Arc<dyn hypervisor::Hypervisor>,
    /// Where files are.
    pub store: Arc<dyn store::Store>,
    /// What converts them.
    pub converter: Arc<dyn converter::Converter>,
}

impl Providers {
    /// Each, by its name.
    pub fn checks(&self) -> Vec<Check> {
        let Self { registrar, dns, mail, panel, lxc, kvm, store, converter } = self.clone();
        let check = |name: &str, driver, ping| Check { name: name.to_owned(), driver, ping };
        let mut checks =
            vec![check("registrar", registrar.driver(), ping(async move { registrar.ping().await }))];
        for (name, backend) in dns.names(Port::Dns) {
            let driver = Arc::clone(&backend.driver);
            checks.push(check(name, driver.driver(), ping(async move { driver.ping().await })));
        }
        checks.extend([
            check("mail", mail.driver(), ping(async move { mail.ping().await })),
            check("panel", panel.driver(), ping(async move { panel.ping().await })),
            check("lxc", lxc.driver(), ping(async move { lxc.ping().await })),
            check("kvm", kvm.driver(), ping(async move { kvm.ping().await })),
            check("store", store.driver(), ping(async move { store.ping().await })),
            check("converter", converter.driver(), ping(async move { converter.ping().await })),
        ]);
        checks
    }

    /// What is only a sandbox, in which nothing reaches the world.
    pub fn sandboxes(&self) -> Vec<String> {
        let checks = self.checks().into_iter();
        checks.filter(|check| check.driver == SANDBOX).map(|check| check.name).collect()
    }

    /// Where instances of `kind` run.
    pub fn hypervisor(&self, kind: InstanceKind) -> &dyn hypervisor::Hypervisor {
        match kind {
            InstanceKind::Lxc => &*self.lxc,
            InstanceKind::Kvm => &*self.kvm,
        }
    }
}

fn ping(asked: impl Future<Output = Result<(), Failure>> + Send + 'static) -> BoxFuture<'static, bool> {
    Box::pin(async move { asked.await.is_ok() })
}

/// Does `call` within `limit`.
pub async fn within<T>(
    limit: Duration,
    call: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::time::timeout(limit, call).await.unwrap_or(Err(Failure::Timeout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_with_us_is_for_the_log_alone() {
        let cause = "no such table: instance";
        let ours = Failure::from(Error::Internal(cause.to_owned()));
        assert_eq!(ours, Failure::ours(cause));
        assert!(ours.to_string().contains(cause), "the log has it");
        assert!(!ours.told().contains(cause), "the customer does not: {}", ours.told());
        assert!(matches!(Error::from(ours), Error::Internal(kept) if kept == cause));
        let wrong_key = Failure::Misconfigured("401: wrong key of ns1".to_owned());
        assert!(!wrong_key.told().contains("key"), "nor of what the operator has to see to");
        assert!(matches!(Error::from(wrong_key), Error::ProviderFailed(said) if !said.contains("key")));
        let theirs = Failure::Refused("the domain is locked".to_owned());
        assert_eq!(theirs.told(), "refused: the domain is locked");
    }
}
