#![expect(clippy::disallowed_methods, reason = "queued work names its domain; nobody asks for it")]
use super::domain;
use crate::{
    kernel::{
        platform::Platform,
        queue::{
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{Failure, Port},
    refusals::error::Result,
    values::{texts::Texts, time::Time},
};
use async_trait::async_trait;
use sea_orm::{ActiveModelTrait, DatabaseExecutor, EntityTrait, IntoActiveModel, QuerySelect, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Queued work: the registrar is told the nameservers of a domain.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ApplyNameservers {
    pub domain_id: Uuid,
    pub name_servers: Vec<String>,
}

#[async_trait]
impl Task for ApplyNameservers {
    const KIND: &'static str = "apply_nameservers";

    fn lane(&self) -> Lane {
        Lane::of(Port::Registrar)
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(false).await.map_err(Failure::ours)?;
        let found = domain::Entity::find_by_id(self.domain_id).one(&reader.executor()).await;
        drop(reader);
        let Some(domain) = found.map_err(Failure::ours)? else { return Ok(()) };
        platform.providers().registrar.set_name_servers(job.id, &domain.domain_name, &self.name_servers).await
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let (db, now) = (at.db, at.now);
        let held = domain::Entity::find_by_id(self.domain_id).lock_exclusive().one(db).await?;
        let Some(domain) = held else { return Ok(()) };
        // A later wish has its own work behind this, also where it is the same.
        let waits = !at.others().await?.iter().any(|job| job.kind == Self::KIND);
        let mut domain = domain.into_active_model();
        domain.updated_at = Set(now);
        match outcome {
            Ok(()) => {
                domain.name_servers = Set(Texts(self.name_servers.clone()));
                domain.last_synced_at = Set(Some(now));
                if waits {
                    domain.pending_name_servers = Set(None);
                    domain.name_servers_error = Set(None);
                }
            }
            Err((failure, last)) if waits => {
                domain.name_servers_error = Set(Some(failure.told()));
                if last {
                    domain.pending_name_servers = Set(None);
                }
            }
            Err(_) => return Ok(()),
        }
        domain.update(db).await?;
        Ok(())
    }

    async fn revive(&self, db: &DatabaseExecutor<'_>, now: Time) -> Result<bool> {
        let held = domain::Entity::find_by_id(self.domain_id).lock_exclusive().one(db).await?;
        let failed = |domain: &domain::Model| {
            domain.name_servers_error.is_some() && domain.pending_name_servers.is_none()
        };
        let Some(domain) = held.filter(failed) else { return Ok(false) };
        let mut domain = domain.into_active_model();
        domain.pending_name_servers = Set(Some(Texts(self.name_servers.clone())));
        domain.name_servers_error = Set(None);
        domain.updated_at = Set(now);
        domain.update(db).await?;
        Ok(true)
    }
}
