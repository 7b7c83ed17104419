//! The ports to what stands behind the platform: what each is asked, and what a driver of it must do.
//!
//! The drivers are a package of their own, `core/drivers`.
pub mod backends;
pub mod billing;
mod circuit;
pub mod converter;
pub mod dns;
mod failure;
pub mod hypervisor;
pub mod issuer;
pub mod mail;
pub mod panel;
mod port;
pub mod registrar;
pub mod store;

pub use failure::Failure;
pub use port::{Port, SANDBOX};

use crate::providers::{backends::Backends, hypervisor::InstanceKind};
use futures_util::future::BoxFuture;
use std::{sync::Arc, time::Duration};

/// What stands behind a port, and whether it can be asked.
pub struct Check {
    /// What it is called: the backend's id, or the port's name where nobody named it.
    pub name: String,
    /// What drives it.
    pub driver: &'static str,
    /// Whether it can be asked.
    pub ping: BoxFuture<'static, bool>,
}

/// The drivers that were chosen, one for each port; billing may have none: the operator says what is paid then.
#[derive(Clone)]
pub struct Providers {
    /// Where names are registered.
    pub registrar: Backends<dyn registrar::Registrar>,
    /// Where zones are served.
    pub dns: Backends<dyn dns::Dns>,
    /// Where sites are.
    pub panel: Arc<dyn panel::Panel>,
    /// Where mail is taken.
    pub mail: Arc<dyn mail::Mail>,
    /// Who takes the money, if that is to be asked.
    pub billing: Option<Backends<dyn billing::Billing>>,
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
        let Self { registrar, dns, mail, panel, billing, lxc, kvm, store, converter } = self.clone();
        let check = |name: &str, driver, ping| Check { name: name.to_owned(), driver, ping };
        let mut checks = Vec::new();
        for (name, backend) in registrar.names(Port::Registrar) {
            let driver = Arc::clone(&backend.driver);
            checks.push(check(name, driver.driver(), ping(async move { driver.ping().await })));
        }
        for (name, backend) in dns.names(Port::Dns) {
            let driver = Arc::clone(&backend.driver);
            checks.push(check(name, driver.driver(), ping(async move { driver.ping().await })));
        }
        for (name, backend) in billing.iter().flat_map(|billing| billing.names(Port::Billing)) {
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
