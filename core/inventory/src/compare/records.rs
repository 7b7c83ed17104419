//! The records of the zones.
use super::planner::{Planner, Refused};
use crate::{
    entry::record::{MOST_RECORDS, Record, alone},
    item::Item,
};
use hosting_core::{
    domains::{
        Domain,
        dns::record::{self, Model, RecordStatus},
    },
    refusals::error::Result,
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// What tells a record from all others.
type Key<'k> = (Uuid, &'k str, &'k str);

/// The records that the database holds.
#[derive(Default)]
struct Zones<'k> {
    staying: HashMap<Key<'k>, &'k Model>,
    leaving: HashSet<Key<'k>>,
    ids: HashMap<Uuid, &'k Model>,
    /// The names that are in use, and whether by an alias.
    names: HashMap<(Uuid, &'k str), bool>,
    sizes: HashMap<Uuid, usize>,
}

/// Compares the records of `domains`.
pub async fn compare(planner: &mut Planner<'_>, domains: &[Option<Domain>]) -> Result<()> {
    let items = &planner.inventory.records;
    let zones = domains.iter().flatten().map(|domain| domain.id);
    let mut rows = planner.lookup.among::<record::Entity, _>(record::Column::DomainId, zones).await?;
    let known: HashSet<Uuid> = rows.iter().map(|row| row.id).collect();
    let ids = items.iter().filter_map(|item| item.value.id).filter(|id| !known.contains(id));
    rows.extend(planner.lookup.among::<record::Entity, _>(record::Column::Id, ids).await?);
    let mut zones = Zones::of(&rows);
    for item in items {
        let Some(domain) = &domains[item.parent] else { continue };
        match zones.before(domain.id, &item.value) {
            Ok(before) => record(planner, item, before, domain),
            Err((member, message)) => planner.fault(&item.place, member, message),
        }
    }
    Ok(())
}

fn record(
    planner: &mut Planner<'_>,
    Item { place, value, .. }: &Item<Record>,
    before: Option<&Model>,
    domain: &Domain,
) {
    let id = before.map_or_else(|| planner.id(value.id), |row| row.id);
    let row = value.row(before, id, domain, planner.now);
    if before.is_some_and(|before| before.status == RecordStatus::Pending && *before != row) {
        let wait = "a change is on its way to the nameservers: apply again when that is done";
        planner.fault(place, "", wait.to_owned());
        return;
    }
    let what = format!("record {} {}", row.fqdn, row.r#type);
    planner.plan.named.records.push(id);
    let different = planner.differs::<Record>(what, before, row);
    planner.plan.rows.records.extend(different);
}

impl<'k> Zones<'k> {
    fn of(rows: &'k [Model]) -> Self {
        let mut zones = Self::default();
        for row in rows {
            zones.ids.insert(row.id, row);
            *zones.sizes.entry(row.domain_id).or_default() += 1;
            if row.status == RecordStatus::Deleting {
                zones.leaving.insert(key(row));
                continue;
            }
            zones.staying.insert(key(row), row);
            *zones.names.entry((row.domain_id, &row.name)).or_default() |= row.r#type == "CNAME";
        }
        zones
    }

    /// The record as it was, if it was; or why it cannot be.
    fn before(&mut self, domain: Uuid, value: &Record) -> Result<Option<&'k Model>, Refused> {
        let wanted: Key<'_> = (domain, &value.name, value.r#type);
        if let Some(other) = value.id.and_then(|id| self.ids.get(&id)).filter(|row| key(row) != wanted) {
            return Err(("/id", format!("is the id of the record {} {}", other.fqdn, other.r#type)));
        }
        if self.leaving.contains(&wanted) {
            return Err(("", "is on its way out of the zone: apply again when it is gone".to_owned()));
        }
        if let Some(before) = self.staying.get(&wanted) {
            return Ok(Some(before));
        }
        let alias = self.names.get(&(domain, value.name.as_str()));
        if alias.is_some_and(|alias| *alias || value.r#type == "CNAME") {
            return Err(("/type", alone(&value.name)));
        }
        let size = self.sizes.entry(domain).or_default();
        *size += 1;
        match *size > MOST_RECORDS {
            true => Err(("", format!("a domain has at most {MOST_RECORDS} records"))),
            false => Ok(None),
        }
    }
}

fn key(row: &Model) -> Key<'_> {
    (row.domain_id, &row.name, &row.r#type)
}
