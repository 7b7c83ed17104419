//! The database as an inventory: what applying it would change nothing of.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use crate::{
    entry::{
        Entry,
        account::Account,
        details::Details,
        domain::{Domain, is_held},
        email::Email,
        hosting::Hosting,
        instance::Instance,
        price::Price,
        record::Record,
        registration::{Registration, is_listed},
        service::Service,
    },
    failed::Failed,
    inventory::Inventory,
    item::Item,
    place::Place,
};
use hosting_core::{
    database::{Database, executor::Executor},
    domains::{
        dns::record::{self, RecordStatus},
        domain,
    },
    email, hosting,
    instances::{instance, snapshot},
    kernel::account,
    providers::{
        backends::Backends,
        registrar::{self, Registrar},
    },
    refusals::error::Result,
    search::price,
    services::service,
};
use sea_orm::{QueryOrder, entity::prelude::*};
use std::collections::{HashMap, HashSet};

/// All that an inventory can say, as the database has it at one moment; the names that a
/// registry for trying out has adopted are that registry's.
pub async fn export(db: &Database, registrars: &Backends<dyn Registrar>) -> Result<Inventory, Failed> {
    let names = match registrars.trial() {
        Some(trial) => trial.driver.adopted(None).await.map_err(Failed::Registrar)?,
        None => Vec::new(),
    };
    Ok(read(db, &names).await?)
}

async fn read(db: &Database, names: &[registrar::Registration]) -> Result<Inventory> {
    let reader = db.reader(true).await?;
    let db = &reader.executor();
    let prices = price::Entity::find().order_by_asc(price::Column::Tld).all(db).await?;
    let accounts = account::Entity::find().order_by_asc(account::Column::Id).all(db).await?;
    let services = service::Entity::find().order_by_asc(service::Column::Id).all(db).await?;
    let details = details(db, &services).await?;
    let domains = domain::Entity::find().order_by_asc(domain::Column::Id).all(db).await?;
    let staying = record::Entity::find().filter(record::Column::Status.ne(RecordStatus::Deleting));
    let records = staying.order_by_asc(record::Column::Id).all(db).await?;

    let held: HashSet<&str> =
        domains.iter().filter(|row| is_held(row.status)).map(|row| row.domain_name.as_str()).collect();
    let listed = |row: &&registrar::Registration| is_listed(row, held.contains(row.name.as_str()));
    let owners: HashMap<Uuid, usize> =
        accounts.iter().enumerate().map(|(index, row)| (row.id, index)).collect();
    let zones: HashMap<Uuid, usize> =
        domains.iter().enumerate().map(|(index, row)| (row.id, index)).collect();
    Ok(Inventory {
        prices: items::<Price>(&prices, |_| Some(0)),
        registry: names.iter().filter(listed).map(|row| item(Registration::of(row), 0)).collect(),
        accounts: items::<Account>(&accounts, |_| Some(0)),
        services: items::<Service>(&services, |row| owners.get(&row.account_id).copied()),
        details,
        domains: items::<Domain>(&domains, |row| owners.get(&row.account_id).copied()),
        records: items::<Record>(&records, |row| zones.get(&row.domain_id).copied()),
    })
}

/// What `services` are beyond their orders.
async fn details(db: &Executor<'_>, services: &[service::Model]) -> Result<Vec<Item<Details>>> {
    let emails = email::row::Entity::find().all(db).await?;
    let sites = hosting::row::Entity::find().all(db).await?;
    let instances = instance::Entity::find().all(db).await?;
    let rows = snapshot::Entity::find().order_by_asc(snapshot::Column::Id).all(db).await?;
    let mut kept: HashMap<Uuid, Vec<snapshot::Model>> = HashMap::new();
    for row in rows {
        kept.entry(row.service_id).or_default().push(row);
    }
    let snapshots = |row: &instance::Model| kept.get(&row.service_id).map(Vec::as_slice).unwrap_or_default();
    let mut found: HashMap<Uuid, Details> = HashMap::new();
    found.extend(emails.iter().map(|row| (row.service_id, Details::Email(Email::of(row)))));
    found.extend(sites.iter().map(|row| (row.service_id, Details::Hosting(Hosting::of(row)))));
    found.extend(
        instances.iter().map(|row| (row.service_id, Details::Instance(Instance::with(row, snapshots(row))))),
    );
    let orders = services.iter().enumerate();
    Ok(orders.filter_map(|(index, row)| Some(item(found.remove(&row.id)?, index))).collect())
}

fn item<T>(value: T, parent: usize) -> Item<T> {
    Item { place: Place::default(), parent, value }
}

fn items<E: Entry>(rows: &[E::Row], parent: impl Fn(&E::Row) -> Option<usize>) -> Vec<Item<E>> {
    rows.iter().filter_map(|row| Some(item(E::of(row), parent(row)?))).collect()
}
