//! The services of the accounts.
use super::{
    parts::Order,
    planner::{Planner, Refused},
};
use crate::{
    entry::{Entry as _, service::Service},
    item::Item,
};
use hosting_core::{
    refusals::error::Result,
    services::service::{Column, Entity, Model},
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The services that the database holds.
#[derive(Default)]
struct Ordered<'k> {
    ids: HashMap<Uuid, &'k Model>,
    labels: HashMap<(Uuid, String), HashSet<Uuid>>,
    /// Those that the file has named.
    named: HashSet<Uuid>,
}

/// Compares the services; gives them as they were and will be, in the order of the file.
pub async fn compare(planner: &mut Planner<'_>, accounts: &[Option<Uuid>]) -> Result<Vec<Option<Order>>> {
    let items = &planner.inventory.services;
    let owners = accounts.iter().copied().flatten();
    let mut rows = planner.lookup.among::<Entity, _>(Column::AccountId, owners).await?;
    let ids = items.iter().filter_map(|item| item.value.id);
    rows.extend(planner.lookup.among::<Entity, _>(Column::Id, ids).await?);
    let mut ordered = Ordered::of(&rows);
    let mut orders = Vec::with_capacity(items.len());
    for item in items {
        orders.push(
            match accounts[item.parent].map(|account| (account, ordered.before(account, &item.value))) {
                None => None,
                Some((account, Ok(before))) => Some(service(planner, item, account, before)),
                Some((_, Err((member, message)))) => {
                    planner.fault(&item.place, member, message);
                    None
                }
            },
        );
    }
    Ok(orders)
}

fn service(
    planner: &mut Planner<'_>,
    Item { parent, value, .. }: &Item<Service>,
    account: Uuid,
    before: Option<&Model>,
) -> Order {
    let id = before.map_or_else(|| planner.id(value.id), |row| row.id);
    let row = value.row(before, id, account, planner.now);
    let owner = &planner.inventory.accounts[*parent].value.email;
    let what = format!("service {} of {owner}", value.label());
    let different = planner.differs::<Service>(what, before, row.clone());
    planner.plan.rows.services.extend(different);
    Order { before: before.cloned(), after: row }
}

impl<'k> Ordered<'k> {
    fn of(rows: &'k [Model]) -> Self {
        let mut ordered = Self::default();
        for row in rows {
            let label = (row.account_id, Service::of(row).label());
            ordered.labels.entry(label).or_default().insert(row.id);
            ordered.ids.insert(row.id, row);
        }
        ordered
    }

    /// The service as it was, if it was; or why it cannot be.
    fn before(&mut self, account: Uuid, value: &Service) -> Result<Option<&'k Model>, Refused> {
        let id = match (value.id, self.labels.get(&(account, value.label()))) {
            (None, Some(several)) if several.len() > 1 => {
                let label = value.label();
                return Err(("", format!("the account has several services {label}: give the id")));
            }
            (None, Some(one)) => one.iter().next().copied(),
            (id, _) => id,
        };
        let before = id.and_then(|id| self.ids.get(&id).copied());
        match before {
            Some(row) if row.account_id != account => {
                Err(("/id", "is the id of another account's service".to_owned()))
            }
            Some(row) if row.service_type != value.service_type => {
                Err(("/service_type", format!("this id is that of the service {}", Service::of(row).label())))
            }
            Some(row) if !self.named.insert(row.id) => {
                Err(("", "is a service that the file names before".to_owned()))
            }
            before => Ok(before),
        }
    }
}
