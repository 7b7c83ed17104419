//! A name of a registry for trying out, as an inventory says it.
use super::Entry;
use crate::{reader::Members, rule};
use hosting_core::{providers::registrar, values::money::Money};
use serde::Serialize;

/// A name that the registry knows.
#[derive(Clone, Debug, Serialize)]
pub struct Registration {
    pub name: String,
    pub premium: bool,
    pub price_usd: Option<Money>,
    pub taken: bool,
}

impl Registration {
    pub fn read(it: &mut Members<'_, '_>) -> Self {
        Self {
            name: it.required_text("name", rule::domain),
            premium: it.required("premium"),
            price_usd: it.optional("price_usd"),
            taken: it.required("taken"),
        }
    }

    /// `before`, or a name that nobody has asked for, with what the inventory says.
    pub fn row(&self, before: Option<&registrar::Registration>) -> registrar::Registration {
        registrar::Registration {
            name: self.name.clone(),
            taken: self.taken,
            premium: self.premium,
            price: self.price_usd,
            name_servers: before.and_then(|before| before.name_servers.clone()),
        }
    }
}

impl Entry for Registration {
    type Row = registrar::Registration;

    fn of(row: &registrar::Registration) -> Self {
        Self { name: row.name.clone(), premium: row.premium, price_usd: row.price, taken: row.taken }
    }
}
