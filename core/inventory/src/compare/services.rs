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
    /// Those that the file does not name by their ids, by what they are called.
    labels: HashMap<(Uuid, String), Vec<&'k Model>>,
}

/// Compares the services; gives them as they were and will be, in the order of the file.
pub async fn compare(planner: &mut Planner<'_>, accounts: &[Option<Uuid>]) -> Result<Vec<Option<Order>>> {
    let items = &planner.inventory.services;
    let owners: HashSet<Uuid> = accounts.iter().copied().flatten().collect();
    let mut rows = planner.lookup.among::<Entity, _>(Column::AccountId, owners.iter().copied()).await?;
    let ids: HashSet<Uuid> = items.iter().filter_map(|item| item.value.id).collect();
    rows.extend(planner.lookup.among::<Entity, _>(Column::Id, ids.iter().copied()).await?);
    let ordered = Ordered::of(&rows, &ids);
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
    if planner.prune {
        let named: HashSet<Uuid> = orders.iter().flatten().map(|order| order.after.id).collect();
        let left = ordered.ids.values().filter(|row| owners.contains(&row.account_id));
        planner.plan.leaving.services = left.map(|row| row.id).filter(|id| !named.contains(id)).collect();
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
    fn of(rows: &'k [Model], named: &HashSet<Uuid>) -> Self {
        let mut ordered = Self::default();
        for row in rows {
            let first = ordered.ids.insert(row.id, row).is_none();
            if first && !named.contains(&row.id) {
                let label = (row.account_id, Service::of(row).label());
                ordered.labels.entry(label).or_default().push(row);
            }
        }
        ordered
    }

    /// The service as it was, if it was; or why it cannot be.
    fn before(&self, account: Uuid, value: &Service) -> Result<Option<&'k Model>, Refused> {
        let label = value.label();
        let known = value.id.and_then(|id| self.ids.get(&id).copied());
        let alike = self.labels.get(&(account, label.clone())).map(Vec::as_slice).unwrap_or_default();
        match (known, value.id, alike) {
            (Some(row), ..) if row.account_id != account => {
                Err(("/id", "is the id of another account's service".to_owned()))
            }
            (Some(row), ..) if row.service_type != value.service_type => {
                Err(("/service_type", format!("this id is that of the service {}", Service::of(row).label())))
            }
            (Some(row), ..) => Ok(Some(row)),
            (None, _, []) => Ok(None),
            (None, Some(_), [other, ..]) => {
                Err(("/id", format!("the service {label} has the id {}", other.id)))
            }
            (None, None, [one]) => Ok(Some(*one)),
            (None, None, _) => Err(("", format!("the account has several services {label}: give the id"))),
        }
    }
}
