//! The services of the accounts.
use super::{
    super::{Item, Service},
    Kind, Planner, Refused, Result,
    details::Order,
};
use crate::services::service::{Column, Entity, Model};
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

impl Planner<'_> {
    /// Compares the services; gives them as they were and will be, in the order of the file.
    pub(super) async fn services(&mut self, accounts: &[Option<Uuid>]) -> Result<Vec<Option<Order>>> {
        let items = &self.inventory.services;
        let owners = accounts.iter().copied().flatten();
        let mut rows = self.look.among::<Entity, _>(Column::AccountId, owners).await?;
        let ids = items.iter().filter_map(|item| item.is.id);
        rows.extend(self.look.among::<Entity, _>(Column::Id, ids).await?);
        let mut ordered = Ordered::of(&rows);
        let mut orders = Vec::with_capacity(items.len());
        for item in items {
            orders.push(
                match accounts[item.of].map(|account| (account, ordered.before(account, &item.is))) {
                    None => None,
                    Some((account, Ok(before))) => Some(self.service(item, account, before)),
                    Some((_, Err((member, message)))) => {
                        self.fault(&item.at, member, message);
                        None
                    }
                },
            );
        }
        Ok(orders)
    }

    fn service(
        &mut self,
        Item { of, is, .. }: &Item<Service>,
        account: Uuid,
        before: Option<&Model>,
    ) -> Order {
        let id = before.map_or_else(|| self.id(is.id), |row| row.id);
        let row = is.row(before, id, account, self.now);
        let owner = &self.inventory.accounts[*of].is.email;
        let what = format!("service {} of {owner}", is.label());
        let different = self.differs::<Service>(what, before, row.clone());
        self.plan.services.extend(different);
        Order { before: before.cloned(), after: row }
    }
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
    fn before(&mut self, account: Uuid, is: &Service) -> Result<Option<&'k Model>, Refused> {
        let id = match (is.id, self.labels.get(&(account, is.label()))) {
            (None, Some(several)) if several.len() > 1 => {
                return Err(("", format!("the account has several services {}: give the id", is.label())));
            }
            (None, Some(one)) => one.iter().next().copied(),
            (id, _) => id,
        };
        let before = id.and_then(|id| self.ids.get(&id).copied());
        match before {
            Some(row) if row.account_id != account => {
                Err(("/id", "is the id of another account's service".to_owned()))
            }
            Some(row) if row.service_type != is.service_type => {
                Err(("/service_type", format!("this id is that of the service {}", Service::of(row).label())))
            }
            Some(row) if !self.named.insert(row.id) => {
                Err(("", "is a service that the file names before".to_owned()))
            }
            before => Ok(before),
        }
    }
}
