//! What an inventory file says, as it was read.
use crate::{
    entry::{
        account::Account, details::Details, domain::Domain, price::Price, record::Record,
        registration::Registration, service::Service,
    },
    item::Item,
};

/// What an inventory file says, every rule of the file checked.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    pub(crate) prices: Vec<Item<Price>>,
    pub(crate) registry: Vec<Item<Registration>>,
    pub(crate) accounts: Vec<Item<Account>>,
    pub(crate) services: Vec<Item<Service>>,
    pub(crate) details: Vec<Item<Details>>,
    pub(crate) domains: Vec<Item<Domain>>,
    pub(crate) records: Vec<Item<Record>>,
}

impl Inventory {
    /// The addresses of the accounts, in the order of the file.
    pub fn emails(&self) -> impl Iterator<Item = &str> {
        self.accounts.iter().map(|item| item.value.email.as_str())
    }

    /// How many things would need an id if all were new.
    pub(crate) fn without_id(&self) -> usize {
        self.accounts.iter().filter(|item| item.value.id.is_none()).count()
            + self.services.iter().filter(|item| item.value.id.is_none()).count()
            + self.details.iter().map(|item| item.value.without_id()).sum::<usize>()
            + self.domains.iter().filter(|item| item.value.id.is_none()).count()
            + self.records.iter().filter(|item| item.value.id.is_none()).count()
    }
}
