//! The backends of the file, each with its driver.
use super::{
    file::{self, Entry},
    given::Nothing,
};
use crate::commands::failure::CommandError;
use hosting_core::{
    Database,
    domains::backends_of_zones,
    providers::{
        Port, SANDBOX,
        backends::{Backend, Backends},
        dns::Dns,
    },
};
use hosting_drivers::{dnsupdate::DnsUpdate, powerdns::PowerDns, sandbox};
use std::{path::Path, sync::Arc};

/// The backends behind the ports that can have several.
#[derive(Clone)]
pub struct Opened {
    /// Those that serve zones, where the file lists any.
    dns: Option<Backends<dyn Dns>>,
}

impl Opened {
    /// Those that serve zones; the sandbox where the file lists none.
    pub fn dns(self, sandbox: impl FnOnce() -> sandbox::dns::Sandbox) -> Backends<dyn Dns> {
        self.dns.unwrap_or_else(|| (Arc::new(sandbox()) as Arc<dyn Dns>).into())
    }
}

/// Those of the file at `path`; a port that it leaves out has its sandbox, and without a file each has.
///
/// A backend that a record names cannot be left out.
pub async fn open(path: Option<&Path>, db: &Database) -> Result<Opened, CommandError> {
    let entries = path.map(file::read).transpose()?.unwrap_or_default();
    let (mut dns, mut default, mut faults) = (Vec::new(), None, Vec::new());
    for entry in entries {
        let (id, is_default) = (entry.id.clone(), entry.default);
        match driver(entry, db) {
            Ok(backend) => {
                if is_default {
                    default = Some(dns.len());
                }
                dns.push(backend);
            }
            Err(why) => faults.push(format!("{id}: {why}")),
        }
    }
    if !faults.is_empty() {
        return Err(CommandError::Refused(faults));
    }
    let opened = Opened { dns: (!dns.is_empty()).then(|| Backends::new(dns, default)) };
    named(db, &opened.clone().dns(|| sandbox::dns::Sandbox::new(db.clone()))).await?;
    Ok(opened)
}

fn driver(entry: Entry, db: &Database) -> Result<Backend<dyn Dns>, String> {
    let Entry { id, port, driver, at_once, options, .. } = entry;
    let built: Arc<dyn Dns> = match (port, driver.as_str()) {
        (Port::Dns, SANDBOX) => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandbox::dns::Sandbox::new(db.clone()))
        }
        (Port::Dns, "powerdns") => Arc::new(PowerDns::new(options.read(&["api_key"])?)?),
        (Port::Dns, "dnsupdate") => Arc::new(DnsUpdate::new(options.read(&["tsig_secret"])?)?),
        (Port::Dns, other) => {
            return Err(format!("driver: `{other}` is none for dns: sandbox, powerdns or dnsupdate"));
        }
        (port, _) => return Err(format!("port: there is only the built-in sandbox for {} yet", port.name())),
    };
    Ok(Backend::new(id, built, at_once))
}

/// Refuses where records name backends that are not there.
async fn named(db: &Database, dns: &Backends<dyn Dns>) -> Result<(), CommandError> {
    let missing = backends_of_zones(db).await?.into_iter().filter(|(id, _)| dns.find(id).is_err());
    let told = missing
        .map(|(id, zones)| format!("{id}: serves {zones} zones, and cannot be left out of --backends"));
    match told.collect::<Vec<_>>() {
        told if told.is_empty() => Ok(()),
        told => Err(CommandError::Refused(told)),
    }
}
