//! An inventory beside the database: what it would change, and why it cannot.
mod accounts;
mod domains;
mod emails;
mod instances;
mod parts;
mod placed;
mod planner;
mod prices;
mod records;
mod registry;
mod services;
mod sites;

use crate::{backends::Backends, inventory::Inventory, lookup::Lookup, plan::Plan};
use hosting_core::{providers::registrar::Registration, refusals::error::Result, values::time::Time};
use planner::Planner;
use std::collections::HashMap;
use uuid::Uuid;

/// How an inventory is compared.
#[derive(Clone)]
pub struct Way {
    /// Whether what the file leaves out is removed.
    pub prune: bool,
    /// What stands behind the platform.
    pub backends: Backends,
}

/// Compares everything with the database, and the names of the registry with what it has adopted of them; finds
/// what the file leaves out where that is removed.
pub async fn compare(
    lookup: Lookup<'_>,
    inventory: &Inventory,
    registered: &HashMap<String, Registration>,
    now: Time,
    ids: Vec<Uuid>,
    Way { prune, backends }: Way,
) -> Result<Plan> {
    let mut planner = Planner::new(lookup, inventory, now, ids, prune);
    let suffixes = prices::compare(&mut planner).await?;
    let accounts = accounts::compare(&mut planner).await?;
    let orders = services::compare(&mut planner, &accounts, backends.billed).await?;
    emails::compare(&mut planner, &orders, &backends.mail).await?;
    sites::compare(&mut planner, &orders, &backends.panel).await?;
    instances::compare(&mut planner, &orders, &backends).await?;
    let domains =
        domains::compare(&mut planner, &accounts, &suffixes, (&backends.registrar, &backends.dns)).await?;
    records::compare(&mut planner, &domains, &backends.dns).await?;
    registry::compare(&mut planner, registered).await?;
    Ok(planner.plan)
}
