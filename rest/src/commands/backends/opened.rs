//! The backends of the file, each with its driver.
use super::{
    drivers,
    file::{self, Entry},
    named,
    several::Several,
};
use crate::commands::failure::CommandError;
use hosting_core::{
    Database, Secret,
    clock::{Clock, SystemClock},
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
    sandbox::Sandboxes,
};
use std::{path::Path, sync::Arc};

/// What stands behind the platform: of each port the backends that the file lists, or its sandbox.
#[derive(Clone)]
pub struct Ports {
    /// Those that register names.
    pub registrar: Backends<dyn Registrar>,
    /// Those that serve zones.
    pub dns: Backends<dyn Dns>,
    /// Who takes the money; nobody where there is a file that lists none: then the operator says what is paid.
    pub billing: Option<Backends<dyn Billing>>,
    /// Those that take mail.
    pub mail: Backends<dyn Mail>,
    /// Those that have sites.
    pub panel: Backends<dyn Panel>,
    /// Those that run containers.
    pub lxc: Backends<dyn Containers>,
    /// Those that run virtual machines.
    pub kvm: Backends<dyn Hypervisor>,
}

/// What drivers have of the process.
pub struct Behind {
    /// Where the sandboxes and the links into panels are kept.
    pub database: Database,
    /// What seals them.
    pub secret: Secret,
    /// How links begin.
    pub base_url: String,
    /// What is behind a port that the file does not list.
    pub sandboxes: Sandboxes,
}

impl Behind {
    /// In `database`.
    pub fn new(database: &Database, secret: &Secret, base_url: &str) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        Self {
            database: database.clone(),
            secret: secret.clone(),
            base_url: base_url.to_owned(),
            sandboxes: Sandboxes::new(database, &clock, secret, base_url),
        }
    }

    /// The panel `server`, with the platform's own links into it.
    fn links(&self, server: Arc<dyn Server>, id: &str) -> Links {
        let Self { database, secret, base_url, .. } = self;
        Links::new(
            server,
            Some(id.to_owned()),
            database.clone(),
            Arc::new(SystemClock),
            secret.clone(),
            base_url,
        )
    }
}

/// Those of the file at `path`; a port that it leaves out has its sandbox, and without a file each has.
///
/// A backend that a record names cannot be left out.
pub async fn open(path: Option<&Path>, behind: &Behind) -> Result<Ports, CommandError> {
    let entries = path.map(file::read).transpose()?.unwrap_or_default();
    let (mut registrars, mut nameservers) = (Several::default(), Several::default());
    let (mut billing, mut mail, mut panels) = (Several::default(), Several::default(), Several::default());
    let (mut containers, mut machines) = (Several::default(), Several::default());
    let mut faults = Vec::new();
    for entry in entries {
        let Entry { id, port, driver, default, at_once, options } = entry;
        let (named, driver, sandboxes) = (id.clone(), driver.as_str(), &behind.sandboxes);
        let built = match port {
            Port::Registrar => drivers::registrar(driver, options, sandboxes).and_then(|built| {
                if default && !built.keeps_domains() {
                    return Err(format!("default: {driver} keeps no domains"));
                }
                registrars.add(Backend::new(named, built, at_once), default);
                Ok(())
            }),
            Port::Dns => drivers::dns(driver, options, sandboxes)
                .map(|built| nameservers.add(Backend::new(named, built, at_once), default)),
            Port::Billing => drivers::billing(driver, options, sandboxes)
                .map(|built| billing.add(Backend::new(named, built, at_once), default)),
            Port::Mail => drivers::mail(driver, options, sandboxes)
                .map(|built| mail.add(Backend::new(named, built, at_once), default)),
            Port::Panel => drivers::panel(driver, options).map(|built| {
                let panel: Arc<dyn Panel> = match built {
                    Some(server) => Arc::new(behind.links(server, &named)),
                    None => Arc::new(sandboxes.panel.clone()),
                };
                panels.add(Backend::new(named, panel, at_once), default);
            }),
            Port::Containers => drivers::containers(driver, options, sandboxes)
                .map(|built| containers.add(Backend::new(named, built, at_once), default)),
            Port::Machines => drivers::machines(driver, options, sandboxes)
                .map(|built| machines.add(Backend::new(named, built, at_once), default)),
        };
        faults.extend(built.err().map(|why| format!("{id}: {why}")));
    }
    if billing.len() > 1 {
        faults.push("billing: the money is taken by one: there can be one".to_owned());
    }
    if !faults.is_empty() {
        return Err(CommandError::Refused(faults));
    }
    let built_in = behind.sandboxes.clone();
    let ports = Ports {
        registrar: registrars.or(Arc::new(built_in.registrar)),
        dns: nameservers.or(Arc::new(built_in.dns)),
        billing: match path {
            Some(_) => billing.found(),
            None => Some(billing.or(Arc::new(built_in.billing))),
        },
        mail: mail.or(Arc::new(built_in.mail)),
        panel: panels.or(Arc::new(built_in.panel)),
        lxc: containers.or(Arc::new(built_in.lxc)),
        kvm: machines.or(Arc::new(built_in.kvm)),
    };
    named::check(&behind.database, &ports).await?;
    Ok(ports)
}
