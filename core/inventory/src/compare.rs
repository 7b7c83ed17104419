//! An inventory beside the database: what it would change, and why it cannot.
mod accounts;
mod domains;
mod emails;
mod instances;
mod parts;
mod planner;
mod prices;
mod records;
mod registry;
mod services;
mod sites;

use crate::{inventory::Inventory, lookup::Lookup, plan::Plan};
use hosting_core::{
    providers::{
        backends::Backends,
        dns::Dns,
        registrar::{Registrar, Registration},
    },
    refusals::error::Result,
    values::time::Time,
};
use planner::Planner;
use std::collections::HashMap;
use uuid::Uuid;

/// How an inventory is compared.
#[derive(Clone)]
pub struct Way {
    /// Whether what the file leaves out is removed.
    pub prune: bool,
    /// Whether somebody is asked for the money.
    pub billed: bool,
    /// The backends that domains are registered with.
    pub registrars: Backends<dyn Registrar>,
    /// The backends that serve zones.
    pub nameservers: Backends<dyn Dns>,
}

/// Compares everything with the database, and the names of the registry with what it has adopted of them; finds
/// what the file leaves out where that is removed.
pub async fn compare(
    lookup: Lookup<'_>,
    inventory: &Inventory,
    registered: &HashMap<String, Registration>,
    now: Time,
    ids: Vec<Uuid>,
    Way { prune, billed, registrars, nameservers }: Way,
) -> Result<Plan> {
    let mut planner = Planner::new(lookup, inventory, now, ids, prune);
    let suffixes = prices::compare(&mut planner).await?;
    let accounts = accounts::compare(&mut planner).await?;
    let orders = services::compare(&mut planner, &accounts, billed).await?;
    emails::compare(&mut planner, &orders).await?;
    sites::compare(&mut planner, &orders).await?;
    instances::compare(&mut planner, &orders).await?;
    let domains = domains::compare(&mut planner, &accounts, &suffixes, (&registrars, &nameservers)).await?;
    records::compare(&mut planner, &domains, &nameservers).await?;
    registry::compare(&mut planner, registered).await?;
    Ok(planner.plan)
}
