//! The containers and virtual machines.
use super::{
    parts::{Order, Part, by_service},
    placed::{Before, placed},
    planner::Planner,
};
use crate::{
    backends::Backends,
    entry::{details::Details, instance::Instance},
};
use hosting_core::{
    instances::{
        instance::{Column, Entity, Model},
        snapshot,
    },
    providers::{Port, hypervisor::InstanceKind},
    refusals::error::Result,
    services::{Service, service::ServiceType},
};
use std::collections::HashMap;
use uuid::Uuid;

/// Compares the instances.
pub async fn compare(planner: &mut Planner<'_>, orders: &[Option<Order>], backends: &Backends) -> Result<()> {
    let parts = planner.parts(orders, |details| match details {
        Details::Instance(instance) => Some(instance),
        _ => None,
    });
    let kinds = [ServiceType::Lxc, ServiceType::Kvm];
    let ordered = orders.iter().flatten().filter(|order| kinds.contains(&order.after.service_type));
    let ids: Vec<Uuid> = ordered.map(|order| order.after.id).collect();
    let rows = planner.lookup.among::<Entity, _>(Column::ServiceId, ids).await?;
    let mut known = by_service(rows, |row| row.service_id);
    free_snapshots(planner, &parts).await?;
    for part in parts {
        let is =
            known.get(&part.service.id).map_or(Before::Nowhere, |row| Before::At(row.backend.as_deref()));
        let named = part.value.backend.as_deref();
        let found = match part.value.kind() {
            InstanceKind::Lxc => placed((Port::Containers, &backends.lxc), named, is),
            InstanceKind::Kvm => placed((Port::Machines, &backends.kvm), named, is),
        };
        let Some(backend) = planner.good(&part.item.place, found) else { continue };
        planner.plan.named.instances.push(part.service.id);
        let before = known.remove(&part.service.id);
        let row = Model { backend, ..part.value.row(before.as_ref(), part.service, planner.now) };
        match planner.differs::<Instance>(planner.label(&part), before.as_ref(), row) {
            None => known.extend(before.map(|row| (row.service_id, row))),
            Some(row) => {
                if before.is_none() {
                    snapshots(planner, part.value, &row);
                }
                planner.plan.rows.instances.push(row);
            }
        }
    }
    price_again(planner, orders, known);
    Ok(())
}

/// An id that the file gives to a snapshot may not be another instance's.
async fn free_snapshots(planner: &mut Planner<'_>, parts: &[Part<'_, Instance>]) -> Result<()> {
    let named = parts.iter().flat_map(|part| &part.value.snapshots).filter_map(|one| one.id);
    let named: Vec<Uuid> = named.collect();
    let taken = planner.lookup.among::<snapshot::Entity, _>(snapshot::Column::Id, named).await?;
    let taken: HashMap<Uuid, Uuid> = taken.into_iter().map(|row| (row.id, row.service_id)).collect();
    for part in parts {
        let foreign = |id: Uuid| taken.get(&id).is_some_and(|of| *of != part.service.id);
        for (index, one) in part.value.snapshots.iter().enumerate() {
            if one.id.is_some_and(foreign) {
                let message = "is the id of another instance's snapshot".to_owned();
                planner.fault(&part.item.place, &format!("/snapshots/{index}/id"), message);
            }
        }
    }
    Ok(())
}

/// The snapshots of a new instance.
fn snapshots(planner: &mut Planner<'_>, value: &Instance, row: &Model) {
    for one in &value.snapshots {
        let id = planner.id(one.id);
        planner.plan.rows.snapshots.push(one.row(row, id, planner.now));
    }
}

/// Where the operator has changed what a service costs, other periods are priced by that from now on.
fn price_again(planner: &mut Planner<'_>, orders: &[Option<Order>], mut known: HashMap<Uuid, Model>) {
    let cost = |service: &Service| (service.renewal_price, service.billing_months);
    let other = |order: &&Order| order.before.as_ref().is_some_and(|was| cost(was) != cost(&order.after));
    let rows = &mut planner.plan.rows.instances;
    for order in orders.iter().flatten().filter(other) {
        rows.extend(known.remove(&order.after.id));
        if let Some(row) = rows.iter_mut().find(|row| row.service_id == order.after.id) {
            (row.base_price, row.base_months) = (None, None);
        }
    }
}
