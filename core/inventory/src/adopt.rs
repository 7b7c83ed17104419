//! The backends adopt what the database says.
use crate::{
    adoption::Adoption,
    backends::Backends,
    failed::{Failed, NotAdopted},
    inventory::Inventory,
    zone::Zone,
};
use hosting_core::providers::{
    Failure, backends,
    dns::{Dns, RrSet},
    registrar::{Registrar, Registration},
    within,
};
use std::{collections::HashMap, time::Duration};
use uuid::Uuid;

/// What the ports are called where instances, sites and mail are.
pub const LXC: &str = "lxc";
pub const KVM: &str = "kvm";
pub const PANEL: &str = "panel";
pub const MAIL: &str = "mail";

/// How long a backend has for one call.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// What the registrar has adopted of the names of the file before, or of `all` names; by name.
pub async fn registered(
    registrars: &backends::Backends<dyn Registrar>,
    inventory: &Inventory,
    all: bool,
) -> Result<HashMap<String, Registration>, Failed> {
    let listed = inventory.registry.iter().map(|item| &item.value.name);
    let owned = inventory.domains.iter().map(|item| &item.value.domain_name);
    let names: Vec<String> = listed.chain(owned).cloned().collect();
    let names = (!all).then_some(names.as_slice());
    let Some(trial) = registrars.trial() else { return Ok(HashMap::new()) };
    let known = within(TIMEOUT, trial.driver.adopted(names)).await.map_err(Failed::Registrar)?;
    Ok(known.into_iter().map(|known| (known.name.clone(), known)).collect())
}

/// Lets every backend adopt its part, also after another has failed.
pub async fn adopt(backends: &Backends, adoption: &Adoption, work: Uuid) -> Result<(), Failed> {
    let Adoption { names, zones, sites, containers, machines } = adoption;
    // Mail servers are told when mail is set up, and of what they have they know already.
    let Backends { registrar, dns, panel, mail: _, lxc, kvm, billed: _ } = backends;
    let mut failed = Vec::new();
    let mut note = |backend: &str, outcome: Result<(), Failure>| {
        let not_done = |failure| NotAdopted { backend: backend.to_owned(), failure };
        failed.extend(outcome.err().map(not_done));
    };
    note("registrar", take(registrar, names).await);
    note("dns", serve(dns, zones, work).await);
    for (named, sites) in sites {
        let told = async {
            let backend = panel.of(named.as_deref())?;
            call(sites, backend.ask(backend.driver.adopt(sites))).await
        };
        note(named.as_deref().unwrap_or(PANEL), told.await);
    }
    for (port, hypervisors, instances) in [(LXC, lxc, containers), (KVM, kvm, machines)] {
        for (named, instances) in instances {
            let told = async {
                let backend = hypervisors.of(named.as_deref())?;
                call(instances, backend.ask(backend.driver.adopt(instances))).await
            };
            note(named.as_deref().unwrap_or(port), told.await);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failed::NotAdopted(failed)) }
}

/// The names; registries of the world know better.
async fn take(registrars: &backends::Backends<dyn Registrar>, names: &[Registration]) -> Result<(), Failure> {
    let Some(trial) = registrars.trial() else { return Ok(()) };
    call(names, trial.driver.adopt(names)).await
}

/// The zones, one after the other until one fails.
async fn serve(
    dns: &backends::Backends<dyn Dns>,
    zones: &[(Zone, Vec<RrSet>)],
    work: Uuid,
) -> Result<(), Failure> {
    for (Zone { backend, name }, sets) in zones {
        let backend = dns.find(backend)?;
        let driver = &backend.driver;
        match call(sets, backend.ask(driver.adopt(work, name, sets))).await {
            Err(Failure::NotThere(_)) => {
                within(TIMEOUT, backend.ask(driver.make_zone(work, name))).await?;
                call(sets, backend.ask(driver.adopt(work, name, sets))).await?;
            }
            done => done?,
        }
    }
    Ok(())
}

/// Does `call` unless there is nothing to adopt.
async fn call<T>(things: &[T], call: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    if things.is_empty() { Ok(()) } else { within(TIMEOUT, call).await }
}
