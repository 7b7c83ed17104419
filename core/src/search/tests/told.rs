//! A registrar that does as it is told, and a price list.
use crate::{
    domains::domain::Environment,
    providers::{
        Failure,
        registrar::{Availability, Registrar},
    },
    search::{
        price::{Model, Price},
        price_list::PriceList,
    },
    values::money::Money,
};
use std::sync::Mutex;
use uuid::Uuid;

/// A price list of these suffixes, each at 11.99.
pub fn prices(suffixes: &[&str]) -> PriceList {
    PriceList::new(suffixes.iter().map(|tld| Model { tld: (*tld).to_owned(), price: price(tld) }))
}

pub fn price(tld: &str) -> Price {
    Price {
        tld: tld.to_owned(),
        registration_price_usd: Money::cents(1199),
        renewal_price_usd: Money::cents(1399),
        transfer_price_usd: Money::cents(1199),
        restore_price_usd: Money::cents(9900),
        popular: true,
        is_promo: false,
        min_years: 1,
        max_years: 10,
        registration_periods: vec![1, 2],
        renewal_periods: vec![1, 2],
        transfer_periods: vec![1],
        supports_privacy: true,
        provider_attributes: vec![],
    }
}

/// A registrar whose names say what it answers; it counts what it is asked.
#[derive(Default)]
pub struct Told {
    asked: Mutex<Vec<String>>,
    pub taken: Mutex<Vec<String>>,
}

impl Told {
    pub fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

#[async_trait::async_trait]
impl Registrar for Told {
    fn environment(&self) -> Environment {
        Environment::Ote
    }

    async fn check(&self, name: &str) -> Result<Availability, Failure> {
        self.asked.lock().unwrap().push(name.to_owned());
        let taken = self.taken.lock().unwrap().iter().any(|one| one == name);
        let found = Availability { available: !taken, premium: false, price: None };
        match name.split('.').next().unwrap_or_default() {
            "refused" => Err(Failure::Refused("reserved".to_owned())),
            "away" => Err(Failure::Unavailable("down".to_owned())),
            "late" => std::future::pending().await,
            "gold" => Ok(Availability { premium: true, price: Some(Money::cents(250_000)), ..found }),
            "silver" => Ok(Availability { premium: true, ..found }),
            _ => Ok(found),
        }
    }

    async fn set_name_servers(&self, _: Uuid, _: &str, _: &[String]) -> Result<(), Failure> {
        Ok(())
    }

    fn driver(&self) -> &'static str {
        "told"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
