//! The records of the zones.
use super::{
    super::{
        Item, Record,
        read::{MOST_RECORDS, alone},
    },
    Planner, Refused, Result,
};
use crate::domains::{
    Domain,
    dns::record::{self, Model, RecordStatus},
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

impl Planner<'_> {
    /// Compares the records of `domains`.
    pub(super) async fn records(&mut self, domains: &[Option<Domain>]) -> Result<()> {
        let items = &self.inventory.records;
        let zones = domains.iter().flatten().map(|domain| domain.id);
        let mut rows = self.look.among::<record::Entity, _>(record::Column::DomainId, zones).await?;
        let known: HashSet<Uuid> = rows.iter().map(|row| row.id).collect();
        let ids = items.iter().filter_map(|item| item.is.id).filter(|id| !known.contains(id));
        rows.extend(self.look.among::<record::Entity, _>(record::Column::Id, ids).await?);
        let mut zones = Zones::of(&rows);
        for item in items {
            let Some(domain) = &domains[item.of] else { continue };
            match zones.before(domain.id, &item.is) {
                Ok(before) => self.record(item, before, domain),
                Err((member, message)) => self.fault(&item.at, member, message),
            }
        }
        Ok(())
    }

    fn record(&mut self, Item { at, is, .. }: &Item<Record>, before: Option<&Model>, domain: &Domain) {
        let id = before.map_or_else(|| self.id(is.id), |row| row.id);
        let row = is.row(before, id, domain, self.now);
        if before.is_some_and(|before| before.status == RecordStatus::Pending && *before != row) {
            let wait = "a change is on its way to the nameservers: apply again when that is done";
            self.fault(at, "", wait.to_owned());
            return;
        }
        let what = format!("record {} {}", row.fqdn, row.r#type);
        if let Some(row) = self.differs::<Record>(what, before, row) {
            self.plan.sets.extend(is.served(&row, &domain.domain_name));
            self.plan.records.push(row);
        }
    }
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
    fn before(&mut self, domain: Uuid, is: &Record) -> Result<Option<&'k Model>, Refused> {
        let wanted: Key<'_> = (domain, &is.name, is.r#type);
        if let Some(other) = is.id.and_then(|id| self.ids.get(&id)).filter(|row| key(row) != wanted) {
            return Err(("/id", format!("is the id of the record {} {}", other.fqdn, other.r#type)));
        }
        if self.leaving.contains(&wanted) {
            return Err(("", "is on its way out of the zone: apply again when it is gone".to_owned()));
        }
        if let Some(before) = self.staying.get(&wanted) {
            return Ok(Some(before));
        }
        let alias = self.names.get(&(domain, is.name.as_str()));
        if alias.is_some_and(|alias| *alias || is.r#type == "CNAME") {
            return Err(("/type", alone(&is.name)));
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
