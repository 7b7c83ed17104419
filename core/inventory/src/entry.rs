//! The sorts of things that an inventory names; a file for each.
pub mod account;
pub mod details;
pub mod domain;
pub mod email;
pub mod hosting;
pub mod instance;
pub mod price;
pub mod record;
pub mod registration;
pub mod service;
pub mod snapshot;
pub mod state;

use hosting_core::values::time::Time;
use serde::Serialize;

/// A sort of thing that inventories name.
pub trait Entry: Serialize {
    /// What the database, or a backend, has of it.
    type Row: PartialEq;

    /// What an inventory would say of it.
    fn of(row: &Self::Row) -> Self;

    /// Marks it as changed just now.
    fn touch(_row: &mut Self::Row, _now: Time) {}
}
