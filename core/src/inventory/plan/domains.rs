//! The domains of the accounts.
use super::{super::Domain, Change, Member, Planner, Refused, Result};
use crate::domains::domain::{Column, Entity, Model};
use std::collections::HashMap;
use uuid::Uuid;

impl Planner<'_> {
    /// Compares the domains; gives them as they will be, in the order of the file.
    pub(super) async fn domains(&mut self, accounts: &[Option<Uuid>]) -> Result<Vec<Option<Model>>> {
        let items = &self.inventory.domains;
        let names = items.iter().map(|item| item.is.domain_name.clone());
        let mut rows = self.look.among::<Entity, _>(Column::DomainName, names).await?;
        let ids = items.iter().filter_map(|item| item.is.id);
        rows.extend(self.look.among::<Entity, _>(Column::Id, ids).await?);
        let by_name: HashMap<&str, &Model> = rows.iter().map(|row| (row.domain_name.as_str(), row)).collect();
        let by_id: HashMap<Uuid, &Model> = rows.iter().map(|row| (row.id, row)).collect();
        let mut resolved = Vec::with_capacity(items.len());
        for item in items {
            let before = by_name.get(item.is.domain_name.as_str()).copied();
            let same = item.is.id.and_then(|id| by_id.get(&id).copied());
            resolved.push(
                match accounts[item.of].map(|account| (account, fits(&item.is, account, before, same))) {
                    None => None,
                    Some((account, Ok(()))) => Some(self.domain(&item.is, account, before)),
                    Some((_, Err((member, message)))) => {
                        self.fault(&item.at, member, message);
                        None
                    }
                },
            );
        }
        Ok(resolved)
    }

    fn domain(&mut self, is: &Domain, account: Uuid, before: Option<&Model>) -> Model {
        let id = before.map_or_else(|| self.id(is.id), |row| row.id);
        let row = is.row(before, id, account, self.suffix(&is.domain_name), self.now);
        let what = format!("domain {}", is.domain_name);
        let Some(after) = self.differs::<Domain>(what, before, row.clone()) else { return row };
        // The suffix is not said by the file: it follows from the price list.
        if let (Some(old), Some(Change { members, .. })) = (before, self.plan.changes.last_mut())
            && old.tld != after.tld
        {
            let (old, new) = (old.tld.clone().into(), after.tld.clone().into());
            members.push(Member { name: "tld".to_owned(), old, new });
        }
        self.plan.domains.push(after);
        row
    }

    /// The longest suffix of the price list that `name` has; its last label where there is none.
    fn suffix(&self, name: &str) -> String {
        let suffixes = || name.match_indices('.').map(|(at, _)| &name[at..]);
        let priced = suffixes().find(|suffix| self.suffixes.contains(*suffix));
        priced.or_else(|| suffixes().next_back()).unwrap_or(name).to_owned()
    }
}

/// Whether what the file says of a domain can be true beside what the database says of its name and its id.
fn fits(is: &Domain, account: Uuid, named: Option<&Model>, same: Option<&Model>) -> Result<(), Refused> {
    let name = &is.domain_name;
    let Some(row) = named else {
        let other = |row: &Model| Err(("/id", format!("is the id of the domain {}", row.domain_name)));
        return same.map_or(Ok(()), other);
    };
    if is.id.is_some_and(|id| id != row.id) {
        return Err(("/id", format!("the domain {name} has the id {}", row.id)));
    }
    if row.account_id != account {
        return Err(("/domain_name", format!("{name} belongs to another account")));
    }
    match row.pending_name_servers.is_some() && row.name_servers.0 != is.name_servers {
        true => {
            let wait = "a change is on its way to the registrar: apply again when that is done";
            Err(("/name_servers", wait.to_owned()))
        }
        false => Ok(()),
    }
}
