//! The containers and virtual machines.
use super::{
    super::{Details, Instance},
    Planner, Result,
    details::{Order, by_service},
};
use crate::instances::{
    instance::{self, Column, Entity},
    snapshot,
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

impl Planner<'_> {
    pub(super) async fn instances(&mut self, orders: &[Option<Order>]) -> Result<()> {
        let parts = self.parts(orders, |details| match details {
            Details::Instance(instance) => Some(instance),
            _ => None,
        });
        let ids: Vec<Uuid> = parts.iter().map(|part| part.service.id).collect();
        let known =
            by_service(self.look.among::<Entity, _>(Column::ServiceId, ids).await?, |row| row.service_id);
        let shelves = parts.iter().flat_map(|part| &part.is.snapshots);
        let named: Vec<Uuid> = shelves.filter_map(|one| one.id).collect();
        let taken = self.look.among::<snapshot::Entity, _>(snapshot::Column::Id, named).await?;
        let taken: HashMap<Uuid, Uuid> = taken.into_iter().map(|row| (row.id, row.service_id)).collect();
        let repriced = repriced(orders);
        for part in parts {
            let id = part.service.id;
            let before = known.get(&id);
            let foreign = |of: &Uuid| *of != id;
            let ids = part.is.snapshots.iter().enumerate();
            for (index, _) in ids.filter(|(_, one)| one.id.and_then(|id| taken.get(&id)).is_some_and(foreign))
            {
                let member = format!("/snapshots/{index}/id");
                self.fault(&part.item.at, &member, "is the id of another instance's snapshot".to_owned());
            }
            let mut row = part.is.row(before, part.service, self.now);
            if before.is_none() {
                self.shelve(part.is, &row);
            }
            if repriced.contains(&id) {
                // Other periods are priced by what the operator says now.
                (row.base_price, row.base_months) = (None, None);
            }
            let different = self.differs::<Instance>(self.detail(&part), before, row);
            self.plan.instances.extend(different);
        }
        Ok(())
    }

    /// The snapshots that a new instance comes with.
    fn shelve(&mut self, is: &Instance, row: &instance::Model) {
        for one in &is.snapshots {
            let id = self.id(one.id);
            self.plan.snapshots.push(one.row(row, id, self.now));
        }
    }
}

/// The services that cost something else now.
fn repriced(orders: &[Option<Order>]) -> HashSet<Uuid> {
    let changed = |order: &&Order| {
        let price = (order.after.renewal_price, order.after.billing_months);
        order.before.as_ref().is_some_and(|before| (before.renewal_price, before.billing_months) != price)
    };
    orders.iter().flatten().filter(changed).map(|order| order.after.id).collect()
}
