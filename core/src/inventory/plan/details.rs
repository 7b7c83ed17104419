//! What the services are beyond their orders.
use super::{
    super::{Details, Item},
    Planner, Result,
};
use crate::services::Service;
use std::collections::HashMap;
use uuid::Uuid;

/// A service as it was, and as it will be.
pub(super) struct Order {
    pub before: Option<Service>,
    pub after: Service,
}

/// One thing of the file that belongs to a service.
pub(super) struct Part<'a, D> {
    pub item: &'a Item<Details>,
    pub is: &'a D,
    pub service: &'a Service,
}

impl<'a> Planner<'a> {
    /// Compares what the services are, each sort by itself.
    pub(super) async fn details(&mut self, orders: &[Option<Order>]) -> Result<()> {
        self.emails(orders).await?;
        self.sites(orders).await?;
        self.instances(orders).await
    }

    /// What the file says of one sort.
    pub(super) fn parts<'o, D: 'o>(
        &self,
        orders: &'o [Option<Order>],
        sort: impl Fn(&'o Details) -> Option<&'o D>,
    ) -> Vec<Part<'o, D>>
    where
        'a: 'o,
    {
        let part = |item: &'o Item<Details>| {
            let service = &orders[item.of].as_ref()?.after;
            Some(Part { item, is: sort(&item.is)?, service })
        };
        self.inventory.details.iter().filter_map(part).collect()
    }

    /// What a part is called where it differs.
    pub(super) fn detail<D>(&self, part: &Part<'_, D>) -> String {
        let service = &self.inventory.services[part.item.of];
        let owner = &self.inventory.accounts[service.of].is.email;
        format!("details of service {} of {owner}", service.is.label())
    }
}

/// The rows by their services.
pub(super) fn by_service<R>(rows: Vec<R>, id: impl Fn(&R) -> Uuid) -> HashMap<Uuid, R> {
    rows.into_iter().map(|row| (id(&row), row)).collect()
}
