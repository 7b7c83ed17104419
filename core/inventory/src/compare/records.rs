//! The records of the zones.
use super::planner::{Planner, Refused};
use crate::{
    entry::record::{MOST_RECORDS, Record, alone},
    item::Item,
    zone::Zone,
};
use hosting_core::{
    domains::{
        Domain,
        dns::record::{self, Model, RecordStatus},
    },
    providers::{SANDBOX, backends::Backends, dns::Dns},
    refusals::error::Result,
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

const WAIT: &str = "a change is on its way to the nameservers: apply again when that is done";

/// What tells a record from all others.
type Key<'k> = (Uuid, &'k str, &'k str);

/// The records that the database holds.
struct Zones<'k> {
    ids: HashMap<Uuid, &'k Model>,
    keys: HashMap<Key<'k>, &'k Model>,
    /// Those that the file names by their ids: they are no other's, whatever they are called.
    named: HashSet<Uuid>,
}

/// The records that stay though the file does not name them.
#[derive(Default)]
struct Rest<'k> {
    keys: HashMap<Key<'k>, &'k Model>,
    /// The names that are in use, and whether by an alias.
    names: HashMap<(Uuid, &'k str), bool>,
    sizes: HashMap<Uuid, usize>,
}

/// Compares the records of `domains`.
pub async fn compare(
    planner: &mut Planner<'_>,
    domains: &[Option<Domain>],
    nameservers: &Backends<dyn Dns>,
) -> Result<()> {
    let items = &planner.inventory.records;
    let rows = rows(planner, domains).await?;
    let zones = Zones::of(&rows, items.iter().filter_map(|item| item.value.id));
    let mut known = Vec::with_capacity(items.len());
    for item in items {
        let before = domains[item.parent].as_ref().map(|domain| (domain, zones.before(domain, &item.value)));
        match before {
            None => {}
            Some((domain, Ok(before))) => known.push((item, domain, before)),
            Some((_, Err((member, message)))) => planner.fault(&item.place, member, message),
        }
    }
    let named: HashSet<Uuid> = known.iter().filter_map(|(.., before)| before.map(|row| row.id)).collect();
    let mut left: Vec<&Model> = rows.iter().filter(|row| !named.contains(&row.id)).collect();
    if planner.prune && planner.plan.faults.is_empty() {
        leave(planner, domains, &left);
        left.clear();
    }
    let mut rest = Rest::of(&left);
    for (item, domain, before) in known {
        match rest.make_room(domain.id, &item.value) {
            Ok(()) => record(planner, item, before, (domain, is_real(domain, nameservers))),
            Err((member, message)) => planner.fault(&item.place, member, message),
        }
    }
    Ok(())
}

/// The records of the zones, and those whose ids the file names.
async fn rows(planner: &Planner<'_>, domains: &[Option<Domain>]) -> Result<Vec<Model>> {
    let zones = domains.iter().flatten().map(|domain| domain.id);
    let mut rows = planner.lookup.among::<record::Entity, _>(record::Column::DomainId, zones).await?;
    let known: HashSet<Uuid> = rows.iter().map(|row| row.id).collect();
    let ids = planner.inventory.records.iter().filter_map(|item| item.value.id);
    let ids = ids.filter(|id| !known.contains(id));
    rows.extend(planner.lookup.among::<record::Entity, _>(record::Column::Id, ids).await?);
    Ok(rows)
}

/// What the file leaves out of its domains is removed; what is on its way out goes by itself.
fn leave(planner: &mut Planner<'_>, domains: &[Option<Domain>], left: &[&Model]) {
    let places: HashMap<Uuid, usize> =
        domains.iter().enumerate().filter_map(|(at, domain)| Some((domain.as_ref()?.id, at))).collect();
    for row in left.iter().filter(|row| row.status != RecordStatus::Deleting) {
        let Some(domain) = places.get(&row.domain_id) else { continue };
        if row.status == RecordStatus::Pending {
            let place = &planner.inventory.domains[*domain].place;
            planner.fault(place, "/records", format!("{} {} is left out: {WAIT}", row.fqdn, row.r#type));
        }
        planner.plan.leaving.records.push(row.id);
    }
}

fn record(
    planner: &mut Planner<'_>,
    Item { place, value, .. }: &Item<Record>,
    before: Option<&Model>,
    (domain, is_real): (&Domain, bool),
) {
    let id = before.map_or_else(|| planner.id(value.id), |row| row.id);
    let row = value.row(before, id, domain, planner.now);
    if before.is_some_and(|before| before.status == RecordStatus::Pending && *before != row) {
        planner.fault(place, "", WAIT.to_owned());
        return;
    }
    let replaced = before.filter(|before| key(before) != key(&row));
    if let Some(before) = replaced {
        planner.plan.rows.renamed.push(id);
        if !is_real {
            planner.plan.renamed.push((Zone::from(domain), before.names()));
        }
    }
    let what = format!("record {} {}", row.fqdn, row.r#type);
    planner.plan.named.records.push(id);
    let failed =
        before.filter(|before| is_real && before.status == RecordStatus::Failed).map(|_| row.clone());
    let Some(mut different) = planner.differs::<Record>(what, before, row).or(failed) else { return };
    if is_real {
        // Nobody says that it is served before the nameservers do.
        different.status = RecordStatus::Pending;
        different.synced_at = before.and_then(|before| before.synced_at);
        planner.plan.queued.records.push((id, replaced.map(Model::set_name)));
    }
    planner.plan.rows.records.push(different);
}

/// Whether a zone is served by nameservers of the world.
fn is_real(domain: &Domain, nameservers: &Backends<dyn Dns>) -> bool {
    nameservers.find(&domain.dns_backend).is_ok_and(|backend| backend.driver.driver() != SANDBOX)
}

impl<'k> Zones<'k> {
    fn of(rows: &'k [Model], named: impl Iterator<Item = Uuid>) -> Self {
        Self {
            ids: rows.iter().map(|row| (row.id, row)).collect(),
            keys: rows.iter().map(|row| (key(row), row)).collect(),
            named: named.collect(),
        }
    }

    /// The record as it was, if it was; or why it cannot be.
    fn before(&self, domain: &Domain, value: &Record) -> Result<Option<&'k Model>, Refused> {
        let same = value.id.and_then(|id| self.ids.get(&id).copied());
        let alike = self.keys.get(&(domain.id, value.name.as_str(), value.r#type)).copied();
        let leaves = |row: &&Model| row.status == RecordStatus::Deleting;
        if same.or(alike).filter(leaves).or(alike.filter(leaves)).is_some() {
            return Err(("", "is on its way out of the zone: apply again when it is gone".to_owned()));
        }
        match same {
            Some(row) if row.domain_id != domain.id => {
                Err(("/id", format!("is the id of the record {} {} of another domain", row.fqdn, row.r#type)))
            }
            Some(row) => Ok(Some(row)),
            None => Ok(alike.filter(|row| !self.named.contains(&row.id))),
        }
    }
}

impl<'k> Rest<'k> {
    fn of(left: &[&'k Model]) -> Self {
        let mut rest = Self::default();
        for &row in left {
            *rest.sizes.entry(row.domain_id).or_default() += 1;
            rest.keys.insert(key(row), row);
            if row.status != RecordStatus::Deleting {
                *rest.names.entry((row.domain_id, &row.name)).or_default() |= row.r#type == "CNAME";
            }
        }
        rest
    }

    /// Whether a record of the file can stand beside these; or why not.
    fn make_room(&mut self, domain: Uuid, value: &Record) -> Result<(), Refused> {
        if let Some(other) = self.keys.get(&(domain, value.name.as_str(), value.r#type)) {
            return Err((
                "/id",
                format!("the record {} {} has the id {}", other.fqdn, other.r#type, other.id),
            ));
        }
        let alias = self.names.get(&(domain, value.name.as_str()));
        if alias.is_some_and(|alias| *alias || value.r#type == "CNAME") {
            return Err(("/type", alone(&value.name)));
        }
        let size = self.sizes.entry(domain).or_default();
        *size += 1;
        match *size > MOST_RECORDS {
            true => Err(("", format!("a domain has at most {MOST_RECORDS} records"))),
            false => Ok(()),
        }
    }
}

fn key(row: &Model) -> Key<'_> {
    (row.domain_id, &row.name, &row.r#type)
}
