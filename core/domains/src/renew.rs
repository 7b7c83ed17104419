//! Domains are renewed before they end, where their owners want it.
#![expect(clippy::disallowed_methods, reason = "queued work names its domain; nobody asks for it")]
use super::{
    domain::{self, DomainStatus},
    each::queue_each,
};
use async_trait::async_trait;
use chrono::TimeDelta;
use hosting_kernel::{
    kernel::{
        duty,
        platform::Platform,
        queue::{
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{Failure, Port, registrar::Acceptance},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{Condition, IntoActiveModel, QuerySelect, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// How long before its end a domain is renewed.
const BEFORE: TimeDelta = TimeDelta::days(14);
/// How often it is looked which are due; one that could not be renewed is tried again then.
const EVERY: TimeDelta = TimeDelta::days(1);
/// Years that one renewal adds.
pub const YEARS: u8 = 1;

/// Queued work: a domain is renewed at its registrar.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RenewDomain {
    pub domain_id: Uuid,
    /// The backend that the domain is registered with.
    pub backend: String,
    /// When the registration ends that is renewed: another one is not.
    pub current: Time,
    /// Whether it was paid for: then it is renewed, also where its owner would not any more.
    #[serde(default)]
    paid: bool,
    /// What came of it; nothing where it was of no use any more.
    #[serde(skip)]
    renewed: Option<Acceptance<Time>>,
}

/// Where a registration stands that can be renewed.
const LIVING: [DomainStatus; 3] = [DomainStatus::Active, DomainStatus::Expired, DomainStatus::Grace];

impl RenewDomain {
    /// Whether it is about `domain` as it is by now.
    fn is_wanted(&self, domain: &domain::Model) -> bool {
        (self.paid || domain.auto_renew)
            && domain.expires_at == Some(self.current)
            && LIVING.contains(&domain.status)
    }
}

#[async_trait]
impl Task for RenewDomain {
    const KIND: &'static str = "renew_domain";

    fn lane(&self) -> Lane {
        Lane::to(Port::Registrar, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(false).await.map_err(Failure::ours)?;
        let found = domain::Entity::find_by_id(self.domain_id).one(&reader.executor()).await;
        drop(reader);
        let found = found.map_err(Failure::ours)?;
        let Some(domain) = found.filter(|domain| self.is_wanted(domain)) else { return Ok(()) };
        let backend = platform.providers().registrar.find(&self.backend)?;
        let renew = backend.driver.renew(job.id, &domain.domain_name, self.current, YEARS);
        self.renewed = Some(backend.ask(renew).await?);
        Ok(())
    }

    async fn finish(&self, &Completion { db, now, .. }: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let held = domain::Entity::find_by_id(self.domain_id).lock_exclusive().one(db).await?;
        // What was seen meanwhile at the registry is newer than what this work knew.
        let Some(domain) = held.filter(|domain| domain.expires_at == Some(self.current)) else {
            return Ok(());
        };
        let mut after = domain.into_active_model();
        match (outcome, self.renewed) {
            (Ok(()), None) => return Ok(()),
            (Ok(()), Some(Acceptance::Pending)) => after.awaits_registry = Set(true),
            (Ok(()), Some(Acceptance::Done(end))) => {
                after.expires_at = Set(Some(end));
                after.status = Set(DomainStatus::Active);
                after.last_synced_at = Set(Some(now));
                after.renewal_error = Set(None);
            }
            (Err((failure, _)), _) => after.renewal_error = Set(Some(failure.told())),
        }
        after.updated_at = Set(now);
        after.update(db).await?;
        Ok(())
    }
}

/// The renewal of a domain that can be renewed, which was paid for or need not be.
pub fn renewal_of(domain: &domain::Model, paid: bool) -> Option<impl Task> {
    let current = domain.expires_at.filter(|_| LIVING.contains(&domain.status))?;
    let (domain_id, backend) = (domain.id, domain.registrar_backend.clone());
    Some(RenewDomain { domain_id, backend, current, paid, renewed: None })
}

/// Domains that are to be renewed by `now`.
pub fn due(now: Time) -> Condition {
    ending(now).add(domain::Column::AutoRenew.eq(true))
}

/// Domains that would be, if their owners want it or have paid for it.
pub fn ending(now: Time) -> Condition {
    Condition::all()
        .add(domain::Column::Status.is_in(LIVING))
        .add(domain::Column::ExpiresAt.lt(now.plus(BEFORE)))
}

/// Queues the renewal of each domain that is due, once a day however many processes there are. Where somebody takes
/// the money for it, it is renewed when it is paid.
pub(super) async fn renew_due(platform: &Platform) -> Result<()> {
    let (db, now) = (platform.database(), platform.clock().now());
    if platform.providers().billing.is_some() || !duty::take(db, "renewals", now, EVERY).await? {
        return Ok(());
    }
    queue_each(platform, due(now), |domain| renewal_of(domain, false).map(|renew| Box::new(renew) as _)).await
}
