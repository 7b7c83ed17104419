//! The names of a registry for trying out.
use super::planner::Planner;
use crate::{
    entry::{
        domain::is_held,
        registration::{Registration, is_listed, plain},
    },
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
    if planner.prune {
        leave(planner, registered).await?;
    }
    Ok(())
}

/// What was said of the names that the file does not list is forgotten.
async fn leave(
    planner: &mut Planner<'_>,
    registered: &HashMap<String, registrar::Registration>,
) -> Result<()> {
    let inventory = planner.inventory;
    let named: HashSet<&str> = inventory.registry.iter().map(|item| item.value.name.as_str()).collect();
    let domains = inventory.domains.iter().map(|item| &item.value).filter(|domain| is_held(domain.status));
    let staying: HashSet<&str> = domains.map(|domain| domain.domain_name.as_str()).collect();
    let left: Vec<_> = registered.values().filter(|name| !named.contains(name.name.as_str())).collect();
    // The name of a domain that goes too is freed with it.
    let held = held(planner, left.iter().map(|name| name.name.clone())).await?;
    let left = left
        .into_iter()
        .filter(|name| is_listed(name, held.contains(&name.name) || staying.contains(name.name.as_str())));
    planner.plan.leaving.names = left.map(|name| plain(name, staying.contains(name.name.as_str()))).collect();
    Ok(())
}

/// Those of the names that a customer has.
async fn held(planner: &Planner<'_>, names: impl Iterator<Item = String> + Send) -> Result<HashSet<String>> {
    let rows = planner.lookup.among::<domain::Entity, _>(domain::Column::DomainName, names).await?;
    Ok(rows.into_iter().filter(|row| is_held(row.status)).map(|row| row.domain_name).collect())
}

/// A name that a customer has cannot be free.
async fn free_names(planner: &mut Planner<'_>) -> Result<()> {
    let inventory = planner.inventory;
    let owned: HashSet<&str> = inventory.domains.iter().map(|item| item.value.domain_name.as_str()).collect();
    let free = |item: &&Item<Registration>| !item.value.taken && !owned.contains(item.value.name.as_str());
    let free: Vec<&Item<Registration>> = inventory.registry.iter().filter(free).collect();
    let held = held(planner, free.iter().map(|item| item.value.name.clone())).await?;
    for Item { place, value, .. } in free.into_iter().filter(|item| held.contains(&item.value.name)) {
        planner.fault(place, "/taken", format!("a customer has {}", value.name));
    }
    Ok(())
}
