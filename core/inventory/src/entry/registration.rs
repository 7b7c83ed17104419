//! A name of a registry for trying out, as an inventory says it.
use super::Entry;
use crate::{reader::Members, rule};
use hosting_core::{providers::registrar, values::money::Money};
use schemars::JsonSchema;
use serde::Serialize;

/// A name that the registry knows.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Registration {
    /// The name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Whether it costs more than its suffix usually does.
    pub premium: bool,
    /// What it costs then.
    pub price_usd: Option<Money>,
    /// Whether someone has it.
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

/// Whether more is known of a name than what follows from the domains: who has one says by that that it is taken.
pub fn is_listed(name: &registrar::Registration, held: bool) -> bool {
    name.premium || name.price.is_some() || (name.taken && !held)
}

/// A name of which nothing is known but that a customer has it, or nobody.
pub fn plain(name: &registrar::Registration, held: bool) -> registrar::Registration {
    let name_servers = name.name_servers.clone().filter(|_| held);
    registrar::Registration {
        name: name.name.clone(),
        taken: held,
        premium: false,
        price: None,
        name_servers,
    }
}
