//! All backends, whatever they are for.
use super::{Opened, only::Only};
use futures_util::future::BoxFuture;
use hosting_core::{
    Database,
    providers::{Failure, Port, SANDBOX, backends::Backends},
};
use hosting_drivers::{panels::Server, sandbox};

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

/// All that are `opened`, and the sandbox of names and of zones where there is none.
pub fn listed(opened: &Opened, db: &Database) -> Vec<Named> {
    let registrars = opened.registrar(|| sandbox::registrar::Sandbox::new(db.clone()));
    let nameservers = opened.dns(|| sandbox::dns::Sandbox::new(db.clone()));
    let mut listed = Vec::new();
    for backend in registrars.iter() {
        let driver = backend.driver.clone();
        listed.push(Named {
            id: backend.id.clone(),
            port: Port::Registrar,
            driver: driver.driver(),
            default: backend.driver.keeps_domains() && is_default(&registrars, &backend.id),
            ping: Box::pin(async move { driver.ping().await }),
        });
    }
    for backend in nameservers.iter() {
        let driver = backend.driver.clone();
        listed.push(Named {
            id: backend.id.clone(),
            port: Port::Dns,
            driver: driver.driver(),
            default: is_default(&nameservers, &backend.id),
            ping: Box::pin(async move { driver.ping().await }),
        });
    }
    for backend in opened.billing(sandbox::billing::Sandbox::default).iter().flat_map(Backends::iter) {
        let driver = backend.driver.clone();
        listed.push(Named {
            id: backend.id.clone(),
            port: Port::Billing,
            driver: driver.driver(),
            default: true,
            ping: Box::pin(async move { driver.ping().await }),
        });
    }
    let Opened { mail, panels, containers, machines, .. } = opened;
    listed.extend(only(
        db,
        Port::Mail,
        mail,
        |mail| mail.driver(),
        |mail| Box::pin(async move { mail.ping().await }),
    ));
    let server = |panel: &Backends<dyn Server>| panel.default().map_or(SANDBOX, |one| one.driver.driver());
    listed.extend(only(db, Port::Panel, panels, server, |panel| {
        Box::pin(async move {
            match panel.default() {
                Some(one) => one.driver.ping().await,
                None => Ok(()),
            }
        })
    }));
    listed.extend(only(
        db,
        Port::Containers,
        containers,
        |driver| driver.driver(),
        |driver| Box::pin(async move { driver.ping().await }),
    ));
    listed.extend(only(
        db,
        Port::Machines,
        machines,
        |driver| driver.driver(),
        |driver| Box::pin(async move { driver.ping().await }),
    ));
    listed
}

/// The backend of a port that has one.
fn only<D: Clone>(
    db: &Database,
    port: Port,
    only: &Only<D>,
    driver: impl Fn(&D) -> &'static str,
    ping: impl FnOnce(D) -> BoxFuture<'static, Result<(), Failure>>,
) -> Option<Named> {
    let (id, found) = only.listed()?;
    let (id, db) = (id.to_owned(), db.clone());
    let name = found.as_ref().map_or(SANDBOX, driver);
    // What the sandbox has are rows.
    let sandbox = || Box::pin(async move { Ok(db.ping().await?) }) as BoxFuture<'static, _>;
    let ping = found.map_or_else(sandbox, ping);
    Some(Named { id, port, driver: name, default: true, ping })
}

fn is_default<T: ?Sized>(backends: &Backends<T>, id: &str) -> bool {
    backends.default().is_some_and(|one| one.id == id)
}
