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
    let outcomes = [
        ("registrar", take(registrar, names).await),
        ("dns", serve(dns, zones, work).await),
        (PANEL, call(sites, panel.adopt(sites)).await),
        (LXC, call(containers, lxc.adopt(containers)).await),
        (KVM, call(machines, kvm.adopt(machines)).await),
    ];
    let failed =
        |(backend, outcome): (_, Result<(), _>)| Some(NotAdopted { backend, failure: outcome.err()? });
    let failed: Vec<NotAdopted> = outcomes.into_iter().filter_map(failed).collect();
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
