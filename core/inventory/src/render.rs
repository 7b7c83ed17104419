//! An inventory as the text of a file.
use crate::{inventory::Inventory, item::Item};
use serde::Serialize;
use serde_json::{Map, Value};

impl Inventory {
    /// The inventory as a file.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut records = grouped(&self.records, self.domains.len())?.into_iter();
        let mut domains: Vec<Vec<Value>> = self.accounts.iter().map(|_| Vec::new()).collect();
        for Item { parent, value, .. } in &self.domains {
            let lists = [("records", records.next().unwrap_or_default())];
            domains[*parent].push(with(value, lists)?);
        }
        let services = self.services_with_details()?;
        let accounts = self.accounts.iter().zip(services).zip(domains).map(|((item, services), domains)| {
            with(&item.value, [("services", services), ("domains", domains)])
        });
        let whole = [
            ("prices", grouped(&self.prices, 1)?.concat()),
            ("registry", grouped(&self.registry, 1)?.concat()),
            ("accounts", accounts.collect::<Result<_, _>>()?),
        ];
        let mut text = serde_json::to_string_pretty(&with(&Map::new(), whole)?)?;
        text.push('\n');
        Ok(text)
    }

    /// The services of each account.
    fn services_with_details(&self) -> serde_json::Result<Vec<Vec<Value>>> {
        let mut services = self
            .services
            .iter()
            .map(|item| serde_json::to_value(&item.value))
            .collect::<Result<Vec<_>, _>>()?;
        for Item { parent, value, .. } in &self.details {
            services[*parent][value.member()] = serde_json::to_value(value)?;
        }
        let mut grouped = vec![Vec::new(); self.accounts.len()];
        for (Item { parent, .. }, service) in self.services.iter().zip(services) {
            grouped[*parent].push(service);
        }
        Ok(grouped)
    }
}

/// The items in `groups` groups, by what they belong to.
fn grouped<T: Serialize>(items: &[Item<T>], groups: usize) -> serde_json::Result<Vec<Vec<Value>>> {
    let mut grouped = vec![Vec::new(); groups];
    for Item { parent, value, .. } in items {
        grouped[*parent].push(serde_json::to_value(value)?);
    }
    Ok(grouped)
}

/// `thing` with the lists that belong to it.
fn with<const N: usize>(thing: &impl Serialize, lists: [(&str, Vec<Value>); N]) -> serde_json::Result<Value> {
    let mut value = serde_json::to_value(thing)?;
    if let Value::Object(members) = &mut value {
        members.extend(lists.map(|(name, list)| (name.to_owned(), Value::Array(list))));
    }
    Ok(value)
}
