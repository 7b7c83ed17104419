//! The accounts.
use super::planner::Planner;
use crate::{entry::account::Account, item::Item};
use hosting_core::{
    kernel::account::{Column, Entity, Model},
    refusals::error::Result,
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The accounts that the database holds.
struct Known<'k> {
    emails: HashMap<&'k str, &'k Model>,
    ids: HashMap<Uuid, &'k Model>,
    /// Those that the file names by their ids: they are no other's, whatever their addresses.
    named: HashSet<Uuid>,
}

/// Compares the accounts; gives their ids in the order of the file.
pub async fn compare(planner: &mut Planner<'_>) -> Result<Vec<Option<Uuid>>> {
    let items = &planner.inventory.accounts;
    let rows = rows(planner).await?;
    let ids: HashMap<Uuid, &Model> = rows.iter().map(|row| (row.id, row)).collect();
    let named = items.iter().filter_map(|item| item.value.id).filter(|id| ids.contains_key(id)).collect();
    let known = Known { emails: rows.iter().map(|row| (row.email.as_str(), row)).collect(), ids, named };
    let resolved: Vec<_> = items.iter().map(|item| account(planner, item, &known)).collect();
    if planner.prune {
        let named: HashSet<Uuid> = resolved.iter().copied().flatten().collect();
        let left = known.ids.into_keys().filter(|id| !named.contains(id));
        planner.plan.leaving.accounts = left.collect();
    }
    Ok(resolved)
}

/// Those that the file names; all of them where what it leaves out is removed.
async fn rows(planner: &Planner<'_>) -> Result<Vec<Model>> {
    if planner.prune {
        return planner.lookup.all::<Entity>().await;
    }
    let items = &planner.inventory.accounts;
    let emails = items.iter().map(|item| item.value.email.clone());
    let mut rows = planner.lookup.among::<Entity, _>(Column::Email, emails).await?;
    let ids = items.iter().filter_map(|item| item.value.id);
    rows.extend(planner.lookup.among::<Entity, _>(Column::Id, ids).await?);
    Ok(rows)
}

fn account(
    planner: &mut Planner<'_>,
    Item { place, value, .. }: &Item<Account>,
    known: &Known<'_>,
) -> Option<Uuid> {
    let named = known.emails.get(value.email.as_str()).copied();
    let same = value.id.and_then(|id| known.ids.get(&id).copied());
    if let Some(other) = named.filter(|row| value.id.is_some_and(|id| id != row.id)) {
        planner.fault(place, "/id", format!("the account {} has the id {}", value.email, other.id));
        return None;
    }
    if let Some(other) = named.filter(|row| value.id.is_none() && known.named.contains(&row.id)) {
        let message = format!("is still the address of the account {}: apply its new one first", other.id);
        planner.fault(place, "/email", message);
        return None;
    }
    let before = same.or(named);
    let id = before.map_or_else(|| planner.id(value.id), |row| row.id);
    let row = value.row(before, id, planner.now);
    let different = planner.differs::<Account>(format!("account {}", value.email), before, row);
    planner.plan.rows.accounts.extend(different);
    Some(id)
}
