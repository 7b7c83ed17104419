//! What an inventory would change: compared with the database, and judged against it.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    Inventory, Item, Price, Registration,
    change::{Change, Member},
    domain::is_held,
    known::Look,
    place::{Fault, Place},
    registration,
    sandbox::{self as sandboxes, registrar as sandbox},
};
use crate::{
    domains::{dns, domain},
    email, hosting, instances,
    refusals::error::Result,
    search::price,
    services::service,
    values::time::Time,
};
use sea_orm::EntityTrait;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

mod accounts;
mod details;
mod domains;
mod emails;
mod machines;
mod services;
mod sites;
mod zone;

/// Why something cannot be: the member at fault, and the rule in words.
type Refused = (&'static str, String);

/// A sort of thing that inventories name.
pub(super) trait Kind: Serialize {
    /// What is kept of it.
    type Row: PartialEq;

    /// What an inventory would say of it.
    fn of(row: &Self::Row) -> Self;

    /// Marks it as changed just now.
    fn touch(_row: &mut Self::Row, _now: Time) {}
}

/// What is to be written, and what is to be told.
#[derive(Default)]
pub(super) struct Plan {
    pub changes: Vec<Change>,
    pub faults: Vec<Fault>,
    pub prices: Vec<price::Model>,
    pub registrations: Vec<sandbox::Model>,
    pub accounts: Vec<crate::kernel::account::Model>,
    pub services: Vec<service::Model>,
    pub emails: Vec<email::row::Model>,
    pub sites: Vec<hosting::row::Model>,
    pub sandbox_sites: Vec<sandboxes::site::Model>,
    pub instances: Vec<instances::instance::Model>,
    pub snapshots: Vec<instances::snapshot::Model>,
    pub machines: Vec<sandboxes::Machine>,
    pub kept: Vec<sandboxes::snapshot::Model>,
    pub domains: Vec<domain::Model>,
    pub records: Vec<dns::DnsRecord>,
    pub sets: Vec<sandboxes::dns::Model>,
}

/// A plan in the making.
pub(super) struct Planner<'a> {
    look: Look<'a>,
    inventory: &'a Inventory,
    now: Time,
    ids: std::vec::IntoIter<Uuid>,
    plan: Plan,
    suffixes: HashSet<String>,
}

impl<'a> Planner<'a> {
    pub fn new(look: Look<'a>, inventory: &'a Inventory, now: Time, ids: Vec<Uuid>) -> Self {
        let (ids, plan, suffixes) = (ids.into_iter(), Plan::default(), HashSet::new());
        Self { look, inventory, now, ids, plan, suffixes }
    }

    /// Compares everything.
    pub async fn plan(mut self) -> Result<Plan> {
        self.prices().await?;
        let accounts = self.accounts().await?;
        let orders = self.services(&accounts).await?;
        self.details(&orders).await?;
        let domains = self.domains(&accounts).await?;
        self.records(&domains).await?;
        self.registry().await?;
        Ok(self.plan)
    }

    /// The id of something new.
    fn id(&mut self, given: Option<Uuid>) -> Uuid {
        given.or_else(|| self.ids.next()).expect("there is an id for each thing without one")
    }

    fn fault(&mut self, at: &Place, member: &str, message: String) {
        let place = Place { pointer: format!("{}{member}", at.pointer), line: at.line };
        self.plan.faults.push(Fault { place, message });
    }

    /// Tells the difference; gives the row if there is one, so that it is written.
    fn differs<K: Kind>(
        &mut self,
        what: String,
        before: Option<&K::Row>,
        mut after: K::Row,
    ) -> Option<K::Row> {
        match before {
            None => self.plan.changes.push(Change::added(what)),
            Some(before) if *before == after => return None,
            Some(before) => {
                self.plan.changes.push(Change::between(what, &K::of(before), &K::of(&after)));
                K::touch(&mut after, self.now);
            }
        }
        Some(after)
    }

    async fn prices(&mut self) -> Result<()> {
        let known = price::Entity::find().all(self.look.db).await?;
        let known: HashMap<String, price::Model> =
            known.into_iter().map(|row| (row.tld.clone(), row)).collect();
        self.suffixes = known.keys().cloned().collect();
        for Item { is, .. } in &self.inventory.prices {
            let row = is.row();
            self.suffixes.insert(row.tld.clone());
            let different = self.differs::<Price>(format!("price {}", row.tld), known.get(&row.tld), row);
            self.plan.prices.extend(different);
        }
        Ok(())
    }

    /// The names that the sandbox registry is to know: those of its own list, and the domains that changed.
    async fn registry(&mut self) -> Result<()> {
        let listed = self.inventory.registry.iter().map(|item| item.is.name.clone());
        let names: Vec<String> =
            listed.chain(self.plan.domains.iter().map(|row| row.domain_name.clone())).collect();
        let known = self.look.among::<sandbox::Entity, _>(sandbox::Column::Name, names).await?;
        let known: HashMap<String, sandbox::Model> =
            known.into_iter().map(|row| (row.name.clone(), row)).collect();
        self.free_names().await?;
        let mut wanted: HashMap<String, sandbox::Model> = HashMap::new();
        let before =
            |name: &String| known.get(name).cloned().unwrap_or_else(|| registration::unknown(name.clone()));
        for Item { is, .. } in &self.inventory.registry {
            let row = is.row(before(&is.name));
            self.differs::<Registration>(format!("name {}", is.name), known.get(&is.name), row.clone());
            wanted.insert(is.name.clone(), row);
        }
        for row in self.plan.domains.iter().filter(|row| is_held(row.status)) {
            let name = &row.domain_name;
            let registered = wanted.entry(name.clone()).or_insert_with(|| before(name));
            registered.taken = true;
            registered.name_servers = Some(row.name_servers.clone());
        }
        let different = wanted.into_values().filter(|row| known.get(&row.name) != Some(row));
        self.plan.registrations = different.collect();
        Ok(())
    }

    /// A name that a customer has cannot be free.
    async fn free_names(&mut self) -> Result<()> {
        let said: HashSet<&str> =
            self.inventory.domains.iter().map(|item| item.is.domain_name.as_str()).collect();
        let free = |item: &&Item<Registration>| !item.is.taken && !said.contains(item.is.name.as_str());
        let free: Vec<&Item<Registration>> = self.inventory.registry.iter().filter(free).collect();
        let names = free.iter().map(|item| item.is.name.clone());
        let rows = self.look.among::<domain::Entity, _>(domain::Column::DomainName, names).await?;
        let held: HashSet<String> =
            rows.into_iter().filter(|row| is_held(row.status)).map(|row| row.domain_name).collect();
        for Item { at, is, .. } in free.into_iter().filter(|item| held.contains(&item.is.name)) {
            self.fault(at, "/taken", format!("a customer has {}", is.name));
        }
        Ok(())
    }
}
