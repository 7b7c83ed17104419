//! The accounts.
use super::planner::Planner;
use crate::{entry::account::Account, item::Item};
use hosting_core::{
    kernel::account::{Column, Entity, Model},
    refusals::error::Result,
};
use std::collections::HashMap;
use uuid::Uuid;

/// Compares the accounts; gives their ids in the order of the file.
pub async fn compare(planner: &mut Planner<'_>) -> Result<Vec<Option<Uuid>>> {
    let items = &planner.inventory.accounts;
    let emails = items.iter().map(|item| item.value.email.clone());
    let mut rows = planner.lookup.among::<Entity, _>(Column::Email, emails).await?;
    let ids = items.iter().filter_map(|item| item.value.id);
    rows.extend(planner.lookup.among::<Entity, _>(Column::Id, ids).await?);
    let by_email: HashMap<&str, &Model> = rows.iter().map(|row| (row.email.as_str(), row)).collect();
    let by_id: HashMap<Uuid, &Model> = rows.iter().map(|row| (row.id, row)).collect();
    let mut resolved = Vec::with_capacity(items.len());
    for item in items {
        let named = by_email.get(item.value.email.as_str()).copied();
        let same = item.value.id.and_then(|id| by_id.get(&id).copied());
        resolved.push(account(planner, item, named, same));
    }
    Ok(resolved)
}

fn account(
    planner: &mut Planner<'_>,
    Item { place, value, .. }: &Item<Account>,
    named: Option<&Model>,
    same: Option<&Model>,
) -> Option<Uuid> {
    if let Some(other) = named.filter(|row| value.id.is_some_and(|id| id != row.id)) {
        planner.fault(place, "/id", format!("the account {} has the id {}", value.email, other.id));
        return None;
    }
    let before = named.or(same);
    let id = before.map_or_else(|| planner.id(value.id), |row| row.id);
    let row = value.row(before, id, planner.now);
    let different = planner.differs::<Account>(format!("account {}", value.email), before, row);
    planner.plan.rows.accounts.extend(different);
    Some(id)
}
