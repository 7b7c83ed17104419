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
        hypervisor::Containers,
        panel::Panel,
        registrar::Registrar,
    },
};
use hosting_drivers::{
    cockpit::Cockpit,
    directadmin::DirectAdmin,
    dnsupdate::DnsUpdate,
    epp::Epp,
    incus::Incus,
    panels::{Links, Server},
    powerdns::PowerDns,
    rdap::Rdap,
    sandbox,
    whm::Whm,
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
    /// Where sites are, with its id, where the file lists it; nothing drives what is the sandbox.
    panel: Option<(String, Option<Backends<dyn Server>>)>,
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

    /// Where sites are, with the platform's own links into it, which `links` makes; the sandbox where the file lists
    /// nothing else.
    pub fn panel(
        &self,
        links: impl FnOnce(Backends<dyn Server>) -> Links,
        sandbox: impl FnOnce() -> sandbox::panel::Sandbox,
    ) -> Arc<dyn Panel> {
        match self.listed_panel().and_then(|(_, server)| server) {
            Some(server) => Arc::new(links(server)),
            None => Arc::new(sandbox()),
        }
    }

    /// Where sites are, with its id, where the file lists it; nothing drives what is the sandbox.
    pub fn listed_panel(&self) -> Option<(&str, Option<Backends<dyn Server>>)> {
        self.panel.as_ref().map(|(id, server)| (id.as_str(), server.clone()))
    }

    /// What runs containers, with its id, where the file lists it; nothing drives what is the sandbox.
    pub fn listed_containers(&self) -> Option<(&str, Option<Arc<dyn Containers>>)> {
        self.containers.as_ref().map(|(id, driver)| (id.as_str(), driver.clone()))
    }
}

/// Those of the file at `path`; a port that it leaves out has its sandbox, and without a file each has.
///
/// A backend that a record names cannot be left out.
pub async fn open(path: Option<&Path>, db: &Database) -> Result<Opened, CommandError> {
    let entries = path.map(file::read).transpose()?.unwrap_or_default();
    let (mut registrars, mut nameservers) = (Listed::default(), Listed::default());
    let (mut hypervisors, mut running) = (Vec::new(), None);
    let (mut panels, mut site) = (Vec::new(), None);
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
            Port::Panel => {
                panels.push(id.clone());
                panel(&driver, options).map(|built| {
                    let only = built.map(|built| Backend::new(id.clone(), built, at_once));
                    site = Some((id.clone(), only.map(|only| Backends::new(vec![only], Some(0)))));
                })
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
    if panels.len() > 1 {
        faults.push(format!("{}: sites cannot name their panel yet: there can be one", panels.join(", ")));
    }
    if !faults.is_empty() {
        return Err(CommandError::Refused(faults));
    }
    let (registrar, dns) = (registrars.backends(), nameservers.backends());
    let opened = Opened { registrar, dns, containers: running, panel: site };
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
fn panel(driver: &str, options: Given) -> Result<Option<Arc<dyn Server>>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            None
        }
        "whm" => Some(Arc::new(Whm::new(options.read(&["token"])?)?)),
        "directadmin" => Some(Arc::new(DirectAdmin::new(options.read(&["token"])?)?)),
        "cockpit" => Some(Arc::new(Cockpit::new(options.read(&["password", "files_password"])?)?)),
        other => {
            return Err(format!("driver: `{other}` is none for panel: sandbox, cockpit, whm or directadmin"));
        }
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
    use hosting_core::{
        clock::{Clock, SystemClock},
        database::Location,
    };
    use std::{env, fs};

    /// What is wrong with a file of `text`.
    async fn faults(text: &str) -> String {
        let folder = env::temp_dir().join(format!("hosting-opened-{}", SystemClock.id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (file, location) = (folder.join("backends.toml"), Location::Sqlite(folder.join("hosting.db")));
        fs::write(&file, text).expect("a file");
        let db = Database::open(&location).await.expect("a database");
        let outcome = open(Some(&file), &db).await.map(|_| ());
        drop(db);
        fs::remove_dir_all(&folder).expect("it goes");
        outcome.expect_err("it is wrong").to_string()
    }

    #[tokio::test]
    async fn what_is_wrong_with_a_panel_is_named() {
        let panel = |id: &str, rest: &str| format!("[[backend]]\nid = \"{id}\"\nport = \"panel\"\n{rest}\n");
        let whm =
            "driver = \"whm\"\nendpoint = \"https://10.0.0.5:2087\"\nuser = \"root\"\ntoken = \"env:PATH\"";
        let two = faults(&format!("{}{}", panel("one", whm), panel("two", "driver = \"sandbox\""))).await;
        assert!(two.contains("one, two: sites cannot name their panel yet"), "{two}");
        for (rest, said) in [
            ("driver = \"plesk\"", "sandbox, cockpit, whm or directadmin"),
            ("driver = \"sandbox\"\nendpoint = \"a\"", "endpoint"),
            (&whm.replace("env:PATH", "a-secret"), "by reference"),
            (&whm.replace("https", "http"), "endpoint: it is not https"),
            (&whm.replace("whm", "directadmin").replace("user = \"root\"", ""), "`user`"),
            ("driver = \"cockpit\"\nendpoint = \"https://a\"", "`password`"),
        ] {
            let fault = faults(&panel("one", rest)).await;
            assert!(fault.contains(said) && !fault.contains("a-secret"), "{rest}: {fault}");
        }
    }
}
