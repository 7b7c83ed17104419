//! What the operator brings in: accounts, services, domains, records, prices (`contract.md` §3).
//!
//! One JSON file, read whole before anything is done, and applied in one transaction. Applying it
//! again changes nothing; what it does not name stays as it is, unless that is pruned ([`prune`]).
//!
//! **What is the same.** An entry whose `id` the database knows is that one, whatever it is called now: so an address,
//! a display name, or a record's name and type are corrected. Without an id it is what is called so: an account by
//! its email, a service by its type and display name within its account, a domain by its name, a record by its
//! name and type. A service that is called otherwise, and has no id, cannot be told from a new one: it is a
//! new one, and the one before is left out. A domain keeps its name, and everything its account.
//!
//! **What a service is** beyond its order stands in one object named after its type: `email`, `hosting`,
//! `lxc` or `kvm`. Only one in `provisioning` may be without: it is still being set up, and there is only the order to
//! show. What the operator owns (plans, sizes, names, addresses, limits) is applied each time. What then
//! lives by itself is read at first only, and stays as it has become: of an instance its `status`, its
//! `distribution` or `os`, its `last_error` and its `snapshots`; of a site its `last_activity_at`,
//! `inactivity_suspended_at` and `deletion_deadline`. Keys and passwords are in no file: mail that was set
//! up in one database has to be set up again in another.
//!
//! A moment is RFC 3339, or a span such as `+18d` or `-2h30m`: it counts from when the thing was first
//! brought in, and what the database has by then is left as it is.
//!
//! Once that is committed, the backends adopt what the file names, as if they had it all along; each time
//! it is applied, so that what a backend missed reaches it by applying the file again. An instance that is brought
//! in on its way somewhere is looked at until it is there.
//!
//! **What is there already** at a hypervisor, a panel or mail servers, and no service's, is taken over ([`take_over()`]):
//! an inventory is made of what the backend says and of what the operator says of all of it, and applied.
//!
//! **What is removed** goes with all that belongs to it, an account with its credentials too: a server that runs
//! refuses them within seconds. Backends are told once, after the commit: nameservers, panels, and a registry for
//! trying out. Mail servers and hypervisors keep what they have, and the registries of the world their names.
mod accounts;
mod adopt;
mod apply;
mod compare;
mod entries;
mod export;
mod find;
mod read;
mod removal;
mod remove;
mod render;
mod take_over;
mod write;
mod zone;

mod adoption;
mod backends;
mod change;
mod entry;
mod failed;
mod inventory;
mod item;
mod leaving;
mod list;
mod lookup;
mod moment;
mod named;
mod node;
mod place;
mod plan;
mod reader;
mod rule;
mod schema;

#[cfg(test)]
mod tests;

pub use accounts::{Summary, accounts, stand, summary};
pub use apply::{apply, prune};
pub use backends::Backends;
pub use change::{Action, Change, Member};
pub use entries::entries;
pub use export::export;
pub use failed::{Failed, NotAdopted};
pub use find::{account_named, credentials, has_accounts};
pub use inventory::Inventory;
pub use named::{name_backend, named};
pub use place::{Fault, Place};
pub use remove::{Sort, remove};
pub use schema::schema;
pub use take_over::{TakeOver, Taken, TakenOver, take_over};

/// A small file to begin with: an account with a domain and a service of each type, and a price.
pub const EXAMPLE: &str = include_str!("example.json");
