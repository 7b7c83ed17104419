//! Accounts, and the services and domains that they own.
use super::{
    super::{Account, Domain, Item, Service},
    Change, Member, Planner, Result,
};
use crate::{account::row, domains::domain, services::service};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

impl Planner<'_> {
    /// Compares the accounts; gives their ids in the order of the file.
    pub(super) async fn accounts(&mut self) -> Result<Vec<Option<Uuid>>> {
        let items = &self.inventory.accounts;
        let emails = items.iter().map(|item| item.is.email.clone());
        let mut known = self.look.among::<row::Entity, _>(row::Column::Email, emails).await?;
        let ids = items.iter().filter_map(|item| item.is.id);
        known.extend(self.look.among::<row::Entity, _>(row::Column::Id, ids).await?);
        let named: HashMap<&str, &row::Model> = known.iter().map(|row| (row.email.as_str(), row)).collect();
        let known: HashMap<Uuid, &row::Model> = known.iter().map(|row| (row.id, row)).collect();
        let mut resolved = Vec::with_capacity(items.len());
        for Item { at, is, .. } in items {
            let named = named.get(is.email.as_str()).copied();
            if let Some(other) = named.filter(|row| is.id.is_some_and(|id| id != row.id)) {
                self.fault(at, "/id", format!("the account {} has the id {}", is.email, other.id));
                resolved.push(None);
                continue;
            }
            let before = named.or_else(|| known.get(&is.id?).copied());
            let id = before.map_or_else(|| self.id(is.id), |row| row.id);
            let row = is.row(before, id, self.now);
            let different = self.differs::<Account>(format!("account {}", is.email), before, row);
            self.plan.accounts.extend(different);
            resolved.push(Some(id));
        }
        Ok(resolved)
    }

    /// Compares the services.
    pub(super) async fn services(&mut self, accounts: &[Option<Uuid>]) -> Result<()> {
        let items = &self.inventory.services;
        let owners = accounts.iter().copied().flatten();
        let mut rows = self.look.among::<service::Entity, _>(service::Column::AccountId, owners).await?;
        let ids = items.iter().filter_map(|item| item.is.id);
        rows.extend(self.look.among::<service::Entity, _>(service::Column::Id, ids).await?);
        let known: HashMap<Uuid, &service::Model> = rows.iter().map(|row| (row.id, row)).collect();
        let mut labelled: HashMap<(Uuid, String), HashSet<Uuid>> = HashMap::new();
        for row in known.values() {
            let key = (row.account_id, <Service as super::Kind>::of(row).label());
            labelled.entry(key).or_default().insert(row.id);
        }
        let mut taken = HashSet::new();
        for item in items {
            let Some(account) = accounts[item.of] else { continue };
            let Some(before) = self.service_before(item, account, &known, &labelled) else { continue };
            let id = before.map_or_else(|| self.id(item.is.id), |row| row.id);
            if !taken.insert(id) {
                self.fault(&item.at, "", "is the same service as one before".to_owned());
                continue;
            }
            let row = item.is.row(before, id, account, self.now);
            let owner = &self.inventory.accounts[item.of].is.email;
            let what = format!("service {} of {owner}", item.is.label());
            let different = self.differs::<Service>(what, before, row);
            self.plan.services.extend(different);
        }
        Ok(())
    }

    /// The service as it was, if it was; nothing at all if that is not clear.
    fn service_before<'k>(
        &mut self,
        Item { at, is, .. }: &Item<Service>,
        account: Uuid,
        known: &HashMap<Uuid, &'k service::Model>,
        labelled: &HashMap<(Uuid, String), HashSet<Uuid>>,
    ) -> Option<Option<&'k service::Model>> {
        let Some(id) = is.id else {
            let same = labelled.get(&(account, is.label()));
            return match same.map_or(0, HashSet::len) {
                0 => Some(None),
                1 => Some(same.and_then(|ids| ids.iter().find_map(|id| known.get(id).copied()))),
                _ => {
                    self.fault(at, "", format!("the account has several services {}: give the id", is.label()));
                    None
                }
            };
        };
        let before = known.get(&id).copied();
        if before.is_some_and(|row| row.account_id != account) {
            self.fault(at, "/id", "is the id of another account's service".to_owned());
            return None;
        }
        if before.is_some_and(|row| row.service_type != is.service_type) {
            self.fault(at, "/service_type", "is not what was ordered: this id is another service's".to_owned());
            return None;
        }
        Some(before)
    }

    /// Compares the domains; gives them as they will be, in the order of the file.
    pub(super) async fn domains(&mut self, accounts: &[Option<Uuid>]) -> Result<Vec<Option<domain::Model>>> {
        let items = &self.inventory.domains;
        let names = items.iter().map(|item| item.is.domain_name.clone());
        let mut rows = self.look.among::<domain::Entity, _>(domain::Column::DomainName, names).await?;
        let ids = items.iter().filter_map(|item| item.is.id);
        rows.extend(self.look.among::<domain::Entity, _>(domain::Column::Id, ids).await?);
        let named: HashMap<&str, &domain::Model> = rows.iter().map(|row| (row.domain_name.as_str(), row)).collect();
        let known: HashMap<Uuid, &domain::Model> = rows.iter().map(|row| (row.id, row)).collect();
        let mut resolved = Vec::with_capacity(items.len());
        for item in items {
            let named = named.get(item.is.domain_name.as_str()).copied();
            let same = item.is.id.and_then(|id| known.get(&id).copied());
            let account = accounts[item.of].filter(|account| self.domain_fits(item, *account, named, same));
            resolved.push(account.map(|account| self.domain(item, account, named)));
        }
        Ok(resolved)
    }

    fn domain(&mut self, item: &Item<Domain>, account: Uuid, before: Option<&domain::Model>) -> domain::Model {
        let Item { is, .. } = item;
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

    /// Whether what the file says of a domain can be true beside what the database says.
    fn domain_fits(
        &mut self,
        Item { at, is, .. }: &Item<Domain>,
        account: Uuid,
        named: Option<&domain::Model>,
        same: Option<&domain::Model>,
    ) -> bool {
        let name = &is.domain_name;
        let refused = match (named, same) {
            (None, None) => None,
            (None, Some(other)) => Some(("/id", format!("is the id of the domain {}", other.domain_name))),
            (Some(row), _) if is.id.is_some_and(|id| id != row.id) => {
                Some(("/id", format!("the domain {name} has the id {}", row.id)))
            }
            (Some(row), _) if row.account_id != account => {
                Some(("/domain_name", format!("{name} belongs to another account")))
            }
            (Some(row), _) if row.pending_name_servers.is_some() && row.name_servers.0 != is.name_servers => {
                let wait = "a change is on its way to the registrar: apply again when that is done";
                Some(("/name_servers", wait.to_owned()))
            }
            _ => None,
        };
        if let Some((member, message)) = refused {
            self.fault(at, member, message);
            return false;
        }
        true
    }

    /// The longest suffix of the price list that `name` has; its last label where there is none.
    fn suffix(&self, name: &str) -> String {
        let suffixes = || name.match_indices('.').map(|(at, _)| &name[at..]);
        let priced = suffixes().find(|suffix| self.suffixes.contains(*suffix));
        priced.or_else(|| suffixes().last()).unwrap_or(name).to_owned()
    }
}
