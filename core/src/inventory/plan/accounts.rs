//! The accounts.
use super::{
    super::{Account, Item},
    Planner, Result,
};
use crate::kernel::account::{Column, Entity, Model};
use std::collections::HashMap;
use uuid::Uuid;

impl Planner<'_> {
    /// Compares the accounts; gives their ids in the order of the file.
    pub(super) async fn accounts(&mut self) -> Result<Vec<Option<Uuid>>> {
        let items = &self.inventory.accounts;
        let emails = items.iter().map(|item| item.is.email.clone());
        let mut rows = self.look.among::<Entity, _>(Column::Email, emails).await?;
        let ids = items.iter().filter_map(|item| item.is.id);
        rows.extend(self.look.among::<Entity, _>(Column::Id, ids).await?);
        let by_email: HashMap<&str, &Model> = rows.iter().map(|row| (row.email.as_str(), row)).collect();
        let by_id: HashMap<Uuid, &Model> = rows.iter().map(|row| (row.id, row)).collect();
        let mut resolved = Vec::with_capacity(items.len());
        for item in items {
            let named = by_email.get(item.is.email.as_str()).copied();
            let same = item.is.id.and_then(|id| by_id.get(&id).copied());
            resolved.push(self.account(item, named, same));
        }
        Ok(resolved)
    }

    fn account(
        &mut self,
        Item { at, is, .. }: &Item<Account>,
        named: Option<&Model>,
        same: Option<&Model>,
    ) -> Option<Uuid> {
        if let Some(other) = named.filter(|row| is.id.is_some_and(|id| id != row.id)) {
            self.fault(at, "/id", format!("the account {} has the id {}", is.email, other.id));
            return None;
        }
        let before = named.or(same);
        let id = before.map_or_else(|| self.id(is.id), |row| row.id);
        let row = is.row(before, id, self.now);
        let different = self.differs::<Account>(format!("account {}", is.email), before, row);
        self.plan.accounts.extend(different);
        Some(id)
    }
}
