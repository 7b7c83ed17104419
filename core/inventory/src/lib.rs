//! What the operator brings in: accounts, services, domains, records, prices (`contract.md` §3).
//!
//! One JSON file, read whole before anything is done, and applied in one transaction. Applying it
//! again changes nothing; what it does not name stays as it is.
//!
//! A service may say what it is beyond its order, in one object named after its type: `email`, `hosting`,
//! `lxc` or `kvm`. One without it is still being set up, whatever its status: there is only the order to
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
mod adopt;
mod apply;
mod compare;
mod export;
mod find;
mod read;
mod render;
mod write;

mod adoption;
mod backends;
mod change;
mod entry;
mod failed;
mod inventory;
mod item;
mod list;
mod lookup;
mod moment;
mod node;
mod place;
mod plan;
mod reader;
mod rule;

#[cfg(test)]
mod tests;

pub use apply::apply;
pub use backends::Backends;
pub use change::{Action, Change, Member};
pub use export::export;
pub use failed::{Failed, NotAdopted};
pub use find::{account_named, credentials, has_accounts};
pub use inventory::Inventory;
pub use place::{Fault, Place};
