//! What the operator brings in: accounts, services, domains, records, prices (`contract.md` §3).
//!
//! One JSON file, read whole before anything is done, and applied in one transaction. Applying it
//! again changes nothing; what it does not name stays as it is.
//!
//! A service may say what it is beyond its order, in one object named after its type: `email`, `hosting`,
//! `lxc` or `kvm`. One without it is still being set up, whatever its status: there is only the order to
//! show. What the operator owns (plans, sizes, names, addresses, limits) is applied each time. What then
//! lives by itself is said at first only, and stays as it has become: of an instance its `status`, its
//! `distribution` or `os`, its `last_error` and its `snapshots`; of a site its `last_activity_at`,
//! `inactivity_suspended_at` and `deletion_deadline`. Keys and passwords are never said: mail that was set
//! up in one database has to be set up again in another.
//!
//! A moment is RFC 3339, or a span such as `+18d` or `-2h30m`: it counts from when the thing was first
//! brought in, and what the database has by then is left as it is.
//!
//! The sandbox backends are told of what is new, as if they had it all along; of an instance that is on its
//! way somewhere they say so until something is done with it.
mod apply;
mod change;
mod export;
mod known;
mod look_up;
mod moment;
mod place;
mod plan;
mod read;
mod reader;
mod rule;
mod sandbox;
mod write;

mod account;
mod details;
mod domain;
mod email;
mod hosting;
mod instance;
mod machine;
mod price;
mod record;
mod registration;
mod service;
mod snapshot;

#[cfg(test)]
mod tests;

pub use apply::{Failed, apply};
pub use change::{Action, Change, Member};
pub use export::export;
pub use look_up::{account_named, credentials, has_accounts};
pub use place::{Fault, Place};

use account::Account;
use details::Details;
use domain::Domain;
use email::Email;
use hosting::Hosting;
use instance::Instance;
use price::Price;
use record::Record;
use registration::Registration;
use service::Service;

/// What an inventory file says, every rule of the file checked.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    prices: Vec<Item<Price>>,
    registry: Vec<Item<Registration>>,
    accounts: Vec<Item<Account>>,
    services: Vec<Item<Service>>,
    details: Vec<Item<Details>>,
    domains: Vec<Item<Domain>>,
    records: Vec<Item<Record>>,
}

/// One thing of an inventory.
#[derive(Clone, Debug)]
struct Item<T> {
    /// Where the file says it.
    at: Place,
    /// What it belongs to: the index of an account, of a service, or of a domain.
    of: usize,
    is: T,
}

impl Inventory {
    /// The addresses of the accounts, in the order of the file.
    pub fn emails(&self) -> impl Iterator<Item = &str> {
        self.accounts.iter().map(|item| item.is.email.as_str())
    }
}
