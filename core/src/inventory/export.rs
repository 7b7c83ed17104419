//! The database as an inventory: what applying it would change nothing of.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    Account, Details, Domain, Email, Hosting, Instance, Inventory, Item, Price, Record, Registration,
    Service, domain::is_held, place::Place, plan::Kind, sandbox::registrar as sandbox,
};
use crate::{
    database::Database,
    domains::{
        dns::record::{self, RecordStatus},
        domain,
    },
    email, hosting,
    instances::{instance, snapshot},
    refusals::error::Result,
    search::price,
    services::service,
};
use sea_orm::{DatabaseExecutor, QueryOrder, entity::prelude::*};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// All that an inventory can say, as the database has it at one moment.
pub async fn export(db: &Database) -> Result<Inventory> {
    let reader = db.reader(true).await?;
    let db = &reader.executor();
    let prices = price::Entity::find().order_by_asc(price::Column::Tld).all(db).await?;
    let names = sandbox::Entity::find().order_by_asc(sandbox::Column::Name).all(db).await?;
    let accounts = crate::kernel::account::Entity::find()
        .order_by_asc(crate::kernel::account::Column::Id)
        .all(db)
        .await?;
    let services = service::Entity::find().order_by_asc(service::Column::Id).all(db).await?;
    let details = details(db, &services).await?;
    let domains = domain::Entity::find().order_by_asc(domain::Column::Id).all(db).await?;
    let staying = record::Entity::find().filter(record::Column::Status.ne(RecordStatus::Deleting));
    let records = staying.order_by_asc(record::Column::Id).all(db).await?;

    let held: HashSet<&str> =
        domains.iter().filter(|row| is_held(row.status)).map(|row| row.domain_name.as_str()).collect();
    // A domain says by itself that its name is taken.
    let told =
        |row: &&sandbox::Model| row.premium || row.price.is_some() || !held.contains(row.name.as_str());
    let owners: HashMap<Uuid, usize> =
        accounts.iter().enumerate().map(|(index, row)| (row.id, index)).collect();
    let zones: HashMap<Uuid, usize> =
        domains.iter().enumerate().map(|(index, row)| (row.id, index)).collect();
    Ok(Inventory {
        prices: items::<Price>(&prices, |_| Some(0)),
        registry: names.iter().filter(told).map(|row| item(Registration::of(row), 0)).collect(),
        accounts: items::<Account>(&accounts, |_| Some(0)),
        services: items::<Service>(&services, |row| owners.get(&row.account_id).copied()),
        details,
        domains: items::<Domain>(&domains, |row| owners.get(&row.account_id).copied()),
        records: items::<Record>(&records, |row| zones.get(&row.domain_id).copied()),
    })
}

/// What `services` are beyond their orders.
async fn details(db: &DatabaseExecutor<'_>, services: &[service::Model]) -> Result<Vec<Item<Details>>> {
    let emails = email::row::Entity::find().all(db).await?;
    let sites = hosting::row::Entity::find().all(db).await?;
    let instances = instance::Entity::find().all(db).await?;
    let snapshots = snapshot::Entity::find().order_by_asc(snapshot::Column::Id).all(db).await?;
    let mut shelves: HashMap<Uuid, Vec<snapshot::Model>> = HashMap::new();
    for row in snapshots {
        shelves.entry(row.service_id).or_default().push(row);
    }
    let shelf = |row: &instance::Model| shelves.get(&row.service_id).map(Vec::as_slice).unwrap_or_default();
    let mut found: HashMap<Uuid, Details> = HashMap::new();
    found.extend(emails.iter().map(|row| (row.service_id, Details::Email(Email::of(row)))));
    found.extend(sites.iter().map(|row| (row.service_id, Details::Hosting(Hosting::of(row)))));
    found.extend(
        instances.iter().map(|row| (row.service_id, Details::Instance(Instance::with(row, shelf(row))))),
    );
    let places = services.iter().enumerate();
    Ok(places.filter_map(|(index, row)| Some(item(found.remove(&row.id)?, index))).collect())
}

fn item<T>(is: T, of: usize) -> Item<T> {
    Item { at: Place::default(), of, is }
}

fn items<K: Kind>(rows: &[K::Row], of: impl Fn(&K::Row) -> Option<usize>) -> Vec<Item<K>> {
    rows.iter().filter_map(|row| Some(item(K::of(row), of(row)?))).collect()
}

impl Inventory {
    /// The inventory as a file.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut records = grouped(&self.records, self.domains.len())?.into_iter();
        let mut domains: Vec<Vec<Value>> = self.accounts.iter().map(|_| Vec::new()).collect();
        for Item { of, is, .. } in &self.domains {
            let lists = [("records", records.next().unwrap_or_default())];
            domains[*of].push(with(is, lists)?);
        }
        let services = self.services_with_details()?;
        let accounts = self.accounts.iter().zip(services).zip(domains).map(|((item, services), domains)| {
            with(&item.is, [("services", services), ("domains", domains)])
        });
        let whole = [
            ("prices", grouped(&self.prices, 1)?.concat()),
            ("registry", grouped(&self.registry, 1)?.concat()),
            ("accounts", accounts.collect::<Result<_, _>>()?),
        ];
        let mut text = serde_json::to_string_pretty(&with(&Map::new(), whole)?)?;
        text.push('\n');
        Ok(text)
    }

    /// The services of each account.
    fn services_with_details(&self) -> serde_json::Result<Vec<Vec<Value>>> {
        let mut services =
            self.services.iter().map(|item| serde_json::to_value(&item.is)).collect::<Result<Vec<_>, _>>()?;
        for Item { of, is, .. } in &self.details {
            services[*of][is.member()] = serde_json::to_value(is)?;
        }
        let mut grouped = vec![Vec::new(); self.accounts.len()];
        for (Item { of, .. }, service) in self.services.iter().zip(services) {
            grouped[*of].push(service);
        }
        Ok(grouped)
    }
}

/// The items in `groups` groups, by what they belong to.
fn grouped<T: Serialize>(items: &[Item<T>], groups: usize) -> serde_json::Result<Vec<Vec<Value>>> {
    let mut grouped = vec![Vec::new(); groups];
    for Item { of, is, .. } in items {
        grouped[*of].push(serde_json::to_value(is)?);
    }
    Ok(grouped)
}

/// `thing` with the lists that belong to it.
fn with<const N: usize>(thing: &impl Serialize, lists: [(&str, Vec<Value>); N]) -> serde_json::Result<Value> {
    let mut value = serde_json::to_value(thing)?;
    if let Value::Object(members) = &mut value {
        members.extend(lists.map(|(name, list)| (name.to_owned(), Value::Array(list))));
    }
    Ok(value)
}
