//! What is told of what is removed.
use super::Removal;
use crate::{
    change::Change,
    entry::{Entry as _, service::Service},
};
use hosting_core::{kernel::account, services::service};
use uuid::Uuid;

impl Removal {
    /// What is told of it, line by line.
    pub fn changes(&self) -> Vec<Change> {
        let accounts = self.accounts.iter().map(|row| self.account(row));
        let services = self.services.iter().map(|row| self.service(row));
        let domains = self.domains.iter().map(|row| {
            let records = self.records[1].iter().filter(|record| record.domain_id == row.id).count();
            format!("domain {}{}", row.domain_name, with(&[(records, "record")]))
        });
        let records = self.records[0].iter().map(|row| format!("record {} {}", row.fqdn, row.r#type));
        let prices = self.leaving.prices.iter().map(|tld| format!("price {tld}"));
        let names = self.leaving.names.iter().map(|name| format!("name {}", name.name));
        let all = prices.chain(accounts).chain(services).chain(domains).chain(records).chain(names);
        all.map(Change::removed).collect()
    }

    fn account(&self, row: &account::Model) -> String {
        let domains: Vec<Uuid> =
            self.domains.iter().filter(|domain| domain.account_id == row.id).map(|row| row.id).collect();
        let counts = [
            (self.services.iter().filter(|service| service.account_id == row.id).count(), "service"),
            (domains.len(), "domain"),
            (self.records[1].iter().filter(|record| domains.contains(&record.domain_id)).count(), "record"),
        ];
        format!("account {}{}", row.email, with(&counts))
    }

    pub fn service(&self, row: &service::Model) -> String {
        let owner = self.owners.get(&row.account_id).map(String::as_str).unwrap_or_default();
        format!("service {} of {owner}", Service::of(row).label())
    }
}

/// How much goes with a thing, such as `, with 2 services and 1 domain`; nothing where nothing does.
fn with(counts: &[(usize, &str)]) -> String {
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let said = counts.map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }));
    let said: Vec<String> = said.collect();
    match &said[..] {
        [] => String::new(),
        [one] => format!(", with {one}"),
        [several @ .., last] => format!(", with {} and {last}", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::with;

    #[test]
    fn what_goes_with_a_thing_is_counted() {
        assert_eq!(with(&[(0, "record")]), "");
        assert_eq!(with(&[(0, "service"), (1, "domain")]), ", with 1 domain");
        assert_eq!(
            with(&[(2, "service"), (1, "domain"), (3, "record")]),
            ", with 2 services, 1 domain and 3 records"
        );
    }
}
