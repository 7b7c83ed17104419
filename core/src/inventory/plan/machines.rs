//! The containers and virtual machines.
use super::{
    super::{Details, Instance, machine, sandbox},
    Planner, Result,
    details::{Order, Part, by_service},
};
use crate::{
    instances::{
        instance::{self, Column, Entity, Model},
        snapshot,
    },
    services::{Service, service::ServiceType},
};
use std::collections::HashMap;
use uuid::Uuid;

impl Planner<'_> {
    pub(super) async fn instances(&mut self, orders: &[Option<Order>]) -> Result<()> {
        let parts = self.parts(orders, |details| match details {
            Details::Instance(instance) => Some(instance),
            _ => None,
        });
        let kinds = [ServiceType::Lxc, ServiceType::Kvm];
        let ordered = orders.iter().flatten().filter(|order| kinds.contains(&order.after.service_type));
        let ids: Vec<Uuid> = ordered.map(|order| order.after.id).collect();
        let known = self.look.among::<Entity, _>(Column::ServiceId, ids.clone()).await?;
        let mut known = by_service(known, |row| row.service_id);
        let machines = self.look.among::<sandbox::instance::Entity, _>(sandbox::instance::Column::Id, ids);
        let mut machines = by_service(machines.await?, |row| row.id);
        self.free_snapshots(&parts).await?;
        for part in parts {
            let before = known.remove(&part.service.id);
            let row = part.is.row(before.as_ref(), part.service, self.now);
            let what = self.detail(&part);
            let Some(row) = self.differs::<Instance>(what, before.as_ref(), row) else {
                known.extend(before.map(|row| (row.service_id, row)));
                continue;
            };
            match before {
                None => self.machine(part.is, &row),
                Some(before) => {
                    let machine = machines.remove(&row.service_id);
                    self.plan.machines.extend(machine.map(|one| machine::fitted(one, &before, &row)));
                }
            }
            self.plan.instances.push(row);
        }
        self.price_again(orders, known);
        Ok(())
    }

    /// An id that the file gives to a snapshot may not be another instance's.
    async fn free_snapshots(&mut self, parts: &[Part<'_, Instance>]) -> Result<()> {
        let named = parts.iter().flat_map(|part| &part.is.snapshots).filter_map(|one| one.id);
        let named: Vec<Uuid> = named.collect();
        let taken = self.look.among::<snapshot::Entity, _>(snapshot::Column::Id, named).await?;
        let taken: HashMap<Uuid, Uuid> = taken.into_iter().map(|row| (row.id, row.service_id)).collect();
        for part in parts {
            let foreign = |id: Uuid| taken.get(&id).is_some_and(|of| *of != part.service.id);
            for (index, one) in part.is.snapshots.iter().enumerate() {
                if one.id.is_some_and(foreign) {
                    let message = "is the id of another instance's snapshot".to_owned();
                    self.fault(&part.item.at, &format!("/snapshots/{index}/id"), message);
                }
            }
        }
        Ok(())
    }

    /// The machine that a new instance is, and its snapshots.
    fn machine(&mut self, is: &Instance, row: &instance::Model) {
        let machine = machine::new(row, self.now);
        for one in &is.snapshots {
            let id = self.id(one.id);
            let snapshot = one.row(row, id, self.now);
            self.plan.kept.push(machine::kept(&machine, &snapshot));
            self.plan.snapshots.push(snapshot);
        }
        self.plan.machines.push(machine);
    }

    /// Where the operator has changed what a service costs, other periods are priced by that from now on.
    fn price_again(&mut self, orders: &[Option<Order>], mut known: HashMap<Uuid, Model>) {
        let cost = |service: &Service| (service.renewal_price, service.billing_months);
        let other = |order: &&Order| order.before.as_ref().is_some_and(|was| cost(was) != cost(&order.after));
        for order in orders.iter().flatten().filter(other) {
            self.plan.instances.extend(known.remove(&order.after.id));
            let row = self.plan.instances.iter_mut().find(|row| row.service_id == order.after.id);
            if let Some(row) = row {
                (row.base_price, row.base_months) = (None, None);
            }
        }
    }
}
