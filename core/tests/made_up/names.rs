//! Nameservers and a registrar that are made up.
use super::Temper;
use async_trait::async_trait;
use chrono::TimeDelta;
use hosting_core::{
    providers::{
        Failure,
        dns::{Change, Dns, Receipt, RrSet},
        registrar::{
            Acceptance, Availability, Ds, Environment, Host, Message, Registered, Registrar, Registration,
        },
    },
    time::Time,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};
use uuid::Uuid;

/// What is served in a zone: by name, for there is one type.
type Zone = BTreeMap<String, Vec<String>>;

/// The nameservers and the registrar of a schedule.
pub struct Names {
    temper: Arc<Temper>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    zones: BTreeMap<String, Zone>,
    hosts: BTreeMap<String, Vec<String>>,
}

impl Names {
    pub fn new(temper: Arc<Temper>) -> Self {
        Self { temper, known: Mutex::default() }
    }

    /// What is served in a zone.
    pub fn zone(&self, zone: &str) -> Zone {
        self.known().zones.get(zone).cloned().unwrap_or_default()
    }

    /// The nameservers of a domain, if they were ever told.
    pub fn hosts(&self, domain: &str) -> Option<Vec<String>> {
        self.known().hosts.get(domain).cloned()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap()
    }
}

#[async_trait]
impl Dns for Names {
    fn name_servers(&self) -> &[String] {
        &[]
    }

    async fn change(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<Receipt, Failure> {
        let does = || {
            let mut known = self.known();
            let zone = known.zones.entry(zone.to_owned()).or_default();
            for change in changes {
                match change {
                    Change::Put(set) => drop(zone.insert(set.name.clone(), set.contents.clone())),
                    Change::Remove(set) => drop(zone.remove(&set.name)),
                }
            }
            Ok(())
        };
        self.temper.told_to(work, zone, does).await?;
        Ok(Receipt::default())
    }

    async fn make_zone(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    async fn remove_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure> {
        let does = || {
            self.known().zones.remove(zone);
            Ok(())
        };
        self.temper.told_to(work, zone, does).await
    }

    async fn zones(&self) -> Result<Vec<String>, Failure> {
        Ok(self.known().zones.keys().cloned().collect())
    }

    async fn zone(&self, _: &str) -> Result<Vec<RrSet>, Failure> {
        Ok(Vec::new())
    }

    fn driver(&self) -> &'static str {
        "made up"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

#[async_trait]
impl Registrar for Names {
    fn environment(&self) -> Environment {
        Environment::Ote
    }

    async fn check(&self, names: &[String]) -> Result<Vec<Result<Availability, Failure>>, Failure> {
        let taken = Availability { available: false, premium: false, price: None };
        Ok(names.iter().map(|_| Ok(taken.clone())).collect())
    }

    async fn info(&self, domain: &str) -> Result<Registered, Failure> {
        let name_servers = self.known().hosts.get(domain).cloned();
        Ok(Registered { name_servers, ..Registered::TAKEN })
    }

    async fn set_name_servers(
        &self,
        work: Uuid,
        domain: &str,
        hosts: &[Host],
    ) -> Result<Acceptance, Failure> {
        let does = || {
            let names = hosts.iter().map(|host| host.name.clone());
            self.known().hosts.insert(domain.to_owned(), names.collect());
            Ok(())
        };
        self.temper.told_to(work, domain, does).await.map(Acceptance::Done)
    }

    async fn set_ds(&self, _: Uuid, _: &str, _: &[Ds]) -> Result<Acceptance, Failure> {
        Ok(Acceptance::Done(()))
    }

    async fn renew(&self, _: Uuid, _: &str, current: Time, years: u8) -> Result<Acceptance<Time>, Failure> {
        Ok(Acceptance::Done(current.plus(TimeDelta::days(365 * i64::from(years)))))
    }

    async fn message(&self) -> Result<Option<Message>, Failure> {
        Ok(None)
    }

    async fn acknowledge(&self, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    async fn adopt(&self, _: &[Registration]) -> Result<(), Failure> {
        Ok(())
    }

    async fn adopted(&self, _: Option<&[String]>) -> Result<Vec<Registration>, Failure> {
        Ok(Vec::new())
    }

    fn driver(&self) -> &'static str {
        "made up"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
