//! The backends of the file, each with its driver.
use super::{
    file::{self, Entry},
    given::{Given, Nothing},
};
use crate::commands::failure::CommandError;
use hosting_core::{
    Database,
    domains::{backends_of_domains, backends_of_zones},
    providers::{
        Port, SANDBOX,
        backends::{Backend, Backends},
        dns::Dns,
        hypervisor::{Containers, Hypervisor},
        registrar::Registrar,
    },
};
use hosting_drivers::{
    dnsupdate::DnsUpdate, epp::Epp, incus::Incus, powerdns::PowerDns, rdap::Rdap, sandbox,
};
use std::{path::Path, sync::Arc};

/// The backends behind the ports that can have several.
pub struct Opened {
    /// Those that register names, where the file lists any.
    registrar: Option<Backends<dyn Registrar>>,
    /// Those that serve zones, where the file lists any.
    dns: Option<Backends<dyn Dns>>,
    /// What runs containers, with its id, where the file lists it; nothing drives what is the sandbox.
    containers: Option<(String, Option<Arc<dyn Containers>>)>,
    /// What runs virtual machines, likewise.
    machines: Option<(String, Option<Arc<dyn Hypervisor>>)>,
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

    /// What runs containers; the sandbox where the file lists nothing else.
    pub fn containers(&self, sandbox: impl FnOnce() -> sandbox::hypervisor::Sandbox) -> Arc<dyn Containers> {
        let listed = self.listed_containers().and_then(|(_, driver)| driver);
        listed.unwrap_or_else(|| Arc::new(sandbox()))
    }

    /// What runs containers, with its id, where the file lists it; nothing drives what is the sandbox.
    pub fn listed_containers(&self) -> Option<(&str, Option<Arc<dyn Containers>>)> {
        self.containers.as_ref().map(|(id, driver)| (id.as_str(), driver.clone()))
    }

    /// What runs virtual machines; the sandbox where the file lists nothing else.
    pub fn machines(&self, sandbox: impl FnOnce() -> sandbox::hypervisor::Sandbox) -> Arc<dyn Hypervisor> {
        let listed = self.listed_machines().and_then(|(_, driver)| driver);
        listed.unwrap_or_else(|| Arc::new(sandbox()))
    }

    /// What runs virtual machines, with its id, where the file lists it; nothing drives what is the sandbox.
    pub fn listed_machines(&self) -> Option<(&str, Option<Arc<dyn Hypervisor>>)> {
        self.machines.as_ref().map(|(id, driver)| (id.as_str(), driver.clone()))
    }
}

/// Those of the file at `path`; a port that it leaves out has its sandbox, and without a file each has.
///
/// A backend that a record names cannot be left out.
pub async fn open(path: Option<&Path>, db: &Database) -> Result<Opened, CommandError> {
    let entries = path.map(file::read).transpose()?.unwrap_or_default();
    let (mut registrars, mut nameservers) = (Listed::default(), Listed::default());
    let (mut hypervisors, mut running) = (Vec::new(), None);
    let (mut hosts, mut hosting) = (Vec::new(), None);
    let mut faults = Vec::new();
    for entry in entries {
        let Entry { id, port, driver, default, at_once, options } = entry;
        let built = match port {
            Port::Registrar => registrar(&driver, options, db).and_then(|built| {
                if default && !built.keeps_domains() {
                    return Err(format!("default: {driver} keeps no domains"));
                }
                registrars.add(Backend::new(id.clone(), built, at_once), default);
                Ok(())
            }),
            Port::Dns => dns(&driver, options, db)
                .map(|built| nameservers.add(Backend::new(id.clone(), built, at_once), default)),
            Port::Containers => {
                hypervisors.push(id.clone());
                containers(&driver, options).map(|built| running = Some((id.clone(), built)))
            }
            Port::Machines => {
                hosts.push(id.clone());
                machines(&driver, options).map(|built| hosting = Some((id.clone(), built)))
            }
            port => Err(format!("port: there is only the built-in sandbox for {} yet", port.name())),
        };
        faults.extend(built.err().map(|why| format!("{id}: {why}")));
    }
    if hypervisors.len() > 1 {
        faults.push(format!(
            "{}: containers cannot name their backend yet: there can be one",
            hypervisors.join(", ")
        ));
    }
    if hosts.len() > 1 {
        faults.push(format!(
            "{}: virtual machines cannot name their backend yet: there can be one",
            hosts.join(", ")
        ));
    }
    if !faults.is_empty() {
        return Err(CommandError::Refused(faults));
    }
    let (registrar, dns) = (registrars.backends(), nameservers.backends());
    let opened = Opened { registrar, dns, containers: running, machines: hosting };
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

fn registrar(driver: &str, options: Given, db: &Database) -> Result<Arc<dyn Registrar>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandbox::registrar::Sandbox::new(db.clone()))
        }
        "epp" => {
            let secrets = ["password", "client_certificate", "client_key"];
            Arc::new(Epp::new(options.read(&secrets)?)?)
        }
        "rdap" => Arc::new(Rdap::new(&options.read(&[])?)?),
        other => return Err(format!("driver: `{other}` is none for registrar: sandbox, epp or rdap")),
    })
}

fn dns(driver: &str, options: Given, db: &Database) -> Result<Arc<dyn Dns>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandbox::dns::Sandbox::new(db.clone()))
        }
        "powerdns" => Arc::new(PowerDns::new(options.read(&["api_key"])?)?),
        "dnsupdate" => Arc::new(DnsUpdate::new(options.read(&["tsig_secret"])?)?),
        other => return Err(format!("driver: `{other}` is none for dns: sandbox, powerdns or dnsupdate")),
    })
}

/// Nothing where it is the sandbox, which needs what only the process has.
fn containers(driver: &str, options: Given) -> Result<Option<Arc<dyn Containers>>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            None
        }
        "incus" => Some(Arc::new(Incus::new(options.read(&["client_certificate", "client_key"])?)?)),
        other => return Err(format!("driver: `{other}` is none for containers: sandbox or incus")),
    })
}

/// Nothing where it is the sandbox, which needs what only the process has.
fn machines(driver: &str, options: Given) -> Result<Option<Arc<dyn Hypervisor>>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            None
        }
        #[cfg(feature = "libvirt")]
        "libvirt" => Some(Arc::new(hosting_drivers::libvirt::Libvirt::new(&options.read(&[])?)?)),
        #[cfg(not(feature = "libvirt"))]
        "libvirt" => {
            let how = "it needs libvirt's C library: `cargo build --release --features libvirt` makes one that has it";
            return Err(format!("driver: `libvirt` is not built in; {how}"));
        }
        other => return Err(format!("driver: `{other}` is none for machines: sandbox or libvirt")),
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(driver: &str, options: &str) -> String {
        machines(driver, Given(options.parse().expect("a table"))).err().expect("it is wrong")
    }

    #[test]
    fn virtual_machines_have_their_drivers() {
        assert!(machines(SANDBOX, Given(toml::Table::new())).expect("it is there").is_none());
        assert!(refused("incus", "").contains("sandbox or libvirt"));
        let refusal = refused("libvirt", "url = \"qemu:///system\"");
        match cfg!(feature = "libvirt") {
            true => assert!(refusal.contains("`url`"), "{refusal}"),
            false => assert!(refusal.contains("not built in") && refusal.contains("--features"), "{refusal}"),
        }
    }
}
