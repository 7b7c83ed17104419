//! All backends, whatever they are for.
use super::Opened;
use futures_util::future::BoxFuture;
use hosting_core::{
    Database,
    providers::{Failure, Port, SANDBOX, backends::Backends},
};
use hosting_drivers::sandbox;

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
    if let Some((id, driver)) = opened.listed_containers() {
        let db = db.clone();
        listed.push(Named {
            id: id.to_owned(),
            port: Port::Containers,
            driver: driver.as_ref().map_or(SANDBOX, |driver| driver.driver()),
            default: true,
            ping: Box::pin(async move {
                match driver {
                    Some(driver) => driver.ping().await,
                    // Its instances are rows.
                    None => Ok(db.ping().await?),
                }
            }),
        });
    }
    if let Some((id, driver)) = opened.listed_machines() {
        let db = db.clone();
        listed.push(Named {
            id: id.to_owned(),
            port: Port::Machines,
            driver: driver.as_ref().map_or(SANDBOX, |driver| driver.driver()),
            default: true,
            ping: Box::pin(async move {
                match driver {
                    Some(driver) => driver.ping().await,
                    // Its instances are rows.
                    None => Ok(db.ping().await?),
                }
            }),
        });
    }
    listed
}

fn is_default<T: ?Sized>(backends: &Backends<T>, id: &str) -> bool {
    backends.default().is_some_and(|one| one.id == id)
}
