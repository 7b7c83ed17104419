//! A name of the sandbox registry, as an inventory says it.
use super::{plan::Kind, reader::Members, rule, sandbox::registrar::Model};
use crate::values::money::Money;
use serde::Serialize;

/// A name that the sandbox registry knows.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Registration {
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

    /// `before` with what the inventory says.
    pub fn row(&self, before: Model) -> Model {
        Model { taken: self.taken, premium: self.premium, price: self.price_usd, ..before }
    }
}

impl Kind for Registration {
    type Row = Model;

    fn of(row: &Model) -> Self {
        Self { name: row.name.clone(), premium: row.premium, price_usd: row.price, taken: row.taken }
    }
}

/// A name that nobody has asked for.
pub(super) const fn unknown(name: String) -> Model {
    Model { name, taken: false, premium: false, price: None, name_servers: None, changed_by: None }
}
