//! What is removed, with all that belongs to it.
mod delete;
mod lines;
mod told;
mod work;

pub use delete::delete;
pub use told::{Told, take_away};

use crate::{entry::domain::is_held, failed::Failed, leaving::Leaving, lookup::Lookup, zone::Zone};
use hosting_core::{
    database::executor::Executor,
    domains::{dns::record, domain},
    hosting,
    kernel::account,
    providers::dns::SetName,
    refusals::error::Result,
    services::service,
    values::time::Time,
};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// What is removed, with all that belongs to it.
pub struct Removal {
    accounts: Vec<account::Model>,
    services: Vec<service::Model>,
    domains: Vec<domain::Model>,
    /// The records that go alone, and those of the domains.
    records: [Vec<record::Model>; 2],
    /// Where the records are served, by domain.
    zones: HashMap<Uuid, Zone>,
    sites: Vec<(Option<String>, String)>,
    /// The addresses of the owners.
    owners: HashMap<Uuid, String>,
    /// The work that is queued for it.
    jobs: Vec<Uuid>,
    leaving: Leaving,
}

impl Removal {
    /// All that belongs to what is `leaving`; refused where a worker is `present` at work on it.
    pub async fn of(lookup: Lookup<'_>, mut leaving: Leaving, present: Time) -> Result<Result<Self, Failed>> {
        use account::{Column as A, Entity as Account};
        use domain::{Column as D, Entity as Domain};
        use record::{Column as R, Entity as Record};
        use service::{Column as S, Entity as Service};
        let gone = || leaving.accounts.iter().copied();
        let accounts = lookup.among::<Account, _>(A::Id, gone()).await?;
        let mut services = lookup.among::<Service, _>(S::Id, leaving.services.iter().copied()).await?;
        services.extend(lookup.among::<Service, _>(S::AccountId, gone()).await?);
        let mut domains = lookup.among::<Domain, _>(D::Id, leaving.domains.iter().copied()).await?;
        domains.extend(lookup.among::<Domain, _>(D::AccountId, gone()).await?);
        let alone = lookup.among::<Record, _>(R::Id, leaving.records.iter().copied()).await?;
        let below = lookup.among::<Record, _>(R::DomainId, domains.iter().map(|row| row.id)).await?;
        let of_alone = lookup.among::<Domain, _>(D::Id, alone.iter().map(|row| row.domain_id)).await?;
        let zones = domains.iter().chain(&of_alone).map(|row| (row.id, Zone::from(row))).collect();
        let sites = sites(lookup, &services).await?;
        let owners =
            services.iter().map(|row| row.account_id).chain(domains.iter().map(|row| row.account_id));
        let owners = lookup.among::<Account, _>(A::Id, owners).await?;
        let owners = owners.into_iter().map(|row| (row.id, row.email)).collect();
        leaving.prices.sort_unstable();
        leaving.names.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        let mut removal = Self {
            accounts: once(accounts, |row| row.id),
            services: once(services, |row| row.id),
            domains: once(domains, |row| row.id),
            records: [once(alone, |row| row.id), once(below, |row| row.id)],
            zones,
            sites,
            owners,
            jobs: Vec::new(),
            leaving,
        };
        let found = work::of(lookup, &removal, present).await?;
        Ok(found.map(|jobs| {
            removal.jobs = jobs;
            removal
        }))
    }

    /// Removes it, each thing before what it belongs to.
    pub async fn write(&self, db: &Executor<'_>) -> Result<()> {
        delete(db, "job", "id", &self.jobs).await?;
        delete::with_belongings(db, delete::SERVICE, &ids(&self.services, |row| row.id)).await?;
        delete::with_belongings(db, delete::DOMAIN, &ids(&self.domains, |row| row.id)).await?;
        delete(db, "dns_record", "id", &ids(&self.records[0], |row| row.id)).await?;
        delete::with_belongings(db, delete::ACCOUNT, &ids(&self.accounts, |row| row.id)).await?;
        delete(db, "price", "tld", &self.leaving.prices).await
    }

    /// What backends are told of it.
    pub fn told(self) -> Told {
        let mut zones: BTreeMap<Zone, Vec<SetName>> = BTreeMap::new();
        for row in self.records.iter().flatten() {
            let Some(zone) = self.zones.get(&row.domain_id) else { continue };
            zones.entry(zone.clone()).or_default().extend(row.names());
        }
        let held = self.domains.into_iter().filter(|row| is_held(row.status));
        Told {
            released: held.map(|row| row.domain_name).collect(),
            names: self.leaving.names,
            zones: zones.into_iter().collect(),
            sites: self.sites,
        }
    }
}

/// The users of the sites of `services`, each with the backend that it names.
async fn sites(lookup: Lookup<'_>, services: &[service::Model]) -> Result<Vec<(Option<String>, String)>> {
    use hosting::row::{Column, Entity};
    let ids = services.iter().map(|row| row.id);
    let rows = lookup.among::<Entity, _>(Column::ServiceId, ids).await?;
    Ok(rows.into_iter().map(|row| (row.backend, row.site)).collect())
}

/// Each row once, the oldest first.
fn once<R>(mut rows: Vec<R>, id: impl Fn(&R) -> Uuid) -> Vec<R> {
    rows.sort_unstable_by_key(&id);
    rows.dedup_by_key(|row| id(row));
    rows
}

fn ids<R>(rows: &[R], id: impl Fn(&R) -> Uuid) -> Vec<Uuid> {
    rows.iter().map(id).collect()
}
