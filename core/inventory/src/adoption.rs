//! What the backends are to adopt.
//!
//! It is all that the file names, also what is not different: what a backend missed reaches it by applying
//! the file again. What queued work is bringing to a backend is left to that work.
use crate::{
    entry::{domain::is_held, snapshot::is_kept},
    inventory::Inventory,
    lookup::Lookup,
    plan::Named,
    zone::Zone,
};
use hosting_core::{
    database::Database,
    domains::{
        dns::record::{self, RecordStatus},
        domain::{self, Environment},
    },
    hosting::{self, apply_site::site_state},
    instances::{instance, snapshot},
    providers::{
        dns::RrSet,
        hypervisor::{Adopted, AdoptedSnapshot, InstanceKind},
        panel::{Site, SiteState},
        registrar::Registration,
    },
    refusals::error::Result,
    services::service,
};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// What the backends are to adopt.
pub struct Adoption {
    /// The names of the registry.
    pub names: Vec<Registration>,
    /// The zones, and what is served in them.
    pub zones: Vec<(Zone, Vec<RrSet>)>,
    /// The sites.
    pub sites: ByBackend<Site>,
    /// The containers.
    pub containers: ByBackend<Adopted>,
    /// The virtual machines.
    pub machines: ByBackend<Adopted>,
}

/// What each backend has, by the name that records have for it; nothing of the one that nobody named.
pub type ByBackend<T> = BTreeMap<Option<String>, Vec<T>>;

fn by_backend<T>(all: impl Iterator<Item = (Option<String>, T)>) -> ByBackend<T> {
    let mut found = ByBackend::new();
    for (backend, one) in all {
        found.entry(backend).or_default().push(one);
    }
    found
}

impl Adoption {
    /// What the database says of what is `named`; `registered` is what the registrar has adopted before.
    pub async fn read(
        db: &Database,
        inventory: &Inventory,
        registered: &HashMap<String, Registration>,
        named: &Named,
    ) -> Result<Self> {
        let reader = db.reader(true).await?;
        let lookup = Lookup { db: &reader.executor(), lock: false };
        let ids = named.domains.iter().copied();
        let domains = lookup.among::<domain::Entity, _>(domain::Column::Id, ids).await?;
        let (containers, machines): (Vec<_>, Vec<_>) =
            instances(lookup, named).await?.into_iter().partition(|(kind, ..)| *kind == InstanceKind::Lxc);
        let each = |of_kind: Vec<(_, Option<String>, Adopted)>| {
            by_backend(of_kind.into_iter().map(|(_, backend, one)| (backend, one)))
        };
        Ok(Self {
            names: names(inventory, registered, &domains),
            zones: zones(lookup, named, &domains).await?,
            sites: sites(lookup, named).await?,
            containers: each(containers),
            machines: each(machines),
        })
    }
}

/// The names that are listed, and those of the domains; what the registrar has so already is left out.
fn names(
    inventory: &Inventory,
    registered: &HashMap<String, Registration>,
    domains: &[domain::Model],
) -> Vec<Registration> {
    let listed = inventory.registry.iter().map(|item| &item.value);
    let mut names: BTreeMap<&str, Registration> =
        listed.map(|value| (value.name.as_str(), value.row(registered.get(&value.name)))).collect();
    let settled = |row: &&domain::Model| {
        is_held(row.status)
            && row.pending_name_servers.is_none()
            && row.registrar_environment == Environment::Ote
    };
    for row in domains.iter().filter(settled) {
        let before = || registered.get(&row.domain_name).cloned().unwrap_or_else(|| held(row));
        let name = names.entry(&row.domain_name).or_insert_with(before);
        name.taken = true;
        name.name_servers = Some(row.name_servers.0.clone());
    }
    names.into_values().filter(|name| registered.get(&name.name) != Some(name)).collect()
}

/// The name of a domain at what its suffix costs.
fn held(row: &domain::Model) -> Registration {
    let name = row.domain_name.clone();
    Registration { name, taken: true, premium: false, price: None, name_servers: None }
}

async fn zones(
    lookup: Lookup<'_>,
    named: &Named,
    domains: &[domain::Model],
) -> Result<Vec<(Zone, Vec<RrSet>)>> {
    let ids = named.records.iter().copied();
    let records = lookup.among::<record::Entity, _>(record::Column::Id, ids).await?;
    let mut sets: HashMap<Uuid, Vec<RrSet>> = HashMap::new();
    for row in records.iter().filter(|row| row.status == RecordStatus::Active) {
        sets.entry(row.domain_id).or_default().push(row.set()?);
    }
    let zone = |row: &domain::Model| Some((Zone::from(row), sets.remove(&row.id)?));
    Ok(domains.iter().filter_map(zone).collect())
}

async fn sites(lookup: Lookup<'_>, named: &Named) -> Result<ByBackend<Site>> {
    use hosting::{record::status, row};
    let ids = || named.sites.iter().copied();
    let rows = lookup.among::<row::Entity, _>(row::Column::ServiceId, ids()).await?;
    let services = lookup.among::<service::Entity, _>(service::Column::Id, ids()).await?;
    let services: HashMap<Uuid, service::Model> = services.into_iter().map(|row| (row.id, row)).collect();
    let site = |row: row::Model| {
        let state = row.site_state.unwrap_or(SiteState::Active);
        let wanted = site_state(status(services.get(&row.service_id)?.status, &row));
        (state == wanted).then_some((row.backend, Site { name: row.site, state }))
    };
    Ok(by_backend(rows.into_iter().filter_map(site)))
}

async fn instances(
    lookup: Lookup<'_>,
    named: &Named,
) -> Result<Vec<(InstanceKind, Option<String>, Adopted)>> {
    let ids = || named.instances.iter().copied();
    let rows = lookup.among::<instance::Entity, _>(instance::Column::ServiceId, ids()).await?;
    let kept = lookup.among::<snapshot::Entity, _>(snapshot::Column::ServiceId, ids()).await?;
    let mut snapshots: HashMap<Uuid, Vec<AdoptedSnapshot>> = HashMap::new();
    for row in kept.iter().filter(|row| is_kept(row)) {
        let (snapshot, size_bytes, taken_at) = (row.id, row.size_bytes, row.created_at);
        let adopted = AdoptedSnapshot { snapshot, size_bytes, taken_at };
        snapshots.entry(row.service_id).or_default().push(adopted);
    }
    let adopted = |row: instance::Model| {
        let snapshots = snapshots.remove(&row.service_id).unwrap_or_default();
        (row.kind, row.backend.clone(), Adopted { snapshots, ..row.adopted() })
    };
    Ok(rows.into_iter().map(adopted).collect())
}
