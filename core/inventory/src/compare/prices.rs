//! The price list.
#![expect(clippy::disallowed_methods, reason = "the operator sees every price")]
use super::planner::Planner;
use crate::entry::price::Price;
use hosting_core::{refusals::error::Result, search::price};
use sea_orm::EntityTrait;
use std::collections::{HashMap, HashSet};

/// Compares the prices; gives the suffixes that will have one.
pub async fn compare(planner: &mut Planner<'_>) -> Result<HashSet<String>> {
    let rows = price::Entity::find().all(planner.lookup.db).await?;
    let known: HashMap<String, price::Model> = rows.into_iter().map(|row| (row.tld.clone(), row)).collect();
    let mut suffixes: HashSet<String> = known.keys().cloned().collect();
    if planner.prune {
        let named: HashSet<String> =
            planner.inventory.prices.iter().map(|item| item.value.row().tld).collect();
        planner.plan.leaving.prices = suffixes.extract_if(|suffix| !named.contains(suffix)).collect();
    }
    for item in &planner.inventory.prices {
        let row = item.value.row();
        suffixes.insert(row.tld.clone());
        let different = planner.differs::<Price>(format!("price {}", row.tld), known.get(&row.tld), row);
        planner.plan.rows.prices.extend(different);
    }
    Ok(suffixes)
}
