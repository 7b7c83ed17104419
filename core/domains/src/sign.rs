//! The registry is given the keys that sign a zone.
#![expect(clippy::disallowed_methods, reason = "queued work names its domain; nobody asks for it")]
use super::{
    domain::{self, Keys, Model as Domain},
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
    providers::{Failure, Port, registrar::Ds},
    refusals::error::Result,
};
use sea_orm::{Condition, IntoActiveModel, QuerySelect, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Queued work: the registry of a domain that our nameservers answer for is given the keys that sign its zone, in place of
/// those that it was given before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct HandOverKeys {
    pub domain_id: Uuid,
    /// The backend that the domain is registered with.
    pub backend: String,
    /// What it was given.
    #[serde(skip)]
    pub given: Option<Vec<Ds>>,
}

#[async_trait]
impl Task for HandOverKeys {
    const KIND: &'static str = "hand_over_keys";

    fn lane(&self) -> Lane {
        Lane::to(Port::Registrar, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(false).await.map_err(Failure::ours)?;
        let found = domain::Entity::find_by_id(self.domain_id).one(&reader.executor()).await;
        drop(reader);
        let Some(domain) = found.map_err(Failure::ours)? else { return Ok(()) };
        let serving = platform.providers().dns.find(&domain.dns_backend)?;
        let ours = serving.driver.signs() && Domain::are_of(&domain.name_servers.0, &*serving.driver);
        let mut keys = match ours {
            true => match serving.ask(serving.driver.ds(&domain.domain_name)).await {
                // It is made with its first record, and signed then.
                Err(Failure::NotThere(_)) => Vec::new(),
                keys => keys?,
            },
            false => Vec::new(),
        };
        keys.sort_unstable();
        // What somebody else has put there is not taken away.
        if domain.ds.unwrap_or_default().0 == keys {
            return Ok(());
        }
        let backend = platform.providers().registrar.find(&self.backend)?;
        match backend.ask(backend.driver.set_ds(job.id, &domain.domain_name, &keys)).await {
            // It makes no difference here whether the registry does it at once.
            Ok(_) => self.given = Some(keys),
            // Not every registry takes keys; it is asked again another day.
            Err(Failure::Refused(why)) => {
                tracing::warn!(
                    domain = domain.domain_name,
                    why,
                    "the registry does not take the keys of a zone"
                );
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    async fn finish(&self, &Completion { db, now, .. }: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let (Ok(()), Some(keys)) = (outcome, &self.given) else { return Ok(()) };
        let held = domain::Entity::find_by_id(self.domain_id).lock_exclusive().one(db).await?;
        let Some(domain) = held else { return Ok(()) };
        let mut domain = domain.into_active_model();
        domain.ds = Set((!keys.is_empty()).then(|| Keys(keys.clone())));
        domain.updated_at = Set(now);
        domain.update(db).await?;
        Ok(())
    }
}

/// How often the keys of zones are compared with what registries were given: nameservers change them by themselves.
const EVERY: TimeDelta = TimeDelta::days(1);
/// Queues what gives registries the keys of the zones that are signed, once a day however many processes there are.
pub(super) async fn hand_over_all(platform: &Platform) -> Result<()> {
    let (db, now) = (platform.database(), platform.clock().now());
    let signing = platform.providers().dns.iter().filter(|backend| backend.driver.signs());
    let signing: Vec<String> = signing.map(|backend| backend.id.clone()).collect();
    if signing.is_empty() || !duty::take(db, "keys of zones", now, EVERY).await? {
        return Ok(());
    }
    let those = Condition::all().add(domain::Column::DnsBackend.is_in(signing));
    queue_each(platform, those, |domain| {
        let (domain_id, backend) = (domain.id, domain.registrar_backend.clone());
        domain.is_kept().then(|| Box::new(HandOverKeys { domain_id, backend, given: None }) as _)
    })
    .await
}
