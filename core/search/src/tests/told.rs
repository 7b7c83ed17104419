//! A registrar that does as it is told, and a price list.
use crate::{
    price::{Model, Price},
    price_list::PriceList,
};
use futures_util::future::join_all;
use hosting_kernel::providers::registrar::Environment;
use hosting_kernel::{
    providers::{
        Failure,
        registrar::{Acceptance, Availability, Ds, Host, Message, Registered, Registrar},
    },
    values::{money::Money, time::Time},
};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
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
    pub asked: Mutex<Vec<String>>,
    pub taken: Mutex<Vec<String>>,
    /// How often it was asked, for however many names.
    pub commands: AtomicUsize,
    /// What it registers names under; nothing where it takes all.
    pub suffixes: Option<Vec<String>>,
    /// Whether it only says which names are free.
    pub only_looks: bool,
    /// Whether it never answers.
    pub hangs: bool,
}

/// How long it takes to find out that it will not know.
const LATE: Duration = Duration::from_millis(20);

#[async_trait::async_trait]
impl Registrar for Told {
    fn environment(&self) -> Environment {
        if self.suffixes.is_some() { Environment::Production } else { Environment::Ote }
    }

    fn suffixes(&self) -> Option<&[String]> {
        self.suffixes.as_deref()
    }

    fn keeps_domains(&self) -> bool {
        !self.only_looks
    }

    async fn check(&self, names: &[String]) -> Result<Vec<Result<Availability, Failure>>, Failure> {
        if self.hangs {
            std::future::pending::<()>().await;
        }
        self.commands.fetch_add(1, Ordering::Relaxed);
        Ok(join_all(names.iter().map(|name| self.say(name))).await)
    }

    async fn info(&self, _: &str) -> Result<Registered, Failure> {
        unreachable!("a search does not ask for it")
    }

    async fn set_name_servers(&self, _: Uuid, _: &str, _: &[Host]) -> Result<Acceptance, Failure> {
        unreachable!("a search changes nothing")
    }

    async fn set_ds(&self, _: Uuid, _: &str, _: &[Ds]) -> Result<Acceptance, Failure> {
        unreachable!("a search changes nothing")
    }

    async fn renew(&self, _: Uuid, _: &str, _: Time, _: u8) -> Result<Acceptance<Time>, Failure> {
        unreachable!("a search changes nothing")
    }

    async fn message(&self) -> Result<Option<Message>, Failure> {
        Ok(None)
    }

    async fn acknowledge(&self, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn driver(&self) -> &'static str {
        "told"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

impl Told {
    async fn say(&self, name: &str) -> Result<Availability, Failure> {
        self.asked.lock().unwrap().push(name.to_owned());
        let taken = self.taken.lock().unwrap().iter().any(|one| one == name);
        let found = Availability { available: !taken, premium: false, price: None };
        match name.split('.').next().unwrap_or_default() {
            "refused" => Err(Failure::Refused("reserved".to_owned())),
            "away" => Err(Failure::Unavailable("down".to_owned())),
            "late" => {
                tokio::time::sleep(LATE).await;
                Err(Failure::Timeout)
            }
            "gold" => Ok(Availability { premium: true, price: Some(Money::cents(250_000)), ..found }),
            "silver" => Ok(Availability { premium: true, ..found }),
            _ => Ok(found),
        }
    }
}
