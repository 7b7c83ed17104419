//! What the services are beyond their orders, sort by sort.
use super::planner::Planner;
use crate::{entry::details::Details, item::Item};
use hosting_core::services::Service;
use std::collections::HashMap;
use uuid::Uuid;

/// A service as it was, and as it will be.
pub struct Order {
    pub before: Option<Service>,
    pub after: Service,
}

/// One thing of the file that belongs to a service.
pub struct Part<'a, D> {
    pub item: &'a Item<Details>,
    pub value: &'a D,
    pub service: &'a Service,
}

impl<'a> Planner<'a> {
    /// What the file says of one sort.
    pub fn parts<'o, D: 'o>(
        &self,
        orders: &'o [Option<Order>],
        sort: impl Fn(&'o Details) -> Option<&'o D>,
    ) -> Vec<Part<'o, D>>
    where
        'a: 'o,
    {
        let part = |item: &'o Item<Details>| {
            let service = &orders[item.parent].as_ref()?.after;
            Some(Part { item, value: sort(&item.value)?, service })
        };
        self.inventory.details.iter().filter_map(part).collect()
    }

    /// What a part is called where it differs.
    pub fn label<D>(&self, part: &Part<'_, D>) -> String {
        let service = &self.inventory.services[part.item.parent];
        let owner = &self.inventory.accounts[service.parent].value.email;
        format!("details of service {} of {owner}", service.value.label())
    }
}

/// The rows by their services.
pub fn by_service<R>(rows: Vec<R>, id: impl Fn(&R) -> Uuid) -> HashMap<Uuid, R> {
    rows.into_iter().map(|row| (id(&row), row)).collect()
}
