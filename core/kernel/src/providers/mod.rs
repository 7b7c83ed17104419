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

use crate::providers::{
    backends::{Backend, Backends},
    hypervisor::InstanceKind,
};
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

/// The backends that were chosen, one or several of each port; billing may have none: the operator says what is paid
/// then. Files have one store and one converter.
#[derive(Clone)]
pub struct Providers {
    /// Where names are registered.
    pub registrar: Backends<dyn registrar::Registrar>,
    /// Where zones are served.
    pub dns: Backends<dyn dns::Dns>,
    /// Where sites are.
    pub panel: Backends<dyn panel::Panel>,
    /// Where mail is taken.
    pub mail: Backends<dyn mail::Mail>,
    /// Who takes the money, if that is to be asked.
    pub billing: Option<Backends<dyn billing::Billing>>,
    /// Where containers run.
    pub lxc: Backends<dyn hypervisor::Containers>,
    /// Where virtual machines run.
    pub kvm: Backends<dyn hypervisor::Hypervisor>,
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
        for (name, backend) in mail.names(Port::Mail) {
            let driver = Arc::clone(&backend.driver);
            checks.push(check(name, driver.driver(), ping(async move { driver.ping().await })));
        }
        for (name, backend) in panel.names(Port::Panel) {
            let driver = Arc::clone(&backend.driver);
            checks.push(check(name, driver.driver(), ping(async move { driver.ping().await })));
        }
        for (name, backend) in lxc.names(Port::Containers) {
            let driver = Arc::clone(&backend.driver);
            checks.push(check(name, driver.driver(), ping(async move { driver.ping().await })));
        }
        for (name, backend) in kvm.names(Port::Machines) {
            let driver = Arc::clone(&backend.driver);
            checks.push(check(name, driver.driver(), ping(async move { driver.ping().await })));
        }
        checks.extend([
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
    pub fn hypervisors(&self, kind: InstanceKind) -> Backends<dyn hypervisor::Hypervisor> {
        match kind {
            InstanceKind::Lxc => self.lxc.map(|driver| Arc::clone(driver) as _),
            InstanceKind::Kvm => self.kvm.clone(),
        }
    }

    /// Where the instances of `kind` run that name `named`, or nothing.
    pub fn hypervisor(
        &self,
        kind: InstanceKind,
        named: Option<&str>,
    ) -> Result<Backend<dyn hypervisor::Hypervisor>, Failure> {
        match kind {
            InstanceKind::Lxc => Ok(self.lxc.of(named)?.map(|driver| Arc::clone(driver) as _)),
            InstanceKind::Kvm => Ok(self.kvm.of(named)?.map(Arc::clone)),
        }
    }

    /// For how long the backend `name` of `port` is left alone because it could not be reached; `name` is its id, or the
    /// port's name for the default. Nothing where it is asked.
    pub fn alone_for(&self, port: Port, name: &str) -> Option<Duration> {
        fn of<T: ?Sized>(backends: &Backends<T>, port: Port, name: &str) -> Option<Duration> {
            let named = backends.names(port).find(|(known, _)| *known == name).map(|(_, backend)| backend);
            named.or_else(|| backends.default())?.alone_for()
        }
        match port {
            Port::Registrar => of(&self.registrar, port, name),
            Port::Dns => of(&self.dns, port, name),
            Port::Mail => of(&self.mail, port, name),
            Port::Panel => of(&self.panel, port, name),
            Port::Containers => of(&self.lxc, port, name),
            Port::Machines => of(&self.kvm, port, name),
            Port::Billing => of(self.billing.as_ref()?, port, name),
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
