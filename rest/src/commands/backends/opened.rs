//! The backends of the file, each with its driver.
use super::{
    drivers,
    file::{self, Entry},
    only::Only,
};
use crate::commands::failure::CommandError;
use hosting_core::{
    Database,
    domains::{backends_of_domains, backends_of_zones},
    providers::{
        Port,
        backends::{Backend, Backends},
        billing::Billing,
        dns::Dns,
        hypervisor::{Containers, Hypervisor},
        mail::Mail,
        panel::Panel,
        registrar::Registrar,
    },
};
use hosting_drivers::{
    panels::{Links, Server},
    sandbox,
};
use std::{path::Path, sync::Arc};

/// The backends that the file lists.
pub struct Opened {
    /// Those that register names, where the file lists any.
    registrar: Option<Backends<dyn Registrar>>,
    /// Those that serve zones, where the file lists any.
    dns: Option<Backends<dyn Dns>>,
    /// Who takes the money, where the file lists it; the sandbox where there is no file.
    billing: Billed,
    /// What takes mail.
    pub mail: Only<Arc<dyn Mail>>,
    /// Where sites are.
    pub panels: Only<Backends<dyn Server>>,
    /// What runs containers.
    pub containers: Only<Arc<dyn Containers>>,
    /// What runs virtual machines.
    pub machines: Only<Arc<dyn Hypervisor>>,
}

impl Opened {
    /// Those that register names; the sandbox where the file lists none.
    pub fn registrar(
        &self,
        sandbox: impl FnOnce() -> sandbox::registrar::Sandbox,
    ) -> Backends<dyn Registrar> {
        let sandbox = || (Arc::new(sandbox()) as Arc<dyn Registrar>).into();
        self.registrar.clone().unwrap_or_else(sandbox)
    }

    /// Those that serve zones; the sandbox where the file lists none.
    pub fn dns(&self, sandbox: impl FnOnce() -> sandbox::dns::Sandbox) -> Backends<dyn Dns> {
        self.dns.clone().unwrap_or_else(|| (Arc::new(sandbox()) as Arc<dyn Dns>).into())
    }

    /// Who takes the money; the sandbox where there is no file, and nobody where the file lists none: then the operator
    /// says what is paid.
    pub fn billing(
        &self,
        sandbox: impl FnOnce() -> sandbox::billing::Sandbox,
    ) -> Option<Backends<dyn Billing>> {
        match &self.billing {
            Billed::Sandbox => Some((Arc::new(sandbox()) as Arc<dyn Billing>).into()),
            Billed::Nobody => None,
            Billed::By(backends) => Some(backends.clone()),
        }
    }

    /// Where sites are, with the platform's own links into it, which `links` makes; the sandbox where the file lists
    /// nothing else.
    pub fn panel(
        &self,
        links: impl FnOnce(Backends<dyn Server>) -> Links,
        sandbox: impl FnOnce() -> sandbox::panel::Sandbox,
    ) -> Arc<dyn Panel> {
        match self.panels.listed().and_then(|(_, server)| server) {
            Some(server) => Arc::new(links(server)),
            None => Arc::new(sandbox()),
        }
    }
}

/// Who takes the money.
enum Billed {
    Sandbox,
    Nobody,
    By(Backends<dyn Billing>),
}

/// Those of the file at `path`; a port that it leaves out has its sandbox, and without a file each has.
///
/// A backend that a record names cannot be left out.
pub async fn open(path: Option<&Path>, db: &Database) -> Result<Opened, CommandError> {
    let entries = path.map(file::read).transpose()?.unwrap_or_default();
    let (mut registrars, mut nameservers) = (Listed::default(), Listed::default());
    let mut billing = Listed::default();
    let (mut mail, mut panels) = (Only::default(), Only::default());
    let (mut containers, mut machines) = (Only::default(), Only::default());
    let mut faults = Vec::new();
    for entry in entries {
        let Entry { id, port, driver, default, at_once, options } = entry;
        let (named, driver) = (id.clone(), driver.as_str());
        let built = match port {
            Port::Registrar => drivers::registrar(driver, options, db).and_then(|built| {
                if default && !built.keeps_domains() {
                    return Err(format!("default: {driver} keeps no domains"));
                }
                registrars.add(Backend::new(named, built, at_once), default);
                Ok(())
            }),
            Port::Dns => drivers::dns(driver, options, db)
                .map(|built| nameservers.add(Backend::new(named, built, at_once), default)),
            Port::Billing => drivers::billing(driver, options)
                .map(|built| billing.add(Backend::new(named, built, at_once), default)),
            Port::Mail => drivers::mail(driver, options).map(|built| mail.add(named, built)),
            Port::Panel => drivers::panel(driver, options).map(|built| {
                let bounded = |built| Backend::new(named.clone(), built, at_once);
                let server = built.map(|built| Backends::new(vec![bounded(built)], Some(0)));
                panels.add(named.clone(), server);
            }),
            Port::Containers => {
                drivers::containers(driver, options).map(|built| containers.add(named, built))
            }
            Port::Machines => drivers::machines(driver, options).map(|built| machines.add(named, built)),
        };
        faults.extend(built.err().map(|why| format!("{id}: {why}")));
    }
    let several = [
        mail.several("mail domains"),
        panels.several("sites"),
        containers.several("containers"),
        machines.several("virtual machines"),
    ];
    faults.extend(several.into_iter().flatten());
    if billing.all.len() > 1 {
        faults.push("billing: the money is taken by one: there can be one".to_owned());
    }
    if !faults.is_empty() {
        return Err(CommandError::Refused(faults));
    }
    let (registrar, dns) = (registrars.backends(), nameservers.backends());
    let billing = match billing.backends() {
        Some(backends) => Billed::By(backends),
        None if path.is_some() => Billed::Nobody,
        None => Billed::Sandbox,
    };
    let opened = Opened { registrar, dns, billing, mail, panels, containers, machines };
    named(db, &opened).await?;
    Ok(opened)
}

/// The backends of one port, as they are found.
struct Listed<T: ?Sized> {
    all: Vec<Backend<T>>,
    default: Option<usize>,
}

impl<T: ?Sized> Default for Listed<T> {
    fn default() -> Self {
        Self { all: Vec::new(), default: None }
    }
}

impl<T: ?Sized> Listed<T> {
    fn add(&mut self, backend: Backend<T>, is_default: bool) {
        if is_default {
            self.default = Some(self.all.len());
        }
        self.all.push(backend);
    }

    /// Nothing where there is none: the port has its sandbox then.
    fn backends(self) -> Option<Backends<T>> {
        (!self.all.is_empty()).then(|| Backends::new(self.all, self.default))
    }
}

/// Refuses where records name backends that are not there.
async fn named(db: &Database, opened: &Opened) -> Result<(), CommandError> {
    let registrars = opened.registrar(|| sandbox::registrar::Sandbox::new(db.clone()));
    let nameservers = opened.dns(|| sandbox::dns::Sandbox::new(db.clone()));
    let mut told = Vec::new();
    for (id, domains) in backends_of_domains(db).await? {
        if !registrars.find(&id).is_ok_and(|backend| backend.driver.keeps_domains()) {
            told.push(format!("{id}: has {domains} domains, and cannot be left out of --backends"));
        }
    }
    for (id, zones) in backends_of_zones(db).await? {
        if nameservers.find(&id).is_err() {
            told.push(format!("{id}: serves {zones} zones, and cannot be left out of --backends"));
        }
    }
    if told.is_empty() { Ok(()) } else { Err(CommandError::Refused(told)) }
}
