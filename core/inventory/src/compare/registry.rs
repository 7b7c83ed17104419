//! The names of a registry for trying out.
use super::planner::Planner;
use crate::{
    entry::{domain::is_held, registration::Registration},
    item::Item,
};
use hosting_core::{domains::domain, providers::registrar, refusals::error::Result};
use std::collections::{HashMap, HashSet};

/// Compares the names with what the registry has adopted of them.
pub async fn compare(
    planner: &mut Planner<'_>,
    registered: &HashMap<String, registrar::Registration>,
) -> Result<()> {
    free_names(planner).await?;
    for Item { value, .. } in &planner.inventory.registry {
        let before = registered.get(&value.name);
        planner.differs::<Registration>(format!("name {}", value.name), before, value.row(before));
    }
    Ok(())
}

/// A name that a customer has cannot be free.
async fn free_names(planner: &mut Planner<'_>) -> Result<()> {
    let inventory = planner.inventory;
    let owned: HashSet<&str> = inventory.domains.iter().map(|item| item.value.domain_name.as_str()).collect();
    let free = |item: &&Item<Registration>| !item.value.taken && !owned.contains(item.value.name.as_str());
    let free: Vec<&Item<Registration>> = inventory.registry.iter().filter(free).collect();
    let names = free.iter().map(|item| item.value.name.clone());
    let rows = planner.lookup.among::<domain::Entity, _>(domain::Column::DomainName, names).await?;
    let held: HashSet<String> =
        rows.into_iter().filter(|row| is_held(row.status)).map(|row| row.domain_name).collect();
    for Item { place, value, .. } in free.into_iter().filter(|item| held.contains(&item.value.name)) {
        planner.fault(place, "/taken", format!("a customer has {}", value.name));
    }
    Ok(())
}
