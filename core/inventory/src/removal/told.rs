//! What backends are told of what is removed.
//!
//! Nameservers take the records away, panels the sites, and a registry for trying out frees the names. There is no
//! word yet for mail domains, containers and virtual machines, and none for the registries of the world: what they
//! have of it stays there.
use crate::{
    adopt::{PANEL, TIMEOUT},
    backends::Backends,
    failed::NotAdopted,
    zone::Zone,
};
use hosting_core::{
    providers::{
        Failure, backends,
        dns::{Change, Dns, RrSet, SetName},
        panel::Panel,
        registrar::{Registrar, Registration},
        within,
    },
    values::clock::Clock,
};
use std::collections::BTreeMap;

/// What backends are told.
#[derive(Default)]
pub struct Told {
    /// Names that no customer has any more.
    pub released: Vec<String>,
    /// Names that the operator lists no more, as they are without that.
    pub names: Vec<Registration>,
    /// What is served no longer, zone by zone.
    pub zones: Vec<(Zone, Vec<SetName>)>,
    /// The sites that are gone, each with the backend that it names.
    pub sites: Vec<(Option<String>, String)>,
}

impl Told {
    /// Leaves out what is served in place of it.
    pub fn but_for(&mut self, served: &[(Zone, Vec<RrSet>)]) {
        for (zone, names) in &mut self.zones {
            let sets = served.iter().filter(|(other, _)| other == zone).flat_map(|(_, sets)| sets);
            let served: Vec<SetName> =
                sets.map(|set| SetName { name: set.name.clone(), kind: set.kind.clone() }).collect();
            names.retain(|name| !served.contains(name));
        }
        self.zones.retain(|(_, names)| !names.is_empty());
    }
}

/// Tells every backend its part, also after another has failed; gives those that failed.
pub async fn take_away(backends: &Backends, told: &Told, clock: &dyn Clock) -> Vec<NotAdopted> {
    let mut failed = Vec::new();
    let mut note = |backend: &str, outcome: Result<(), Failure>| {
        let not_done = |failure| NotAdopted { backend: backend.to_owned(), failure };
        failed.extend(outcome.err().map(not_done));
    };
    note("registrar", release(&backends.registrar, told).await);
    note("dns", stop_serving(&backends.dns, told, clock).await);
    let mut sites: BTreeMap<Option<&str>, Vec<&str>> = BTreeMap::new();
    for (named, site) in &told.sites {
        sites.entry(named.as_deref()).or_default().push(site);
    }
    for (named, sites) in sites {
        note(named.unwrap_or(PANEL), remove_sites(&backends.panel, named, &sites, clock).await);
    }
    failed
}

async fn release(registrars: &backends::Backends<dyn Registrar>, told: &Told) -> Result<(), Failure> {
    let Some(trial) = registrars.trial() else { return Ok(()) };
    let registrar = &trial.driver;
    let mut names = told.names.clone();
    if !told.released.is_empty() {
        let mut known = within(TIMEOUT, registrar.adopted(Some(&told.released))).await?;
        known.retain(|name| !told.names.iter().any(|other| other.name == name.name));
        names.extend(known.into_iter().map(|name| Registration { taken: false, name_servers: None, ..name }));
    }
    match names.is_empty() {
        true => Ok(()),
        false => within(TIMEOUT, registrar.adopt(&names)).await,
    }
}

async fn stop_serving(
    dns: &backends::Backends<dyn Dns>,
    told: &Told,
    clock: &dyn Clock,
) -> Result<(), Failure> {
    for (zone, names) in &told.zones {
        let changes: Vec<Change> = names.iter().cloned().map(Change::Remove).collect();
        let backend = dns.find(&zone.backend)?;
        let change = backend.ask(backend.driver.change(clock.id(), &zone.name, &changes));
        match within(TIMEOUT, change).await {
            Ok(_) | Err(Failure::NotThere(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

/// The sites of one panel, one after the other until one fails.
async fn remove_sites(
    panels: &backends::Backends<dyn Panel>,
    named: Option<&str>,
    sites: &[&str],
    clock: &dyn Clock,
) -> Result<(), Failure> {
    let backend = panels.of(named)?;
    for site in sites {
        within(TIMEOUT, backend.ask(backend.driver.remove(clock.id(), site))).await?;
    }
    Ok(())
}
