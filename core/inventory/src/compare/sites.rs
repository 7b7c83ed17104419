//! The sites of shared hosting.
use super::{
    parts::{Order, Part, by_service},
    placed::{Before, placed},
    planner::Planner,
};
use crate::entry::{details::Details, hosting::Hosting};
use hosting_core::{
    hosting::row::{Column, Entity, Model},
    providers::{Port, backends::Backends, panel::Panel},
    refusals::error::Result,
    services::service::ServiceType,
};
use std::collections::HashMap;
use uuid::Uuid;

/// Compares the sites.
pub async fn compare(
    planner: &mut Planner<'_>,
    orders: &[Option<Order>],
    panels: &Backends<dyn Panel>,
) -> Result<()> {
    let parts = planner.parts(orders, |details| match details {
        Details::Hosting(hosting) => Some(hosting),
        _ => None,
    });
    let hosted =
        orders.iter().flatten().filter(|order| order.after.service_type == ServiceType::SharedHosting);
    let ids: Vec<Uuid> = hosted.map(|order| order.after.id).collect();
    let rows = planner.lookup.among::<Entity, _>(Column::ServiceId, ids).await?;
    let known = by_service(rows, |row| row.service_id);
    let mut users = users(planner, &parts, &known).await?;
    for part in parts {
        let id = part.service.id;
        let before = known.get(&id);
        let is = before.map_or(Before::Nowhere, |row| Before::At(row.backend.as_deref()));
        let found = placed((Port::Panel, panels), part.value.backend.as_deref(), is);
        let Some(backend) = planner.good(&part.item.place, found) else { continue };
        let row = Model { backend, ..part.value.row(before, part.service, planner.now) };
        if *users.entry((row.backend.clone(), row.site.clone())).or_insert(id) != id {
            let message = format!("another service has the site {}: give this one its own", row.site);
            planner.fault(&part.item.place, "/site", message);
            continue;
        }
        planner.plan.named.sites.push(id);
        let different = planner.differs::<Hosting>(planner.label(&part), before, row);
        planner.plan.rows.sites.extend(different);
    }
    make_due(planner, orders, known);
    Ok(())
}

/// The users, each at its panel, that the database has of those that the file names, and whose they are.
async fn users(
    planner: &Planner<'_>,
    parts: &[Part<'_, Hosting>],
    known: &HashMap<Uuid, Model>,
) -> Result<HashMap<(Option<String>, String), Uuid>> {
    let users: Vec<String> = parts.iter().map(|part| part.value.site(known.get(&part.service.id))).collect();
    let rows = planner.lookup.among::<Entity, _>(Column::Site, users).await?;
    let leaving = &planner.plan.leaving;
    let stays = |row: &Model| {
        !leaving.services.contains(&row.service_id) && !leaving.accounts.contains(&row.account_id)
    };
    Ok(rows.into_iter().filter(stays).map(|row| ((row.backend, row.site), row.service_id)).collect())
}

/// A site whose order has changed is due at once, so that its panel hears of it.
fn make_due(planner: &mut Planner<'_>, orders: &[Option<Order>], mut known: HashMap<Uuid, Model>) {
    for row in &planner.plan.rows.sites {
        known.remove(&row.service_id);
    }
    let changed = orders.iter().flatten().filter(|order| order.before.as_ref() != Some(&order.after));
    let rows = changed.filter_map(|order| known.remove(&order.after.id));
    planner.plan.rows.sites.extend(rows.map(|row| Model { due_at: None, ..row }));
}
