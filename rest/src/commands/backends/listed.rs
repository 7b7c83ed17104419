//! All backends, whatever they are for.
use super::Ports;
use futures_util::future::BoxFuture;
use hosting_core::providers::{
    Failure, Port,
    backends::{Backend, Backends},
};

/// A backend, whatever it is for.
pub struct Named {
    /// Its id.
    pub id: String,
    /// What it is for.
    pub port: Port,
    /// What drives it.
    pub driver: &'static str,
    /// Whether it takes what names none of its port.
    pub default: bool,
    /// Whether it can be asked.
    pub ping: BoxFuture<'static, Result<(), Failure>>,
}

/// All that stand behind the platform, port by port.
pub fn listed(ports: &Ports) -> Vec<Named> {
    let Ports { registrar, dns, billing, mail, panel, lxc, kvm } = ports.clone();
    let mut listed = Vec::new();
    for backend in registrar.iter() {
        let driver = backend.driver.clone();
        let (name, keeps_domains) = (driver.driver(), driver.keeps_domains());
        let named = one(Port::Registrar, &registrar, backend, name, async move { driver.ping().await });
        listed.push(Named { default: named.default && keeps_domains, ..named });
    }
    for backend in dns.iter() {
        let driver = backend.driver.clone();
        listed.push(one(Port::Dns, &dns, backend, driver.driver(), async move { driver.ping().await }));
    }
    if let Some(billing) = &billing {
        for backend in billing.iter() {
            let driver = backend.driver.clone();
            let name = driver.driver();
            listed.push(one(Port::Billing, billing, backend, name, async move { driver.ping().await }));
        }
    }
    for backend in mail.iter() {
        let driver = backend.driver.clone();
        listed.push(one(Port::Mail, &mail, backend, driver.driver(), async move { driver.ping().await }));
    }
    for backend in panel.iter() {
        let driver = backend.driver.clone();
        listed.push(one(Port::Panel, &panel, backend, driver.driver(), async move { driver.ping().await }));
    }
    for backend in lxc.iter() {
        let driver = backend.driver.clone();
        listed.push(one(
            Port::Containers,
            &lxc,
            backend,
            driver.driver(),
            async move { driver.ping().await },
        ));
    }
    for backend in kvm.iter() {
        let driver = backend.driver.clone();
        listed.push(one(Port::Machines, &kvm, backend, driver.driver(), async move { driver.ping().await }));
    }
    listed
}

fn one<T: ?Sized>(
    port: Port,
    all: &Backends<T>,
    backend: &Backend<T>,
    driver: &'static str,
    ping: impl Future<Output = Result<(), Failure>> + Send + 'static,
) -> Named {
    let id = backend.id.clone();
    let default = all.default().is_some_and(|default| default.id == id);
    Named { id, port, driver, default, ping: Box::pin(ping) }
}
